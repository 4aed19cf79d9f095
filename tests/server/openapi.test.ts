import { expect, test } from "vitest";
import { apiResources } from "../../server/api/routes.ts";
import { clientOf, given } from "./support.ts";

async function document() {
  const { server } = await given();
  return (await clientOf(server, "nobody", "nothing").get("/openapi.json")).body;
}

test("the document needs no credential and names its version", async () => {
  expect((await document()).openapi).toMatch(/^3\.1\.\d$/);
});

test("it has every operation, with its success status", async () => {
  const { paths } = await document();
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as object).map(
      ([method, { responses }]) =>
        `${method} ${path} ${Object.keys(responses).filter((status) => status.startsWith("2"))}`,
    ),
  );
  const expected = apiResources.flatMap((resource) =>
    Object.values(resource.operations).map(({ method, path, status }) => `${method.toLowerCase()} ${path} ${status}`),
  );
  expect(expected.length).toBeGreaterThan(25);
  expect(operations.sort()).toStrictEqual(expected.sort());
});

test("every reference in it leads somewhere", async () => {
  const whole = await document();
  const references = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? "");
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    // biome-ignore lint/suspicious/noExplicitAny: walking a document of any shape.
    const target = reference.split("/").reduce<any>((node, step) => node?.[step], whole);
    expect(target, reference).toBeTypeOf("object");
  }
});

test("operation identifiers are unique and each operation says how it fails", async () => {
  const { paths } = await document();
  const operations = Object.values(paths).flatMap((item) => Object.values(item as object));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  for (const { responses } of operations) expect(responses).toHaveProperty("401");
});

test("the create body carries the rules that JSON Schema can express", async () => {
  const { SipEndpointCreate: schema } = (await document()).components.schemas;
  expect(schema.required).toStrictEqual(["username", "password"]);
  expect(schema.additionalProperties).toBe(false);
  expect(schema.properties).not.toHaveProperty("id");
  expect(schema.properties.password).toMatchObject({ type: "string", format: "password", writeOnly: true });
  expect(schema.properties.username.pattern).toBe("^[^\\s\\u0085@]+$");
  const [{ anyOf }] = schema.allOf;
  expect(anyOf).toContainEqual({
    properties: { call_handler: { const: "relay_script" }, call_relay_script_url: { not: { type: "null" } } },
    required: ["call_handler", "call_relay_script_url"],
  });
  expect(anyOf).toContainEqual({ properties: { call_handler: { enum: ["dialogflow", null] } } });
});

test("the response never holds a password", async () => {
  const { SipEndpoint } = (await document()).components.schemas;
  expect(SipEndpoint.properties).not.toHaveProperty("password");
  expect(SipEndpoint.required).toContain("call_flow_id");
});

test("the response says which values are never null", async () => {
  const { SipEndpoint, PhoneNumber } = (await document()).components.schemas;
  const settled = ({ properties }: { properties: { [name: string]: object } }) =>
    Object.keys(properties).filter((name) => !("anyOf" in (properties[name] as object)));
  expect(settled(SipEndpoint).sort()).toStrictEqual(
    ["ciphers", "codecs", "encryption", "id", "send_as", "type", "username"].sort(),
  );
  expect(settled(PhoneNumber)).toEqual(
    expect.arrayContaining([
      "id",
      "number",
      "capabilities",
      "number_type",
      "created_at",
      "updated_at",
      "call_receive_mode",
    ]),
  );
});

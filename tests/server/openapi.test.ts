import { beforeAll, expect, test } from "vitest";
import { apiResources } from "../../server/api/routes.ts";
import { startServer } from "../../server/index.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects and fails when it is not there.
let whole: any;

beforeAll(async () => {
  const server = await startServer();
  whole = await (await fetch(`${server.url}/openapi.json`)).json();
  await server.close();
});

test("the document needs no credential, and has every operation with its success status and a failure", () => {
  const operations = Object.entries<object>(whole.paths).flatMap(([path, methods]) =>
    Object.entries<{ responses: object; operationId: string }>(methods as never).map(([method, operation]) => {
      expect(operation.responses).toHaveProperty("401");
      const status = Object.keys(operation.responses).filter((each) => each.startsWith("2"));
      return [`${method} ${path} ${status}`, operation.operationId] as const;
    }),
  );
  const expected = apiResources.flatMap((resource) =>
    Object.values(resource.operations).map(({ method, path, status }) => `${method.toLowerCase()} ${path} ${status}`),
  );
  expect(expected.length).toBeGreaterThan(25);
  expect(operations.map(([operation]) => operation).sort()).toStrictEqual(expected.sort());
  expect(new Set(operations.map(([, id]) => id)).size).toBe(operations.length);
});

test("every reference in it leads somewhere", () => {
  const references = [...JSON.stringify(whole).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(20);
  for (const [, name = ""] of references) expect(whole.components.schemas).toHaveProperty(name);
});

test("the create body carries the rules that JSON Schema can express", () => {
  const { SipEndpointCreate: schema } = whole.components.schemas;
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
  expect(anyOf).toContainEqual({ properties: { call_handler: { enum: ["dialogflow", "default", null] } } });
});

test("the response has no password, and says which values are never null", () => {
  const { SipEndpoint, PhoneNumber } = whole.components.schemas;
  expect(SipEndpoint.properties).not.toHaveProperty("password");
  expect(SipEndpoint.required).toContain("call_flow_id");
  const settled = ({ properties }: { properties: { [name: string]: object } }) =>
    Object.keys(properties).filter((name) => !("anyOf" in (properties[name] as object)));
  expect(settled(SipEndpoint).sort()).toStrictEqual(
    ["ciphers", "codecs", "encryption", "id", "send_as", "type", "username"].sort(),
  );
  expect(settled(PhoneNumber)).toEqual(
    expect.arrayContaining([
      ...["id", "number", "capabilities", "number_type", "created_at", "updated_at", "call_receive_mode"],
    ]),
  );
});

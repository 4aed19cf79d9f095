// A secret argument stands in clear in no output, id or printed line, whatever the service or the provider makes of it: every argument
// of every kind, through both doors.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { argumentFields, type Resource, type ResourceName, resourceNames, resources } from "../../contract/index.ts";
import { validateValue } from "../../contract/values.ts";
import { ask, type Server, serveWith } from "../engine/service.ts";
import { addedBy, DOORS, type Known, namedAt, openDoor, type Provider } from "../provider/doors.ts";
import { json, openGateway } from "../provider/gateway.ts";
import type { Props } from "../provider/host.ts";
import { isMarked, marked, plain, unmarked } from "../provider/marks.ts";
import { argumentsOf, CHANGES, LINE, neededFor, SMALLEST } from "./tables.ts";

const UUID = "cafecafe-0000-4000-8000-00000000cafe";
const CANARIES = [
  ...["canary-secret", "https://canary-secret.example.com/path", UUID, LINE, 32_109],
  ...["<Response><Say>canary-secret</Say></Response>", { sections: { main: [{ play: "say:canary-secret" }] } }],
];
/** The emergency address of the server's project. */
let emergencyAddress = UUID;

/** An id is of an object that exists, and `number` is what names one. */
const CASES = resourceNames.flatMap((kind): [ResourceName, string][] => [
  ...[...argumentFields(resources[kind]).keys()]
    .filter((name) => kind !== "NumberGroupMembership" && name !== "callSipEndpointId" && canaryFor(kind, name))
    .map((name): [ResourceName, string] => [kind, name]),
  ...Object.keys((resources[kind] as Resource).settings ?? {})
    .filter((name) => name === "number" || name === "renewBefore")
    .map((name): [ResourceName, string] => [kind, name]),
]);

function canaryFor(kind: ResourceName, name: string): unknown {
  if (name === "emergencyAddress") return emergencyAddress;
  if (name === "number") return LINE;
  if (name === "renewBefore") return 32_109;
  const resource: Resource = resources[kind];
  const { type } = resource.fields[argumentFields(resource).get(name) ?? ""] ?? {};
  return type && CANARIES.find((value) => validateValue(type, value).length === 0);
}

let server: Server;

beforeAll(async () => {
  server = await serveWith({ extraFields: true }, LINE);
  const { path = "" } = resources.EmergencyAddress.operations.create;
  emergencyAddress = String(
    (await ask(server, "POST", path, { ...SMALLEST.EmergencyAddress, label: "Other", emergency_enabled: true })).id,
  );
});

afterAll(() => server.close());

describe.each(DOORS)("through the %s", (door) => {
  const printed: string[] = [];
  let canary: unknown;
  const print = (_: string, text: string) => void printed.push(text);

  /** Opens a new run of the engine. */
  const open = (url = server.url): Promise<Provider> => openDoor(door, { ...server, url }, print);
  const named = (kind: ResourceName, name?: string) => namedAt(door, kind, name);

  async function checked(provider: Provider, kind: ResourceName, args: Props, olds: Props = {}): Promise<Props> {
    const secrets = Object.keys(args).filter((name) => isMarked(args[name]));
    const added = { ...addedBy(door, kind), ...(door === "classes" && { __secrets: secrets }) };
    const { inputs, failures } = await provider.check(named(kind), olds, { ...args, ...added });
    expect(failures).toEqual([]);
    return inputs;
  }

  async function up(kind: ResourceName, args: Props): Promise<Known> {
    const provider = await open();
    const inputs = await checked(provider, kind, args);
    if (door === "plugin") expectHidden(await provider.create(named(kind), inputs, true));
    const made = await provider.create(named(kind), inputs, false);
    expectHidden(made);
    return { ...named(kind), inputs, ...made };
  }

  function expectHidden(shown: unknown): void {
    const text = JSON.stringify([unmarked(shown, () => "[secret]"), printed]).toLowerCase();
    const said = JSON.stringify(canary).includes("canary-secret") ? "canary-secret" : String(canary);
    const forms = [said, said.replace("+", ""), encodeURIComponent(said), Buffer.from(said).toString("base64")];
    for (const form of forms) expect(text).not.toContain(form.toLowerCase());
  }

  it.each(CASES)("%s hides the %s", async (kind, name) => {
    const resource: Resource = resources[kind];
    const wire = argumentFields(resource).get(name) ?? "";
    printed.length = 0;
    canary = canaryFor(kind, name);
    const args: Props = {
      ...argumentsOf(kind, { ...SMALLEST[kind], ...neededFor(kind, wire) }),
      ...(kind === "PhoneNumber" ? { onDestroy: "restore" } : {}),
      ...(name === "domainIdentifier" ? { allowDomainChange: true, onDestroy: "restore" } : {}),
      ...(name === "renewBefore" ? { expiresIn: 40_000 } : {}),
      [name]: marked(canary),
    };
    const known = await up(kind, args);
    for (const [output, from] of Object.entries(resource.derived ?? {}))
      if (from.includes(name)) expect(isMarked(known.outputs[output]), output).toBe(true);

    const found = await (await open()).read(known);
    expectHidden(found);
    if (resource.settings?.adopt) expectHidden(await up(kind, { ...args, adopt: true }));

    const changes: { readonly [kind: string]: Props } = CHANGES;
    const provider = await open();
    const inputs = await checked(
      provider,
      kind,
      { ...args, ...changes[kind], [name]: args[name] },
      plain(known.inputs),
    );
    await provider.diff(known, inputs);
    if (door === "plugin") expectHidden(await provider.update(known, inputs, true));
    const outputs = await provider.update(known, inputs, false);
    expectHidden(outputs);
    await (await open()).delete({ ...known, inputs, outputs });
  });

  it("an endpoint hides the sender that it inherits from the program's profile", async () => {
    [printed.length, canary] = [0, LINE];
    const provider = await open();
    const profile = await checked(provider, "SipProfile", { defaultSendAs: marked(LINE), onDestroy: "restore" });
    const owner = await provider.create(named("SipProfile"), profile, false);
    const inputs = await checked(provider, "SipEndpoint", { username: "desk", password: marked("pw") });
    const made = await provider.create(named("SipEndpoint"), inputs, false);
    expectHidden(made);
    expect(plain(made.outputs).sendAs).toBe(LINE);
    const known = { ...named("SipEndpoint"), inputs, ...made };
    // Another process of the run has not checked the profile, and neither has one before the profile's turn.
    const other = await (await open()).create(named("SipEndpoint", "other"), { ...inputs, username: "other" }, false);
    expectHidden(other);
    expect(plain(other.outputs).sendAs).toBe(LINE);
    await (await open()).delete({ ...named("SipEndpoint", "other"), inputs, ...other });
    const again = await open();
    if (door === "plugin") expectHidden(await again.update(known, { ...inputs, callerId: "A" }, true));
    expectHidden(await again.read(known));
    await (await open()).delete(known);
    await (await open()).delete({ ...named("SipProfile"), inputs: profile, ...owner });
  });

  it.each(["SipEndpoint", "CxmlScript"] as const)(
    "a refusal hides what it repeats of the old and the new arguments of a %s, in whatever form",
    async (kind) => {
      const gateway = await openGateway(server);
      onTestFinished(() => gateway.close());
      const bodies: { readonly caller_id?: string }[] = [];
      gateway.answerWith(({ method, body }, forward) => {
        if (method === "GET") return forward();
        if (body !== "") bodies.push(JSON.parse(body));
        // A destroy does not run the program, so only the state says what is secret, and the new arguments are not in it.
        const repeated = method === "DELETE" ? bodies.slice(0, 1).map(({ caller_id: _, ...each }) => each) : bodies;
        const texts = repeated.flatMap((each) => [JSON.stringify(each), ...textsIn(each).flatMap(echoes)]);
        const error = { status: "422", title: "no", code: "422", type: "x", attribute: "x", url: "x" };
        return json(422, { errors: texts.map((text) => ({ ...error, detail: `no ${text}`, message: text })) });
      });
      const refused = async (work: (provider: Provider) => Promise<unknown>) => {
        const message = await open(gateway.url)
          .then(work)
          .then(String, (error: Error) => error.message);
        expect(message).toContain("422 Unprocessable");
        expect([message, ...printed].join("\n").match(/.*canary.*/gi) ?? []).toEqual([]);
        return message;
      };
      const old = echoed(kind, "old");
      await refused(async (provider) => provider.create(named(kind), await checked(provider, kind, old), false));
      const provider = await open();
      const inputs = await checked(provider, kind, old);
      const known = { ...named(kind), inputs, ...(await provider.create(named(kind), inputs, false)) };
      const message = await refused(async (again) =>
        again.update(known, await checked(again, kind, echoed(kind, "new"), plain(inputs)), false),
      );
      if (kind === "SipEndpoint") expect(message).toContain("token=[secret]");
      await refused((again) => again.delete(known));
      await (await open()).delete(known);
    },
  );
});

function echoed(kind: "SipEndpoint" | "CxmlScript", version: string): Props {
  if (kind === "CxmlScript") {
    const contents = `<Response><Redirect>https://hook:canary-xml-${version}@a.example/</Redirect></Response>`;
    return { displayName: version, contents };
  }
  return {
    username: "echoed",
    password: `canary-${version} päss`,
    callerId: marked(`canary-marked-${version}`),
    callHandler: "relay_script",
    callRelayScriptUrl: `https://hook:canary-user%40pw@a.example/swml?token=canary-token${version}`,
    extra: { auth_password: "canary-extra" },
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The forms in which a service may repeat a text, and the parts of an address alone. */
function echoes(text: string): string[] {
  const inUrl = encodeURIComponent(text);
  const [, user = "", token = ""] = /:\/\/[^:]+:([^@]+)@[^?]*(?:\?token=(\w.+))?/.exec(text) ?? [];
  const inHtml = text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll('"', "&quot;")
    .replaceAll("/", "&#47;");
  return [text, inUrl, inUrl.replace(/%../g, (each) => each.toLowerCase()), JSON.stringify(text), inHtml, user, token];
}

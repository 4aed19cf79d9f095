// A secret argument stands in clear in no output, id or printed line, whatever the service or the provider makes of it: every argument
// of every kind, through both doors.

import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { argumentFields, type Resource, type ResourceName, resourceNames, resources } from "../../contract/index.ts";
import { validateValue } from "../../contract/values.ts";
import { ask, type Server, serveWith } from "../engine/service.ts";
import { DOORS, openDoor } from "../provider/doors.ts";
import { json, openGateway } from "../provider/gateway.ts";
import type { Props } from "../provider/host.ts";
import { isMarked, marked, plain, unmarked } from "../provider/marks.ts";
import { World } from "../provider/world.ts";
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
  let canary: unknown;

  /** Expects that neither this nor what was printed shows the canary. */
  function expectHidden(shown: unknown, printed: string): void {
    const text = JSON.stringify([unmarked(shown, () => "[secret]"), printed]).toLowerCase();
    const said = JSON.stringify(canary).includes("canary-secret") ? "canary-secret" : String(canary);
    const forms = [said, said.replace("+", ""), encodeURIComponent(said), Buffer.from(said).toString("base64")];
    for (const form of forms) expect(text).not.toContain(form.toLowerCase());
  }

  it.each(CASES)("%s hides the %s", async (kind, name) => {
    const resource: Resource = resources[kind];
    const wire = argumentFields(resource).get(name) ?? "";
    canary = canaryFor(kind, name);
    const args: Props = {
      ...argumentsOf(kind, { ...SMALLEST[kind], ...neededFor(kind, wire) }),
      ...(kind === "PhoneNumber" ? { onDestroy: "restore" } : {}),
      ...(name === "domainIdentifier" ? { allowDomainChange: true, onDestroy: "restore" } : {}),
      ...(name === "renewBefore" ? { expiresIn: 40_000 } : {}),
      [name]: marked(canary),
    };
    const world = new World(kind, door, server);
    const hides = async (operation: Promise<unknown>) => expectHidden(await operation, world.printed);
    await hides(world.preview(args));
    await hides(world.up(args));
    for (const [output, from] of Object.entries(resource.derived ?? {}))
      if (from.includes(name)) expect(isMarked(world.known.outputs[output]), output).toBe(true);
    await hides(world.refresh());
    if (resource.settings?.adopt) {
      const adopted = new World(kind, door, server);
      expectHidden(await adopted.up({ ...args, adopt: true }), adopted.printed);
    }
    const changes: { readonly [kind: string]: Props } = CHANGES;
    const changed = { ...args, ...changes[kind], [name]: args[name] };
    await hides(world.preview(changed));
    await hides(world.up(changed));
    await hides(world.destroy());
  });

  it("an endpoint hides the sender that it inherits from the program's profile", async () => {
    canary = LINE;
    const provider = await openDoor(door, server);
    const profile = new World("SipProfile", door, server);
    const desk = new World("SipEndpoint", door, server);
    const DESK = { username: "desk", password: marked("pw") };
    const inputs = await profile.checked(provider, { defaultSendAs: marked(LINE), onDestroy: "restore" });
    const owner = await provider.create(profile.named, inputs, false);
    const made = await provider.create(desk.named, await desk.checked(provider, DESK), false);
    expectHidden(made, "");
    expect(plain(made.outputs).sendAs).toBe(LINE);
    // Another process of the run has not checked the profile, and neither has one before the profile's turn.
    const other = new World("SipEndpoint", door, server);
    for (const args of [{}, { callerId: "A" }]) {
      const known = await other.up({ ...DESK, username: "other", ...args });
      expectHidden(known, other.printed);
      expect(plain(known.outputs).sendAs).toBe(LINE);
    }
    expectHidden(await other.preview({ ...DESK, username: "other" }), other.printed);
    expectHidden(await other.refresh(), other.printed);
    await other.destroy();
    const last = await openDoor(door, server);
    await last.delete({ ...desk.named, inputs: DESK, ...made });
    await (await openDoor(door, server)).delete({ ...profile.named, inputs, ...owner });
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
      const world = new World(kind, door, server);
      const through = new World(kind, door, { ...server, url: gateway.url });
      const refused = async (work: Promise<unknown>) => {
        const message = await work.then(String, (error: Error) => error.message);
        expect(message).toContain("422 Unprocessable");
        expect(`${message}${through.printed}`.match(/.*canary.*/gi) ?? []).toEqual([]);
        return message;
      };
      await refused(through.up(echoed(kind, "old")));
      through.found(await world.up(echoed(kind, "old")));
      const message = await refused(through.up(echoed(kind, "new")));
      if (kind === "SipEndpoint") expect(message).toContain("token=[secret]");
      await refused(through.destroy());
      await world.destroy();
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

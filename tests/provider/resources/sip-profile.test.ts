// The project's SIP profile through Pulumi's provider process: adopted, changed, released; sent whole each time.

import { beforeEach, describe, expect, it } from "vitest";
import { SIP_PROFILE } from "../../contract/specified.ts";
import { ask, requests } from "../../engine/service.ts";
import { type Props, UNKNOWN } from "../host.ts";
import { change, type Managed, messageOf, puts, shown, up } from "../managed.ts";
import { served } from "../served.ts";

const PROFILE = "/api/relay/rest/sip_profile";
const NUMBER = "+12025550101";
const MOVES =
  "domainIdentifier differs from what the project has: the change would move the SIP address of every endpoint, and devices would " +
  "lose their registration. Set `allowDomainChange: true` if that is meant, or leave domainIdentifier out.";
const CODECS = SIP_PROFILE.default_codecs?.allowed ?? [];
const CIPHERS = SIP_PROFILE.default_ciphers?.allowed ?? [];

const INITIAL = { defaultEncryption: "optional", defaultSendAs: "random" };

const on = served({}, NUMBER);
/** The body of a request while a new project's values are unchanged. */
let initial: { readonly [field: string]: unknown };

beforeEach(async () => {
  const { domain_identifier } = await ask(on.server, "GET", "/sip_profile");
  initial = {
    domain_identifier,
    default_codecs: CODECS,
    default_ciphers: CIPHERS,
    default_encryption: "optional",
    default_send_as: null,
    default_outbound_policy: "passthrough",
  };
  on.server.journal.clear();
});

/** The engine starts a process for each run. */
async function nextUp(stored: Managed, args: Props): Promise<Managed> {
  await on.host.newRun();
  on.server.journal.clear();
  return change(on.host, "sipProfile", stored, args);
}

async function nextRead(stored: Managed) {
  await on.host.newRun();
  return on.host.read("sipProfile", stored.id, stored.outputs);
}

describe("adopting", () => {
  it("sends every field, those of the program and the others as they were, under the project's id", async () => {
    await ask(on.server, "PUT", "/sip_profile", { default_ciphers: ["AEAD_AES_256_GCM_8"] });
    on.server.journal.clear();
    const made = await up(on.host, "sipProfile", { defaultCodecs: ["OPUS"], defaultSendAs: NUMBER });
    expect(requests(on.server)).toEqual([`GET ${PROFILE}`, `PUT ${PROFILE}`]);
    const sent = { default_ciphers: ["AEAD_AES_256_GCM_8"], default_codecs: ["OPUS"], default_send_as: NUMBER };
    expect(puts(on.server)).toEqual([{ ...initial, ...sent }]);
    const { domain } = await ask(on.server, "GET", "/sip_profile");
    const outputs = { defaultCodecs: ["OPUS"], defaultSendAs: NUMBER, domain };
    expect([made.id, shown(made.outputs)]).toEqual([on.server.project.id, outputs]);
    const body = { ...initial, domain: String(domain), default_codecs: [], default_ciphers: null, default_send_as: "" };
    on.server.faults.add({ method: "GET", effect: "status", status: 200, body, times: 1 });
    await nextUp(made, { defaultEncryption: "required" });
    expect(puts(on.server)).toEqual([{ ...initial, default_encryption: "required" }]);
  });

  it.each<[string, Props]>([
    ["nothing", {}],
    ["what is there already", { ...INITIAL, defaultCodecs: [...CODECS].reverse() }],
    ["empty lists, which stand for full ones", { defaultCodecs: [], defaultCiphers: [] }],
  ])("sends nothing when the program sets %s, and finds no drift then", async (_, args) => {
    const made = await up(on.host, "sipProfile", args);
    expect(requests(on.server)).toEqual([`GET ${PROFILE}`]);
    expect(await nextRead(made)).toEqual({ id: made.id, inputs: args, outputs: made.outputs });
  });

  it("refuses to move the domain before anything is sent, unless that is allowed", async () => {
    const message = await messageOf(up(on.host, "sipProfile", { domainIdentifier: "office", defaultCodecs: ["OPUS"] }));
    expect([message, puts(on.server)]).toEqual([`Could not adopt the SIP profile: ${MOVES}`, []]);
    const { findings } = await on.host.preview("sipProfile", { domainIdentifier: "office" });
    expect(findings).toEqual([{ severity: "error", message: MOVES }]);
    const unknown = await on.host.preview("sipProfile", { domainIdentifier: UNKNOWN });
    expect(unknown.findings).toEqual([expect.objectContaining({ severity: "info" })]);
    const made = await up(on.host, "sipProfile", { domainIdentifier: "office", allowDomainChange: true });
    expect(made.outputs.domain).toBe("reference-office.sip.example.com");
  });
});

describe("changing", () => {
  it("resets removed arguments to their defaults, except for the domain, and sends nothing that is there already", async () => {
    const made = await up(on.host, "sipProfile", {
      defaultCodecs: ["OPUS"],
      defaultCiphers: ["AEAD_AES_256_GCM_8"],
      defaultEncryption: "required",
      defaultSendAs: NUMBER,
      domainIdentifier: "office",
      allowDomainChange: true,
    });
    const changed = await nextUp(made, {});
    expect(puts(on.server)).toEqual([{ ...initial, domain_identifier: "office" }]);
    expect((await nextRead(changed)).inputs).toEqual({});
    await ask(on.server, "PUT", "/sip_profile", { default_codecs: ["OPUS"] });
    await nextUp(changed, { defaultCodecs: ["OPUS"], domainIdentifier: "office" });
    expect(puts(on.server)).toEqual([]);
  });

  it("says in the preview that another domain identifier moves every endpoint", async () => {
    const made = await up(on.host, "sipProfile", { domainIdentifier: "office", allowDomainChange: true });
    const { inputs } = made;
    const problems = (args: Props) => on.host.check("sipProfile", inputs, args).then(({ failures }) => failures);
    const named = ["branch", UNKNOWN, "office", null].map((domainIdentifier) => ({ domainIdentifier }));
    const allowed = [true, UNKNOWN].map((allowDomainChange) => ({ domainIdentifier: "branch", allowDomainChange }));
    const moved = [{ property: "", reason: MOVES }];
    expect(await Promise.all([...named, ...allowed].map(problems))).toEqual([moved, [], [], [], [], []]);
    const renamed = { domainIdentifier: "branch", __declaredAs: "new", __recorded: made.outputs };
    expect((await on.host.check("sipProfile", {}, renamed)).failures).toEqual(moved);
  });
});

describe("reading", () => {
  it("of the project's id alone shows everything, and of another id fails", async () => {
    const { outputs } = await on.host.read("sipProfile", on.server.project.id, {});
    expect(shown(outputs)).toEqual({
      domain: expect.stringContaining(".sip.example.com"),
      domainIdentifier: initial.domain_identifier,
      defaultCodecs: CODECS,
      defaultCiphers: CIPHERS,
      defaultEncryption: "optional",
    });
    expect(await messageOf(on.host.read("sipProfile", "other", {}))).toBe(
      "Could not read the SIP profile (other): there is no such SIP profile in the project. Check the id and the project ID.",
    );
  });

  it("of one that was only looked at counts as nothing that the stack set", async () => {
    await ask(on.server, "PUT", "/sip_profile", { default_codecs: ["OPUS"], default_encryption: "required" });
    const { outputs } = await on.host.read("sipProfile", on.server.project.id, {});
    on.server.journal.clear();
    await up(on.host, "sipProfile", { defaultCodecs: ["OPUS"], __declaredAs: "new", __recorded: outputs });
    expect(puts(on.server)).toEqual([]);
  });
});

it("a removal moves the domain back only where that is allowed, and says so", async () => {
  const restored = { domainIdentifier: "office", onDestroy: "restore" };
  const made = await up(on.host, "sipProfile", { ...restored, allowDomainChange: true });
  const kept = await nextUp(made, restored);
  await on.host.delete("sipProfile", kept.id, kept.outputs);
  expect([puts(on.server), on.host.printed.split("\n").at(-2)]).toEqual([
    [],
    "The SIP domain reference-office.sip.example.com stays: to restore it as well would have taken `allowDomainChange: true`.",
  ]);
  await on.host.newRun();
  await on.host.delete("sipProfile", made.id, made.outputs);
  expect(puts(on.server)).toEqual([initial]);
});

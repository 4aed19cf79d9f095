// The inherited values that the state records, for every way in which an endpoint comes to inherit them.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BASELINE, withRecords } from "../../../contract/index.ts";
import { startServer } from "../../../server/index.ts";
import { ask, requests, type Server } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import type { Props } from "../host.ts";
import { change, type Managed, up } from "../managed.ts";

const STRICT = { default_encryption: "required", default_ciphers: ["AEAD_AES_256_GCM_8"], default_codecs: ["OPUS"] };
const WEAK = { default_encryption: "optional", default_ciphers: [], default_codecs: [] };
const INHERITED = { encryption: "required", ciphers: ["AEAD_AES_256_GCM_8"], codecs: ["OPUS"] };

let server: Server;
let host: DirectHost;
let name = 0;
let DESK: Props;
let NAMED: Props;
let EMPTY: Props;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server?.close());

beforeEach(async () => {
  host = await DirectHost.start(server);
  name += 1;
  DESK = { username: `desk-${name}`, password: "canary-password" };
  NAMED = { ...DESK, encryption: "optional", ciphers: ["AES_CM_128_HMAC_SHA1_32"], codecs: ["PCMU"] };
  EMPTY = { ...DESK, encryption: "default", ciphers: [], codecs: [] };
  await profile(STRICT);
  server.journal.clear();
  return () => host.stop();
});

const profile = (settings: object) => ask(server, "PUT", "/sip_profile", settings);
const recorded = ({ outputs }: Pick<Managed, "outputs">) => withRecords(outputs)[BASELINE];

/** Returns what a refresh of a later run prints, shows and records. */
async function refreshed({ id, outputs }: Managed, known: Props = {}) {
  const later = await DirectHost.start(server);
  try {
    if (Object.keys(known).length > 0) await later.read("sipProfile", server.project.id, known);
    const read = await later.read("sipEndpoint", id, outputs);
    return { ...read, printed: later.printed };
  } finally {
    await later.stop();
  }
}

async function imported(args: Props): Promise<Managed> {
  const { id } = await ask(server, "POST", "/endpoints/sip", args);
  const found = await host.import("sipEndpoint", String(id));
  if (!found) throw new Error("the endpoint is gone");
  return found;
}

describe("an endpoint that comes to inherit", () => {
  it.each<[string, () => Promise<Managed>]>([
    ["by being created without the arguments", () => up(host, "sipEndpoint", DESK)],
    ["by being created with the unset forms", () => up(host, "sipEndpoint", EMPTY)],
    [
      "by an update that removes the arguments",
      async () => change(host, "sipEndpoint", await up(host, "sipEndpoint", NAMED), DESK),
    ],
    [
      "by an update to the unset forms",
      async () => change(host, "sipEndpoint", await up(host, "sipEndpoint", NAMED), EMPTY),
    ],
    [
      "by the adoption of one that has the unset forms",
      async () => {
        await ask(server, "POST", "/endpoints/sip", { ...DESK, encryption: "default", codecs: [] });
        return up(host, "sipEndpoint", { ...DESK, adopt: true });
      },
    ],
    [
      "by a refresh of a state without a record",
      async () => {
        const made = await up(host, "sipEndpoint", EMPTY);
        const { [BASELINE]: _, ...outputs } = withRecords(made.outputs);
        return { ...made, outputs: (await refreshed({ ...made, outputs })).outputs };
      },
    ],
  ])("%s records the profile's narrower values, and a refresh reports a weaker profile", async (_, come) => {
    const made = await come();
    expect(recorded(made)).toEqual(INHERITED);
    expect((await refreshed(made)).printed).toBe("");
    await profile(WEAK);
    const { printed, inputs, outputs } = await refreshed(made);
    expect(inputs).toEqual(made.inputs);
    for (const setting of ["encryption", "ciphers", "codecs"]) expect(printed).toContain(`${setting} `);
    expect(recorded({ outputs })).toEqual(INHERITED);
  });

  it("is imported with the narrower values as arguments, so that a weaker profile changes nothing", async () => {
    const { username: _, password: __, ...narrower } = NAMED;
    const made = await imported(DESK);
    expect(Object.keys(made.inputs)).toEqual(expect.arrayContaining(Object.keys(narrower)));
    // The answer shows that this endpoint inherits.
    const inheriting = await imported({ ...DESK, username: `${DESK.username}-2`, encryption: "default" });
    expect(Object.keys(inheriting.inputs)).not.toContain("encryption");
    expect(recorded(inheriting)).toEqual({ encryption: INHERITED.encryption });
    const own = await imported({ ...INHERITED, username: `${DESK.username}-3`, password: DESK.password });
    await profile(WEAK);
    const answer = await host.read("sipEndpoint", own.id, own.outputs);
    expect(answer.inputs).toEqual(own.inputs);
  });

  it("asks for the profile only where the answer does not show the value, and once", async () => {
    const reads = () => requests(server).filter((each) => each === "GET /api/relay/rest/sip_profile");
    const made = await up(host, "sipEndpoint", NAMED);
    await up(host, "sipEndpoint", { ...DESK, username: `${DESK.username}-2` });
    const { encryption: _, ...inheriting } = NAMED;
    expect(reads()).toEqual([]);
    const changed = await change(host, "sipEndpoint", made, { ...inheriting, encryption: "default" });
    await up(host, "sipEndpoint", { ...EMPTY, username: `${DESK.username}-3` });
    expect(recorded(changed)).toEqual({ encryption: "required" });
    expect(reads()).toHaveLength(1);
  });

  it("is written and warned of where the profile cannot be read, and recorded by the next refresh", async () => {
    const fault = { path: "/api/relay/rest/sip_profile", effect: "status", status: 503, body: {} } as const;
    server.faults.add({ ...fault, times: 20 });
    const made = await up(host, "sipEndpoint", EMPTY);
    server.faults.clear();
    expect(recorded(made)).toEqual({ ciphers: INHERITED.ciphers, codecs: INHERITED.codecs });
    expect(host.printed).toContain("Run `pulumi refresh` to record it.");
    expect(recorded(await refreshed(made))).toEqual(INHERITED);
  }, 60_000);

  it.each([401, 403, 404, 405])("has no drift where the profile answers %i, rather than failing", async (status) => {
    const made = await up(host, "sipEndpoint", DESK);
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { codecs: ["VP8"] });
    server.faults.add({ path: "/api/relay/rest/sip_profile", effect: "status", status, body: { error: "x" } });
    expect((await refreshed(made)).inputs).toEqual(DESK);
    server.faults.clear();
  });

  it("keeps the record while somebody gave the endpoint a value of its own", async () => {
    const made = await up(host, "sipEndpoint", DESK);
    await profile(WEAK);
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { ciphers: ["AES_CM_128_HMAC_SHA1_32"] });
    const { outputs } = await refreshed(made);
    const back = await change(host, "sipEndpoint", { ...made, outputs }, DESK);
    expect(recorded(back)).toEqual(INHERITED);
  });
});

describe("an endpoint of a stack that manages the profile", () => {
  const PROFILE = { defaultCodecs: ["OPUS", "PCMU"], defaultEncryption: "optional" };

  it("records the program's value, which the run may write later, and not the one in force", async () => {
    await host.check("sipProfile", {}, PROFILE);
    const made = await up(host, "sipEndpoint", DESK);
    expect(recorded(made)).toEqual({ codecs: ["OPUS", "PCMU"], ciphers: INHERITED.ciphers });
    await profile({ default_codecs: ["PCMU", "OPUS"], default_encryption: "optional" });
    expect((await refreshed(made)).printed).toBe("");
  });

  it("does the same in an update, and in a refresh of a state that recorded the value in force", async () => {
    const made = await up(host, "sipEndpoint", DESK);
    await host.check("sipProfile", {}, PROFILE);
    const changed = await change(host, "sipEndpoint", made, { ...DESK, callerId: "Desk" });
    expect(recorded(changed)).toEqual({ codecs: ["OPUS", "PCMU"], ciphers: INHERITED.ciphers });
    await profile(WEAK);
    const { printed, outputs } = await refreshed(made, PROFILE);
    expect(printed).toContain("ciphers ");
    expect(printed).not.toMatch(/encryption|codecs/);
    expect(recorded({ outputs })).toEqual({ codecs: ["OPUS", "PCMU"], ciphers: INHERITED.ciphers });
  });

  it("leaves the report to the profile also when the engine reads that a moment later", async () => {
    const made = await up(host, "sipEndpoint", DESK);
    await profile(WEAK);
    const later = await DirectHost.start(server);
    const reading = later.read("sipEndpoint", made.id, made.outputs);
    await new Promise((over) => setTimeout(over, 50));
    await later.read("sipProfile", server.project.id, {
      ...{ defaultEncryption: "required", defaultCodecs: ["OPUS"], defaultCiphers: ["AEAD_AES_256_GCM_8"] },
    });
    await reading;
    await later.stop();
    expect(later.printed).toBe("");
  });
});

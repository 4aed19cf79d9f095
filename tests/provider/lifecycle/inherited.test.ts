// Settings that an endpoint inherits from the SIP profile.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startServer } from "../../../server/index.ts";
import { ask, type Server } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import type { Props } from "../host.ts";
import { type Managed, up } from "../managed.ts";

const STRICT = { default_encryption: "required", default_ciphers: ["AEAD_AES_256_GCM_8"], default_codecs: ["OPUS"] };
const WEAK = { default_encryption: "optional", default_ciphers: [], default_codecs: [] };
const NARROWER = { encryption: "required", ciphers: ["AEAD_AES_256_GCM_8"], codecs: ["OPUS"] };

let server: Server;
let host: DirectHost;
let name = 0;
let DESK: Props;
let NAMED: Props;

beforeAll(async () => {
  server = await startServer();
});

afterAll(() => server?.close());

beforeEach(async () => {
  host = await DirectHost.start(server);
  name += 1;
  DESK = { username: `desk-${name}`, password: "canary-password" };
  NAMED = { ...DESK, encryption: "optional", ciphers: ["AES_CM_128_HMAC_SHA1_32"], codecs: ["PCMU"] };
  await profile(STRICT);
});

const profile = (settings: object) => ask(server, "PUT", "/sip_profile", settings);
async function imported(args: Props): Promise<Managed> {
  const { id } = await ask(server, "POST", "/endpoints/sip", args);
  const found = await host.import("sipEndpoint", String(id));
  if (!found) throw new Error("the endpoint is gone");
  return found;
}

describe("an endpoint that inherits", () => {
  it("is imported with the narrower values as arguments, so that a weaker profile changes nothing", async () => {
    const { username: _, password: __, ...narrower } = NAMED;
    const made = await imported(DESK);
    expect(Object.keys(made.inputs)).toEqual(expect.arrayContaining(Object.keys(narrower)));
    // The answer shows that this endpoint inherits.
    const inheriting = await imported({ ...DESK, username: `${DESK.username}-2`, encryption: "default" });
    expect(Object.keys(inheriting.inputs)).not.toContain("encryption");
    const own = await imported({ ...NARROWER, username: `${DESK.username}-3`, password: DESK.password });
    await profile(WEAK);
    const answer = await host.read("sipEndpoint", own.id, own.outputs);
    expect(answer.inputs).toEqual(own.inputs);
  });

  it("has what the program's profile says, and not what the state's said, in either order", async () => {
    const [olds, news] = [{ defaultCodecs: ["PCMU"] }, { defaultCodecs: ["G722"], __declaredAs: "profile" }];
    const steps = [() => host.check("sipProfile", olds, news), () => host.read("sipProfile", server.project.id, olds)];
    for (const [at, order] of [steps, steps.toReversed()].entries()) {
      await host.newRun();
      for (const step of order) await step();
      const { id, outputs } = await host.create("sipEndpoint", { ...DESK, username: `${DESK.username}-${at}` });
      expect(outputs).toMatchObject({ codecs: ["G722"] });
      expect((await host.read("sipEndpoint", id, outputs)).outputs).toMatchObject({ codecs: ["G722"] });
    }
  });

  it.each([401, 403, 404, 405])("has no drift where the profile answers %i, rather than failing", async (status) => {
    const made = await up(host, "sipEndpoint", DESK);
    await ask(server, "PUT", `/endpoints/sip/${made.id}`, { codecs: ["VP8"] });
    server.faults.add({ path: "/api/relay/rest/sip_profile", effect: "status", status, body: { error: "x" } });
    const later = await DirectHost.start(server);
    expect((await later.read("sipEndpoint", made.id, made.outputs)).inputs).toEqual(DESK);
    server.faults.clear();
  });
});

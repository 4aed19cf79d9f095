// Settings that an endpoint inherits from the SIP profile.

import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "../../../server/index.ts";
import { ask, type Server } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import { up } from "../managed.ts";

const STRICT = { default_encryption: "required", default_ciphers: ["AEAD_AES_256_GCM_8"], default_codecs: ["OPUS"] };
const WEAK = { default_encryption: "optional", default_ciphers: [], default_codecs: [] };
const DESK = { username: "desk", password: "canary-password" };

let server: Server;
let host: DirectHost;

beforeEach(async () => {
  server = await startServer();
  onTestFinished(() => server.close());
  host = await DirectHost.start(server);
  await profile(STRICT);
});

const profile = (settings: object) => ask(server, "PUT", "/sip_profile", settings);

describe("an endpoint that inherits", () => {
  it("is imported with the narrower values as arguments, so that a weaker profile changes nothing", async () => {
    const imported = async (username: string, args: object = {}) => {
      const { id } = await ask(server, "POST", "/endpoints/sip", { ...DESK, username, ...args });
      return host.import("sipEndpoint", String(id));
    };
    const narrower = { ciphers: ["AEAD_AES_256_GCM_8"], codecs: ["OPUS"] };
    const inputs = { username: "desk", encryption: "required", ...narrower };
    expect((await imported("desk"))?.inputs).toEqual(inputs);
    // The answer shows that this endpoint inherits.
    const inheriting = await imported("other", { encryption: "default" });
    expect(inheriting?.inputs).toEqual({ username: "other", ...narrower });
    const own = await imported("third", { encryption: "required", ...narrower });
    await profile(WEAK);
    const { inputs: read } = await host.read("sipEndpoint", own?.id ?? "", own?.outputs ?? {});
    expect([own?.inputs, read]).toEqual(Array(2).fill({ ...inputs, username: "third" }));
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
  });
});

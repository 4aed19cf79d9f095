// Settings that an endpoint inherits from the SIP profile.

import { beforeEach, describe, expect, it } from "vitest";
import { ask } from "../../engine/service.ts";
import { DirectHost } from "../direct-host.ts";
import { messageOf, up } from "../managed.ts";
import { served } from "../served.ts";

const STRICT = { default_encryption: "required", default_ciphers: ["AEAD_AES_256_GCM_8"], default_codecs: ["OPUS"] };
const WEAK = { default_encryption: "optional", default_ciphers: [], default_codecs: [] };
const DESK = { username: "desk", password: "canary-password" };

const on = served();

beforeEach(() => profile(STRICT));

const profile = (settings: object) => ask(on.server, "PUT", "/sip_profile", settings);

describe("an endpoint that inherits", () => {
  it("is imported with the narrower values as arguments, so that a weaker profile changes nothing", async () => {
    const imported = async (username: string, args: object = {}) => {
      const { id } = await ask(on.server, "POST", "/endpoints/sip", { ...DESK, username, ...args });
      return on.host.import("sipEndpoint", String(id));
    };
    const narrower = { ciphers: ["AEAD_AES_256_GCM_8"], codecs: ["OPUS"] };
    const inputs = { username: "desk", encryption: "required", ...narrower };
    expect((await imported("desk"))?.inputs).toEqual(inputs);
    // The answer shows that this endpoint inherits.
    const inheriting = await imported("other", { encryption: "default" });
    expect(inheriting?.inputs).toEqual({ username: "other", ...narrower });
    const own = await imported("third", { encryption: "required", ...narrower });
    await profile(WEAK);
    const { inputs: read } = await on.host.read("sipEndpoint", own?.id ?? "", own?.outputs ?? {});
    expect([own?.inputs, read]).toEqual(Array(2).fill({ ...inputs, username: "third" }));
  });

  it("has what the program's profile says, else what the state's said, in any order with a look-up", async () => {
    const [olds, news] = [{ defaultCodecs: ["PCMU"] }, { defaultCodecs: ["G722"], __declaredAs: "profile" }];
    const check = () => on.host.check("sipProfile", olds, news);
    const read = (props: object) => () => on.host.read("sipProfile", on.server.project.id, { ...props });
    const orders = [
      { steps: [check, read(olds)], codecs: ["G722"] },
      { steps: [read(olds), check], codecs: ["G722"] },
      { steps: [read({}), read(olds)], codecs: ["PCMU"] },
    ];
    for (const [at, { steps, codecs }] of orders.entries()) {
      await on.host.newRun();
      for (const step of steps) await step();
      const { id, outputs } = await on.host.create("sipEndpoint", { ...DESK, username: `${DESK.username}-${at}` });
      expect(outputs).toMatchObject({ codecs });
      expect((await on.host.read("sipEndpoint", id, outputs)).outputs).toMatchObject({ codecs });
    }
  });

  it.each([401, 403, 404, 405])("has no drift where the profile answers %i, rather than failing", async (status) => {
    const made = await up(on.host, "sipEndpoint", DESK);
    await ask(on.server, "PUT", `/endpoints/sip/${made.id}`, { codecs: ["VP8"] });
    on.server.faults.add({ path: "/api/relay/rest/sip_profile", effect: "status", status, body: { error: "x" } });
    const later = await DirectHost.start(on.server);
    expect((await later.read("sipEndpoint", made.id, made.outputs)).inputs).toEqual(DESK);
  });

  it("is not read where the profile cannot be asked now: nothing would be known", async () => {
    const made = await up(on.host, "sipEndpoint", DESK);
    const effect = { effect: "status", status: 429, headers: { "Retry-After": "86400" } } as const;
    on.server.faults.add({ path: "/api/relay/rest/sip_profile", ...effect });
    const later = await DirectHost.start(on.server);
    expect(await messageOf(later.read("sipEndpoint", made.id, made.outputs))).toContain("429");
  });
});

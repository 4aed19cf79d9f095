// The set-up of the tests of SIP endpoints: a server and a provider process for all tests of a file, and no endpoint before each.

import { afterAll, beforeAll, beforeEach } from "vitest";
import { ask, list, type Server, serve } from "../engine/service.ts";
import { DirectHost } from "./direct-host.ts";
import { type Managed, up } from "./managed.ts";

export const COLLECTION = "/api/relay/rest/endpoints/sip";
export const UUID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";
export const GONE = "00000000-0000-4000-8000-000000000000";
export const OTHER = "00000000-0000-4000-8000-000000000001";

export let server: Server;
export let host: DirectHost;

/** Called once by each test file: hooks of an imported module would belong to the first file only. */
export function useDesks(): void {
  beforeAll(async () => {
    server = await serve("+12025550101");
    host = await DirectHost.start(server);
    // Simultaneous reads may share one list. The tests below need separate reads.
    for (const id of [GONE, OTHER]) await host.read("sipEndpoint", id, DESK);
  });

  afterAll(async () => {
    await host?.stop();
    await server?.close();
  });

  beforeEach(async () => {
    for (const { id } of await list(server, "/endpoints/sip")) await ask(server, "DELETE", `/endpoints/sip/${id}`);
    server.journal.clear();
  });
}

export const DESK = { username: "front-desk", password: "canary-password" };

export const EVERYTHING = {
  ...DESK,
  callerId: "Front desk",
  sendAs: "+12025550101",
  ciphers: ["AEAD_AES_256_GCM_8", "AES_CM_128_HMAC_SHA1_32"],
  codecs: ["OPUS", "PCMU"],
  encryption: "required",
  callHandler: "laml_webhooks",
  callRequestUrl: "https://example.com/call?x=1",
  callRequestMethod: "GET",
  callFallbackUrl: "https://example.net/call",
  callFallbackMethod: "POST",
  callStatusCallbackUrl: "https://example.com/status",
  callStatusCallbackMethod: "POST",
  callLamlApplicationId: "application",
  callRelayContext: "support",
  callVideoRoomId: UUID,
  callFlowId: UUID,
  callAiAgentId: UUID,
  callRelayScriptUrl: "https://example.com/script.json",
};

export async function desk(more: object = {}): Promise<Managed> {
  const made = await up(host, "sipEndpoint", { ...DESK, ...more });
  server.journal.clear();
  return made;
}

/** Returns the bodies of the PUT requests since the journal was last cleared. */
export function puts(): unknown[] {
  return server.journal.entries.filter(({ method }) => method === "PUT").map(({ requestBody }) => requestBody);
}

// The set-up of the tests of SIP endpoints: a server and a provider process for all tests of a file, and no endpoint before each.

import { afterAll, beforeAll, beforeEach } from "vitest";
import { ask, list, type Server, serve } from "../engine/service.ts";
import { DirectHost } from "./direct-host.ts";
import { inCamelCase, type Managed, up } from "./managed.ts";

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

/** The body of an endpoint with every setting. */
export const ON_THE_WIRE = {
  username: "front-desk",
  password: "canary-password",
  caller_id: "Front desk",
  send_as: "+12025550101",
  ciphers: ["AEAD_AES_256_GCM_8", "AES_CM_128_HMAC_SHA1_32"],
  codecs: ["OPUS", "PCMU"],
  encryption: "required",
  call_handler: "laml_webhooks",
  call_request_url: "https://example.com/call?x=1",
  call_request_method: "GET",
  call_fallback_url: "https://example.net/call",
  call_fallback_method: "POST",
  call_status_callback_url: "https://example.com/status",
  call_status_callback_method: "POST",
  call_laml_application_id: "application",
  call_relay_context: "support",
  call_video_room_id: UUID,
  call_flow_id: UUID,
  call_ai_agent_id: UUID,
  call_relay_script_url: "https://example.com/script.json",
};

export const EVERYTHING = inCamelCase(ON_THE_WIRE);

export async function desk(more: object = {}): Promise<Managed> {
  const made = await up(host, "sipEndpoint", { ...DESK, ...more });
  server.journal.clear();
  return made;
}

/** Returns the bodies of the PUT requests since the journal was last cleared. */
export function puts(): unknown[] {
  return server.journal.entries.filter(({ method }) => method === "PUT").map(({ requestBody }) => requestBody);
}

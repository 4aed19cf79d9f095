// Decides what the reference server is measured against: the least a server of the same answers could do.
// Run as a child process: `node contestants.ts bare|reference [data file]`. It sends its address to its parent.

import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { startServer } from "../../server/index.ts";

export interface Contestant {
  readonly url: string;
  readonly projectId: string;
  readonly apiToken: string;
}

if (process.argv[2] === "reference") {
  const data = process.argv[3];
  const { url, project } = await startServer({ rateLimit: false, ...(data && { data }) });
  introduce({ url, projectId: project.id, apiToken: project.apiToken });
} else if (process.argv[2] === "bare") {
  const server = createServer(bare()).listen(0, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    introduce({ url: `http://127.0.0.1:${port}`, projectId: "project", apiToken: "token" });
  });
}

process.on("message", (message) => {
  if (message === "usage") process.send?.(process.cpuUsage());
});

function introduce(contestant: Contestant): void {
  process.send?.(contestant);
}

/** No credentials, no rules, nothing kept beyond the process: JSON in, a Map, JSON of the same size out. */
function bare(): Parameters<typeof createServer>[1] {
  const stored = new Map<string, object>();
  return (request, response) => {
    const answer = (status: number, body: object) => {
      const text = JSON.stringify(body);
      response
        .writeHead(status, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) })
        .end(text);
    };
    if (request.method === "GET") {
      const found = stored.get(request.url?.slice(request.url.lastIndexOf("/") + 1) ?? "");
      answer(found ? 200 : 404, found ?? {});
      return;
    }
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const { password: _, ...body } = JSON.parse(Buffer.concat(chunks).toString());
      const id = randomUUID();
      const whole = { ...UNSET, ...body, id };
      stored.set(id, whole);
      answer(201, whole);
    });
  };
}

const UNSET = {
  type: "sip_endpoint",
  id: null,
  username: null,
  caller_id: null,
  send_as: "random",
  ciphers: [
    "AEAD_AES_256_GCM_8",
    "AES_256_CM_HMAC_SHA1_80",
    "AES_CM_128_HMAC_SHA1_80",
    "AES_256_CM_HMAC_SHA1_32",
    "AES_CM_128_HMAC_SHA1_32",
  ],
  codecs: ["OPUS", "G722", "PCMU", "PCMA", "VP8", "H264"],
  encryption: "optional",
  call_handler: null,
  call_request_url: null,
  call_request_method: null,
  call_fallback_url: null,
  call_fallback_method: null,
  call_status_callback_url: null,
  call_status_callback_method: null,
  call_laml_application_id: null,
  call_relay_context: null,
  call_relay_application: null,
  call_video_room_id: null,
  call_flow_id: null,
  call_ai_agent_id: null,
  call_relay_script_url: null,
  calling_handler_resource_id: null,
  call_dialogflow_agent_id: null,
  call_relay_topic: null,
  call_relay_topic_status_callback_url: null,
  call_relay_context_status_callback_url: null,
};

// Random accounts, made through the API.

import { addEndpoint, ask, list, type Server, serveWith } from "../../engine/service.ts";
import { makeDomains, makeScripts } from "./random-scripts.ts";

export type Json = { [name: string]: unknown };

/** Returns a generator of numbers in [0, 1) for a seed. */
function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

// Written by hand from the specification.
export const UUID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";
export const TEXTS = [
  "Front desk",
  'say "hi" and \\ that\'s `it` $\u007bprocess.exit(1)}',
  "line\nbreak\u2028and\u2029more\r",
  "☎️ büro 東京",
  "__proto__",
  "x".repeat(300),
  "*/ process.exit(1) //",
  "constructor",
  "\\u0022 \\",
  "\u202etfel ot thgir\u202c \u200f\u2066",
];
const USERNAMES = [
  "desk",
  "Desk",
  "DESK",
  "front.desk",
  "front-desk",
  "__proto__",
  "default",
  "pulumi",
  "101",
  '"`$\u007b0}`',
  "büro",
  "電話",
  "a*/b",
  "u".repeat(300),
  "config",
  "line\u200b",
  "class",
  "await",
  "new",
  "undefined",
  "\u200f\u202edesk",
  "desk\\",
];
export const URLS = [
  "https://example.com/call?x=1",
  "https://example.com/`$\u007bprocess.exit(1)}`",
  "https://example.com/*/process.exit(1)//\\u0022",
  "https://user:hunter2@example.com/a",
  "https://example.com/b?token=canary-secret",
  "http://example.com:8080/c",
  "https://example.com",
  'https://example.net/"quoted"\\',
];

export const SECRETS = ["hunter2", "canary-secret"];

export type Pick1 = <T>(from: readonly T[]) => T;

export function webhooks(pick: Pick1, kinds: readonly string[], urls: readonly string[]): Json {
  return Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}_url`, pick(urls)],
      [`${kind}_method`, pick(["GET", "POST"])],
    ]),
  );
}

/** A server with one account of up to `most` objects. */
export async function randomAccount(seed: number, most: number): Promise<Server> {
  const random = randomFrom(seed);
  const pick: Pick1 = (from) => from[Math.floor(random() * from.length)] as never;
  const maybe = (value: Json): Json => (random() < 0.5 ? value : {});
  const count = 1 + Math.floor(random() * most);
  const numbers = Array.from({ length: Math.floor(count / 2) + 1 }, (_, at) => `+1202555${String(1000 + at)}`);
  const server = await serveWith({ extraFields: true }, ...numbers);

  const choosing = { pick, maybe, many: Math.floor(count / 6) };
  const scripts = await makeScripts(server, choosing);
  await makeDomains(server, choosing, scripts);
  const laml = [...URLS, ...scripts.laml];
  const swml = [...URLS, ...scripts.swml];
  const CALL = ["call_request", "call_fallback", "call_status_callback"];
  const endpointHandlers: (() => Json)[] = [
    () => ({}),
    () => ({ call_handler: "relay_context", call_relay_context: pick(TEXTS) }),
    () => ({ call_handler: "relay_context", call_relay_application: pick(TEXTS) }),
    () => ({ call_handler: "relay_script", call_relay_script_url: pick(swml) }),
    () => ({ call_handler: "laml_webhooks", ...webhooks(pick, CALL, laml) }),
    () => ({ call_handler: "laml_application", call_laml_application_id: pick([UUID, ...TEXTS]) }),
    () => ({ call_handler: "dialogflow" }),
    () => ({ call_handler: "video_room", call_video_room_id: UUID }),
    () => ({ call_handler: "call_flow", call_flow_id: UUID.toUpperCase() }),
    () => ({ call_handler: "ai_agent", call_ai_agent_id: UUID }),
    () => ({ call_handler: "relay_topic", call_relay_topic: pick(TEXTS) }),
  ];
  const usernames = [
    ...new Set(Array.from({ length: count }, (_, at) => pick([...USERNAMES, `desk-${at}`, `desk_${at}`]))),
  ];
  // The number refers to an endpoint that is deleted later.
  const foreign: string[] = [];
  for (const username of ["gone", "gone-too"]) foreign.push(await addEndpoint(server, username));
  const ids: string[] = [];
  for (const username of usernames) {
    const made = await ask(server, "POST", "/endpoints/sip", {
      username,
      password: "canary-password",
      ...maybe({ caller_id: pick(TEXTS) }),
      ...maybe({ send_as: pick(["random", "+12025551000"]) }),
      ...maybe({ ciphers: ["AES_CM_128_HMAC_SHA1_32", "AEAD_AES_256_GCM_8"] }),
      ...maybe({ codecs: pick([["H264", "OPUS"], ["PCMU"], []]) }),
      ...maybe({ encryption: pick(["default", "required", "optional"]) }),
      // Some fields are ones that the handler ignores.
      ...(random() < 0.3 ? pick(endpointHandlers)() : {}),
      ...pick(endpointHandlers)(),
    });
    ids.push(String(made.id));
  }
  const numberHandlers: (() => Json)[] = [
    () => ({}),
    () => ({ call_handler: "relay_context", call_relay_context: pick(TEXTS) }),
    () => ({ call_handler: "relay_application", call_relay_application: pick(TEXTS) }),
    () => ({ call_handler: "laml_webhooks", ...webhooks(pick, CALL, laml) }),
    () => ({ call_handler: "laml_application", call_laml_application_id: UUID }),
    () => ({ call_handler: "dialogflow", call_dialogflow_agent_id: "agent" }),
    () => ({ call_handler: "relay_connector", call_relay_connector_id: "connector" }),
    () => ({ call_handler: "relay_sip_endpoint", call_sip_endpoint_id: pick(ids) }),
    () => ({ call_handler: "relay_sip_endpoint", call_sip_endpoint_id: pick(ids).toUpperCase() }),
    () => ({ call_handler: "relay_sip_endpoint", call_sip_endpoint_id: pick(foreign) }),
    () => ({ call_handler: "relay_verto_endpoint", call_verto_resource: pick(TEXTS) }),
    () => ({ call_handler: "video_room", call_video_room_id: UUID }),
    () => ({ call_handler: "relay_topic", call_relay_topic: pick(TEXTS) }),
    () => ({ call_handler: "relay_script", call_relay_script_url: pick(swml) }),
  ];
  const messages: (() => Json)[] = [
    () => ({}),
    () => ({ message_handler: "relay_context", message_relay_context: pick(TEXTS) }),
    () => ({ message_handler: "relay_application", message_relay_application: pick(TEXTS) }),
    () => ({ message_handler: "laml_webhooks", ...webhooks(pick, ["message_request", "message_fallback"], laml) }),
    () => ({ message_handler: "laml_application", message_laml_application_id: UUID }),
  ];
  for (const line of await list(server, "/phone_numbers"))
    await ask(server, "PUT", `/phone_numbers/${line.id}`, {
      ...maybe({ name: pick(TEXTS) }),
      ...maybe({ call_receive_mode: pick(["voice", "fax"]) }),
      ...(random() < 0.3 ? pick(numberHandlers)() : {}),
      ...pick(numberHandlers)(),
      ...pick(messages)(),
    });
  for (const id of foreign) await ask(server, "DELETE", `/endpoints/sip/${id}`);
  if (random() < 0.5)
    await ask(server, "PUT", "/sip_profile", {
      default_codecs: ["OPUS", "PCMU"],
      default_encryption: pick(["required", "optional"]),
      default_send_as: pick(["random", "+12025551000"]),
    });
  server.journal.clear();
  return server;
}

// Random scripts and domain applications of an account, made through the API.

import { ask, type Server } from "../../engine/service.ts";
import { type Json, type Pick1, TEXTS, URLS, UUID, webhooks } from "./accounts.ts";

interface Choosing {
  readonly pick: Pick1;
  readonly maybe: (value: Json) => Json;
  readonly many: number;
}

/** Addresses of the scripts. */
export interface Scripts {
  readonly laml: readonly string[];
  readonly swml: readonly string[];
}

const DOCUMENTS = [
  "<Response/>",
  '<?xml version="1.0" encoding="UTF-8"?>\r\n<Response>\r\n\t<Say>Hi</Say>\r\n</Response>\r\n',
  "<Response><!-- */ process.exit(1) // --><Say>`$\u007bprocess.exit(1)}` \\u0022 \"&amp;'</Say></Response>",
  "<Response><Say><![CDATA[</Say> ☎️ büro \u202etfel]]></Say></Response>",
  "<Response><Redirect>{{ url }}</Redirect></Response>",
  "<Response><Redirect>https://user:hunter2@example.com/next</Redirect></Response>",
  `<Response><Say>${"long ".repeat(500)}</Say></Response>`,
];
const FLOWS = [
  { sections: { main: ["hangup"] } },
  { sections: { main: [{ transfer: { dest: "https://user:hunter2@example.com/b?token=canary-secret" } }] } },
  { version: "1.0.0", sections: { main: [{ play: { url: 'say:`$\u007bprocess.exit(1)}` \\ "quoted"\n' } }] } },
  { sections: { "not an identifier": [{ set: { a: null, b: 1.5, c: -0, d: 1e21, e: [] } }], main: [{ execute: {} }] } },
  JSON.parse('{"sections":{"main":[{"set":{"__proto__":{"constructor":"x"},"1":"one","fn::toJSON":"$\u007ba.b}"}}]}}'),
];

export async function makeScripts(server: Server, { pick, maybe, many }: Choosing): Promise<Scripts> {
  const callbacks = () => maybe({ status_callback_url: pick(URLS) });
  const names = [...new Set(Array.from({ length: many }, (_, at) => pick([...TEXTS, `Menu ${at}`])))];
  const found = { laml: [] as string[], swml: [] as string[] };
  const ids: { readonly laml: unknown; readonly swml: unknown }[] = [];
  for (const name of names) {
    const { cxml_script: laml, id: ofLaml } = await ask(server, "POST", "/api/fabric/resources/cxml_scripts", {
      display_name: name,
      contents: pick(DOCUMENTS),
      ...callbacks(),
      ...maybe({ status_callback_method: pick(["GET", "POST"]) }),
    });
    found.laml.push(String((laml as Json).request_url));
    const { swml_script: swml, id: ofSwml } = await ask(server, "POST", "/api/fabric/resources/swml_scripts", {
      name,
      contents: pick(FLOWS),
      ...maybe({ script_type: pick(["calling", "messaging"]) }),
      ...callbacks(),
    });
    found.swml.push(String((swml as Json).request_url));
    ids.push({ laml: ofLaml, swml: ofSwml });
  }
  // Some documents name other scripts, or each other in a circle.
  for (const { laml, swml } of ids) {
    const [next, dest] = [pick([...found.laml, ...found.swml]), pick([...found.swml, ...found.laml])];
    const contents = `<Response><Redirect>${next}${pick(["", "?a=1&amp;b=$\u007bc}"])}</Redirect></Response>`;
    const flow = { sections: { main: [{ transfer: { dest } }, { play: `say:\`$\u007b${dest}}` }] } };
    if (pick([true, false])) await ask(server, "PUT", `/api/fabric/resources/cxml_scripts/${laml}`, { contents });
    if (pick([true, false])) await ask(server, "PUT", `/api/fabric/resources/swml_scripts/${swml}`, { contents: flow });
  }
  return found;
}

export async function makeDomains(server: Server, { pick, maybe, many }: Choosing, scripts: Scripts): Promise<void> {
  const relay = ["call_relay_topic", "call_relay_context", "call_relay_application"] as const;
  const laml = [...URLS, ...scripts.laml];
  const handlers: (() => Json)[] = [
    () => ({}),
    ...relay.map((field) => () => ({
      call_handler: field.replace("call_", ""),
      [field]: pick(TEXTS),
      ...maybe({ [`${pick(relay.slice(0, 2))}_status_callback_url`]: pick(URLS) }),
    })),
    () => ({ call_handler: "relay_script", call_relay_script_url: pick([...URLS, ...scripts.swml]) }),
    () => ({
      call_handler: "laml_webhooks",
      call_request_url: pick(laml),
      ...maybe(webhooks(pick, ["call_request", "call_fallback", "call_status_callback"], laml)),
    }),
    () => ({ call_handler: "laml_application", call_laml_application_id: pick([UUID, ...TEXTS]) }),
    () => ({ call_handler: "dialogflow", call_dialogflow_agent_id: UUID }),
    () => ({ call_handler: "video_room", call_video_room_id: UUID }),
    () => ({
      call_handler: "call_flow",
      call_flow_id: UUID.toUpperCase(),
      ...maybe({ call_flow_version: "working_copy" }),
    }),
    () => ({ call_handler: "ai_agent", call_ai_agent_id: UUID }),
  ];
  for (let at = 0; at < many; at++)
    await ask(server, "POST", "/domain_applications", {
      name: pick(TEXTS),
      identifier: pick(["carrier", "default", "class", "pulumi"]) + (at === 0 ? "" : `-${at}`),
      ...maybe({ user: pick(["*", "büro", "__proto__", '"`$\u007b0}`']) }),
      ...maybe({ ip_auth_enabled: pick([true, false]) }),
      ...maybe({ ip_auth: pick([[], ["203.0.113.5"], ["198.51.100.0/24", "203.0.113.6"]]) }),
      ...maybe({ encryption: pick(["optional", "required", "forbidden"]) }),
      ...maybe({ codecs: pick([["H264", "OPUS"], ["G729"], []]) }),
      ...maybe({ ciphers: pick([["AES_CM_128_HMAC_SHA1_32", "AEAD_AES_256_GCM_8"], []]) }),
      // Some fields are ones that the handler ignores.
      ...maybe(pick(handlers)()),
      ...pick(handlers)(),
    });
}

import { graphIn } from "../../cli/calls/explored.ts";
import type { KnownObject } from "../../cli/calls/objects.ts";
import { mermaid } from "../../cli/calls/renderers/mermaid.ts";

/** Returns the picture of docs/routes.md: an office with one object of each kind. */
export async function renderRoutes(): Promise<string> {
  return `\`\`\`mermaid\n${mermaid(await graphIn({ objects: OFFICE, isWhole: true }))}\`\`\``;
}

const DESK = "00000000-0000-4000-8000-000000000001";

const OFFICE: readonly KnownObject[] = [
  number("+12025550101", "line", { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: DESK }),
  number("+12025550102", "menu", {
    call_handler: "laml_webhooks",
    call_request_url: "https://voice.example.com/menu",
    call_fallback_url: "https://fallback.example.net/sorry",
    call_status_callback_url: "https://voice.example.com/ended",
    message_handler: "relay_application",
    message_relay_application: "inbox",
  }),
  number("+12025550103", "mobile", { call_handler: "relay_verto_endpoint", call_verto_resource: "alice" }),
  number("+12025550104", "lobby", { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: "closed-lobby" }),
  { type: "SipEndpoint", id: DESK, name: "desk", fields: { username: "front-desk" } },
  {
    ...{ type: "SipEndpoint", id: "night", name: "night", mark: "drifted" },
    fields: {
      username: "night-desk",
      call_handler: "relay_script",
      call_relay_script_url: "https://voice.example.com/after-hours.json",
    },
  },
  { type: "ClientToken", id: "alice", fields: { resource: "alice" } },
];

function number(e164: string, name: string, fields: KnownObject["fields"]): KnownObject {
  return { type: "PhoneNumber", id: name, name, fields: { number: e164, ...fields } };
}

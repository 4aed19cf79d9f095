// Handwritten objects with hostile names, and large numbers of them.

import { graphIn } from "../../../cli/calls/explored.ts";
import type { KnownObject } from "../../../cli/calls/objects.ts";

const HOSTILE = [
  "<img src=x onerror=alert(1)>",
  "\u202Egnp.exe",
  "x".repeat(300),
  '"]; click p0n0 "javascript:alert(1)"',
  "日本語の受付",
  "]]>-->`</svg><script>alert(1)</script>",
] as const;

/** Returns the graph of all objects of an account, or of those of a stack. */
export const drawn = (objects: readonly KnownObject[], isWhole = true) => graphIn({ objects, isWhole });

export function idOf(count: number): string {
  return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
}

export function endpoint(username: string, id: number, more: Partial<KnownObject> = {}): KnownObject {
  return { type: "SipEndpoint", id: idOf(id), ...more, fields: { username, ...more.fields } };
}

export function phone(number: string, id: number, more: Partial<KnownObject> = {}): KnownObject {
  return { type: "PhoneNumber", id: idOf(10_000 + id), ...more, fields: { number, ...more.fields } };
}

export function rings(id: number) {
  return { fields: { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: idOf(id) } };
}

/** Returns `size` objects: two fifths are endpoints, a few are client tokens, the rest numbers. */
export function account(size: number): KnownObject[] {
  const endpoints = Math.floor(size * 0.4);
  const tokens = Math.ceil(size / 20);
  const handlers = [
    {},
    {
      call_handler: "relay_script",
      call_relay_script_url: "https://scripts.example.com/1.json?token=canary-of-a-script",
    },
    {
      call_handler: "laml_webhooks",
      call_request_url: "https://voice.example.com:8443/in",
      call_fallback_url: "https://u:canary@fallback.example.net/",
    },
  ];
  return [
    ...Array.from({ length: endpoints }, (_, at) =>
      endpoint(HOSTILE[at] ?? `desk-${at}`, at, { name: `desk${at}`, fields: handlers[at % 3] ?? {} }),
    ),
    ...Array.from({ length: size - endpoints - tokens }, (_, at) =>
      phone(
        `+1202555${String(at).padStart(4, "0")}`,
        at,
        at % 4 === 0 ? rings(at % endpoints) : { fields: { name: "Main line", ...handlers[at % 3] } },
      ),
    ),
    ...Array.from({ length: tokens }, (_, at): KnownObject => {
      return { type: "ClientToken", id: `client-${at}`, fields: { resource: `client-${at}` } };
    }),
  ];
}

// An office with a menu, and pull requests that leave one of its callers with nobody.

import type { KnownObject } from "../../../cli/calls/objects.ts";
import { endpoint, idOf, phone } from "./objects.ts";

export const LINE = "+12025550101";
export const MENU = "https://example.signalwire.com/relay-bins/00000000-0000-4000-8000-000000020001";
export const AFTER_HOURS = "https://example.signalwire.com/laml-bins/00000000-0000-4000-8000-000000020002";

export interface Office {
  readonly main?: unknown;
  readonly sections?: object;
  readonly line?: { readonly [field: string]: unknown };
  readonly desks?: readonly string[];
  readonly more?: readonly KnownObject[];
}

export const lineOf = (url: string) => ({ call_handler: "relay_script", call_relay_script_url: url });
export const menuOf = (one: unknown, two: unknown, other: unknown = [{ play: "say:Goodbye" }, "hangup"]) => [
  { prompt: { play: "say:1 or 2", max_digits: 1 } },
  { switch: { variable: "prompt_value", case: { "1": one, "2": two }, default: other } },
];
/** A cXML document that dials these user names at once. */
export const dialling = (...usernames: readonly string[]) =>
  `<Response><Dial>${usernames.map((each) => `<Sip>sip:${each}</Sip>`).join("")}</Dial></Response>`;
export const voicemail = [{ play: "say:Leave a message" }, { record: {} }];
export const desk = (to: string, behind: unknown[] = []) => [{ connect: { to: `sip:${to}` } }, ...behind];
export const sales = desk("sales");
export const hours = (condition: string, open: unknown, closed: unknown) => [
  { cond: [{ when: condition, then: open }, { else: closed }] },
];
export const OPEN = "new Date().getUTCDay() % 6 != 0 && new Date().getUTCHours() >= 9 && new Date().getUTCHours() < 17";

export function office({
  main = menuOf(sales, desk("desk", voicemail)),
  sections = {},
  line,
  desks,
  more,
}: Office = {}) {
  const contents = { version: "1.0.0", sections: { main, ...sections } };
  return [
    ...(desks ?? ["sales", "desk"]).map((username, at) => endpoint(username, at, { name: username })),
    {
      type: "SwmlScript",
      id: idOf(20_001),
      name: "menu",
      fields: { display_name: "Menu", contents, request_url: MENU },
    },
    phone(LINE, 1, { name: "line", fields: line ?? lineOf(MENU) }),
    ...(more ?? []),
  ] as KnownObject[];
}

export const rejecting = (url: string) => ({
  call_handler: "laml_webhooks",
  call_request_url: "https://web.example.com/call",
  call_request_method: "POST",
  call_fallback_url: url,
});
export const fallbackScript = (contents: string): KnownObject => ({
  ...{ type: "CxmlScript", id: idOf(20_002), name: "fallback" },
  fields: { display_name: "Fall\u202Eback", contents, request_url: AFTER_HOURS },
});
export const secondScript = (main: unknown): KnownObject => ({
  ...{ type: "SwmlScript", id: idOf(20_004), name: "second" },
  fields: { display_name: "Second", contents: { sections: { main } }, request_url: AFTER_HOURS },
});
export const carrier = (fields: object): KnownObject => ({
  ...{ type: "DomainApplication", id: idOf(20_003), name: "carrier" },
  fields: {
    name: "Carrier",
    identifier: "carrier",
    domain: "example-carrier",
    user: "*",
    ...fields,
  },
});

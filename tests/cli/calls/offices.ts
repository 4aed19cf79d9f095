// An office with a menu, and pull requests that leave one of its callers with nobody.

import type { Paths } from "../../../cli/calls/compare.ts";
import { countOf, isAlarm } from "../../../cli/calls/items.ts";
import type { KnownObject } from "../../../cli/calls/objects.ts";
import { endpoint, idOf, phone } from "./objects.ts";

/** Returns the rows of a comparison by what a report does with them. */
export function sorted({ rows, notTried, ...paths }: Paths) {
  const broken = rows.filter(isAlarm);
  return {
    ...paths,
    broken: broken.map(({ alarm, ...row }) => row),
    changed: rows.filter(({ alarm }) => alarm === undefined).map(({ declared, ...row }) => row),
    allowed: countOf(rows.filter(({ allowedBy }) => allowedBy !== undefined)),
    unknown: notTried.reduce((sum, { count }) => sum + count, 0),
  };
}

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
  fields: { display_name: "Fallback", contents, request_url: AFTER_HOURS },
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

/** A number that the fallback script answers. */
const second = phone("+12025550102", 2, {
  name: "second",
  fields: { call_handler: "laml_webhooks", call_request_url: AFTER_HOURS, call_request_method: "POST" },
});

export const breaks: readonly (readonly [what: string, before: Office, after: Office, path: string])[] = [
  [
    "a nested menu",
    { main: menuOf(menuOf(sales, sales), sales) },
    { main: menuOf(menuOf(sales, desk("typo")), sales) },
    `${LINE}: key 1, key 2 (SwmlScript menu)`,
  ],
  [
    "only the fallback",
    { line: rejecting(AFTER_HOURS), more: [fallbackScript(dialling("desk"))] },
    { line: rejecting(AFTER_HOURS), more: [fallbackScript(dialling("typo"))] },
    `${LINE}: https://web.example.com/call: does not answer (CxmlScript fallback)`,
  ],
  [
    "the carrier's domain application",
    { more: [carrier(lineOf(MENU))] },
    { more: [carrier({})] },
    "sip:anyone@example-carrier.dapp.signalwire.com (DomainApplication carrier)",
  ],
  [
    "the failover behind a desk",
    { main: desk("desk", voicemail) },
    { main: desk("desk") },
    `${LINE}: SIP endpoint desk: no answer (SipEndpoint desk)`,
  ],
  [
    "a loop",
    { main: menuOf(sales, desk("desk")) },
    { main: menuOf([{ transfer: "round" }], desk("desk")), sections: { round: [{ transfer: "round" }] } },
    `${LINE}: key 1 (SwmlScript menu)`,
  ],
  [
    "two numbers that dial each other",
    { more: [fallbackScript(`<Response><Dial>${LINE}</Dial></Response>`), second] },
    {
      main: menuOf([{ connect: { to: "+12025550102" } }], desk("desk")),
      more: [fallbackScript(`<Response><Dial>${LINE}</Dial></Response>`), second],
    },
    `${LINE}: key 1 (PhoneNumber line)`,
  ],
  ["by deleting an endpoint", {}, { desks: ["desk"] }, `${LINE}: key 1 (SwmlScript menu)`],
  ["the number's handler", {}, { line: {} }, `${LINE} (PhoneNumber line)`],
  [
    "by deleting a script that another one transfers to",
    { main: menuOf([{ transfer: { dest: AFTER_HOURS } }], sales), more: [secondScript(sales)] },
    { main: menuOf([{ transfer: { dest: AFTER_HOURS } }], sales) },
    `${LINE}: key 1 (SwmlScript menu)`,
  ],
];

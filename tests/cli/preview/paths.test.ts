// Pull requests that would leave a caller with nobody, and pull requests that would not.

import { describe, expect, test } from "vitest";
import { callsOf } from "../../../cli/preview/calls.ts";
import type { KnownObject } from "../../../cli/routes/objects.ts";
import { endpoint, idOf, phone, rings } from "../routes/objects.ts";

const LINE = "+12025550101";
const MENU = "https://example.signalwire.com/relay-bins/00000000-0000-4000-8000-000000020001";
const AFTER_HOURS = "https://example.signalwire.com/laml-bins/00000000-0000-4000-8000-000000020002";

interface Office {
  readonly main?: unknown;
  readonly sections?: object;
  readonly line?: { readonly [field: string]: unknown };
  readonly desks?: readonly string[];
  readonly more?: readonly KnownObject[];
}

const sales = [{ connect: { to: "sip:sales" } }];
const menuOf = (one: unknown, two: unknown, other: unknown = [{ play: "say:Goodbye" }, "hangup"]) => [
  { prompt: { play: "say:1 or 2", max_digits: 1 } },
  { switch: { variable: "prompt_value", case: { "1": one, "2": two }, default: other } },
];
const voicemail = [{ play: "say:Leave a message" }, { record: {} }];
const desk = (to: string, behind: unknown[] = []) => [{ connect: { to: `sip:${to}` } }, ...behind];
const hours = (condition: string, open: unknown, closed: unknown) => [
  { cond: [{ when: condition, then: open }, { else: closed }] },
];
const OPEN = "new Date().getUTCDay() % 6 != 0 && new Date().getUTCHours() >= 9 && new Date().getUTCHours() < 17";

function office({ main = menuOf(sales, desk("desk", voicemail)), sections = {}, line, desks, more }: Office = {}) {
  const contents = { version: "1.0.0", sections: { main, ...sections } };
  return [
    ...(desks ?? ["sales", "desk"]).map((username, at) => endpoint(username, at, { name: username })),
    {
      type: "SwmlScript",
      id: idOf(20_001),
      name: "menu",
      fields: { display_name: "Menu", contents, request_url: MENU },
    },
    phone(LINE, 1, { name: "line", fields: line ?? { call_handler: "relay_script", call_relay_script_url: MENU } }),
    ...(more ?? []),
  ] as KnownObject[];
}

async function broken(before: Office, after: Office, allowed: readonly string[] = []): Promise<string[]> {
  const planned = { project: undefined, before: office(before), after: office(after) };
  const { paths } = await callsOf(planned, allowed);
  return paths.broken.map(({ path, declared }) => `${path} (${declared?.type} ${declared?.name})`);
}

const rejecting = (url: string) => ({
  call_handler: "laml_webhooks",
  call_request_url: "https://web.example.com/call",
  call_request_method: "POST",
  call_fallback_url: url,
});
const fallbackScript = (contents: string): KnownObject => ({
  ...{ type: "CxmlScript", id: idOf(20_002), name: "fallback" },
  fields: { display_name: "Fallback", contents, request_url: AFTER_HOURS },
});
const carrier = (fields: object): KnownObject => ({
  ...{ type: "DomainApplication", id: idOf(20_003), name: "carrier" },
  fields: {
    name: "Carrier",
    identifier: "carrier",
    domain: "example-carrier.dapp.signalwire.com",
    user: "*",
    ...fields,
  },
});

describe("a pull request that breaks", () => {
  test.each<[what: string, before: Office, after: Office, path: string]>([
    ["a digit", {}, { main: menuOf(desk("sales-typo"), desk("desk")) }, `${LINE}: key 1 (SwmlScript menu)`],
    [
      "a nested menu",
      { main: menuOf(menuOf(sales, sales), sales) },
      { main: menuOf(menuOf(sales, desk("typo")), sales) },
      `${LINE}: key 1, key 2 (SwmlScript menu)`,
    ],
    [
      "closed hours",
      { main: hours(OPEN, sales, voicemail) },
      { main: hours(OPEN, sales, ["hangup"]) },
      `${LINE}: Mon–Fri 00:00–09:00 and 17:00–24:00, Sat–Sun (SwmlScript menu)`,
    ],
    [
      "only the fallback",
      { line: rejecting(AFTER_HOURS), more: [fallbackScript("<Response><Dial><Sip>sip:desk</Sip></Dial></Response>")] },
      { line: rejecting(AFTER_HOURS), more: [fallbackScript("<Response><Dial><Sip>sip:typo</Sip></Dial></Response>")] },
      `${LINE}: https://web.example.com/call: does not answer (CxmlScript fallback)`,
    ],
    [
      "the carrier's domain application",
      { more: [carrier({ call_handler: "relay_script", call_relay_script_url: MENU })] },
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
    ["by deleting an endpoint", {}, { desks: ["desk"] }, `${LINE}: key 1 (SwmlScript menu)`],
    ["by renaming a user name", {}, { desks: ["sales-team", "desk"] }, `${LINE}: key 1 (SwmlScript menu)`],
    ["by a script without an end", {}, { main: ["answer"] }, `${LINE} (SwmlScript menu)`],
    ["the number's handler", {}, { line: {} }, `${LINE} (PhoneNumber line)`],
    ["the endpoint of a number", { line: rings(0).fields }, { line: rings(7).fields }, `${LINE} (PhoneNumber line)`],
  ])("%s is found with its path", async (_, before, after, path) => {
    const found = await broken(before, after);
    expect(found).toEqual(expect.arrayContaining([path]));
  });
});

describe("a pull request that breaks nothing", () => {
  const two = menuOf(sales, desk("desk", voicemail));
  test.each<[what: string, before: Office, after: Office]>([
    ["reorders the menu", {}, { main: [...two].map((step) => JSON.parse(JSON.stringify(step))) }],
    ["swaps two keys", {}, { main: menuOf(desk("desk", voicemail), sales) }],
    [
      "adds a desk and its key",
      {},
      { desks: ["sales", "desk", "new"], main: menuOf(sales, menuOf(desk("new"), sales)) },
    ],
    ["changes words", {}, { main: JSON.parse(JSON.stringify(two).replace("Goodbye", "See you")) }],
    [
      "changes the hours and keeps their ends",
      { main: hours(OPEN, sales, voicemail) },
      { main: hours(OPEN.replace(">= 9", ">= 8"), sales, voicemail) },
    ],
    ["adds voicemail behind a desk", { main: desk("desk") }, { main: desk("desk", voicemail) }],
    [
      "renames an endpoint everywhere",
      {},
      { desks: ["team", "desk"], main: menuOf(desk("team"), desk("desk", voicemail)) },
    ],
    ["sends the number to a desk", {}, { line: rings(0).fields }],
    ["adds a number without a handler", {}, { more: [phone("+12025550199", 9, { name: "spare" })] }],
    [
      "adds a carrier with a list of addresses",
      {},
      {
        more: [
          carrier({
            ip_auth_enabled: true,
            ip_auth: ["203.0.113.5"],
            call_handler: "relay_script",
            call_relay_script_url: MENU,
          }),
        ],
      },
    ],
    ["moves to a webhook", {}, { line: rejecting("https://other.example.com/") }],
    [
      "drops a key whose caller hears the goodbye",
      {},
      {
        main: [two[0], { switch: { variable: "prompt_value", case: { "2": sales }, default: [{ play: "say:Bye" }] } }],
      },
    ],
  ])("%s: no alarm", async (_, before, after) => {
    expect(await broken(before, after)).toEqual([]);
  });
});

test("a key that rings somebody else is a change, for equal callers once", async () => {
  const more = [phone("+12025550102", 2, { fields: { call_handler: "relay_script", call_relay_script_url: MENU } })];
  const before = office({ more });
  const after = office({ more, main: menuOf(desk("desk", voicemail), desk("desk", voicemail)) });
  const { paths } = await callsOf({ project: undefined, before, after });
  expect(paths.broken).toEqual([]);
  expect(paths.changed[0]).toEqual({
    path: `2 callers (${LINE}, …): key 1`,
    before: "Rings the devices of the SIP endpoint sales",
    after: "Rings the devices of the SIP endpoint desk",
  });
});

test("a path or a caller may be allowed to reach nobody", async () => {
  const after = { main: menuOf(desk("sales-typo"), desk("desk", voicemail)) };
  expect(await broken({}, after, [`${LINE}: key 1`])).toEqual([]);
  expect(await broken({}, after, [LINE])).toEqual([]);
  expect(await broken({}, after, [`${LINE}: key 2`])).toHaveLength(1);
});

test("a new program is explored before its first up", async () => {
  const { paths } = await callsOf({ project: undefined, before: [], after: office({ desks: ["desk"] }) });
  expect(paths.broken.map(({ path, before }) => [path, before])).toEqual([[`${LINE}: key 1`, undefined]]);
  expect(paths).toMatchObject({ callers: 1, unknown: 0, cut: [] });
});

test("400 numbers on one menu of three levels with nine keys are explored once", async () => {
  const level = (depth: number): unknown =>
    depth === 0
      ? sales
      : [
          { prompt: { play: "say:?", max_digits: 1 } },
          {
            switch: {
              variable: "prompt_value",
              case: Object.fromEntries([..."123456789"].map((key) => [key, level(depth - 1)])),
              default: [{ play: "say:Goodbye" }],
            },
          },
        ];
  const more = Array.from({ length: 400 }, (_, at) =>
    phone(`+1202556${String(at).padStart(4, "0")}`, 100 + at, {
      fields: { call_handler: "relay_script", call_relay_script_url: MENU },
    }),
  );
  const { paths } = await callsOf({
    project: undefined,
    before: office({ more }),
    after: office({ main: level(3), more }),
  });
  expect(paths.callers).toBe(401);
  expect(paths.tried).toBeGreaterThan(401 * 1_000);
  expect(paths.broken).toEqual([]);
});

// What a report says of a change, beside what a careful person would say.

import { expect, test } from "vitest";
import { callsOf } from "../../../cli/calls/compare.ts";
import { newPaths } from "../../../cli/calls/declared.ts";
import { alarmsIn, PLANNED, pathItems, whoRings } from "../../../cli/calls/items.ts";
import type { KnownObject } from "../../../cli/calls/objects.ts";
import { SECRET, UNKNOWN } from "../../../contract/index.ts";
import { idOf, phone, rings } from "./objects.ts";
import {
  AFTER_HOURS,
  breaks,
  carrier,
  desk,
  dialling,
  fallbackScript,
  hours,
  LINE,
  lineOf,
  MENU,
  menuOf,
  type Office,
  OPEN,
  office,
  rejecting,
  sales,
  secondScript,
  voicemail,
} from "./offices.ts";

/**
 * `same`: nothing differs, and all was tried. `other 3`: three paths differ, and somebody is reached. `alarm 1/3`: one of them is an
 * alarm. `unknown 3 ?1`: one path was not tried.
 */
type Said = `${"same" | "other" | "alarm" | "unknown"}${string}`;

/** An account without further endpoints. */
const allEndpoints = async () => [];

async function saidOf(before: readonly KnownObject[], after: readonly KnownObject[]) {
  const calls = await callsOf({ project: undefined, before, after }, { read: allEndpoints });
  const said = whoRings(calls);
  const { rows, notTried } = calls.paths;
  const count = (paths: readonly { readonly count: number }[]) => paths.reduce((sum, each) => sum + each.count, 0);
  const alarmed = count(rows.filter(({ alarm }) => alarm !== undefined));
  const word = alarmed > 0 ? `alarm ${alarmed}/` : /not tried/.test(said) ? "unknown " : "other ";
  const counts = `${word}${count(rows)}${notTried.length > 0 ? ` ?${count(notTried)}` : ""}`;
  const kind: Said = /stays the same/.test(said) ? "same" : (counts as Said);
  return { calls, said, kind };
}

const menu = menuOf(sales, desk("desk", voicemail));
const hidden = (sections: object): Office => ({ main: menuOf([{ transfer: "a" }], sales), sections });
const withSection = (a: unknown) => ({ main: menuOf([{ transfer: "a" }], sales), sections: { a } });
const cxml = (contents: string): Office => ({
  line: { call_handler: "laml_webhooks", call_request_url: AFTER_HOURS, call_request_method: "POST" },
  more: [fallbackScript(contents)],
});
const words = (text: string): Office => JSON.parse(JSON.stringify({ main: menu }).replace("Goodbye", text));
const steps = (...main: unknown[]): Office => ({ main });
const seconds = (other: unknown) => ({ main: hours("new Date().getUTCSeconds() < 30", sales, other) });
const only = (...ip_auth: readonly string[]) => ({ ip_auth_enabled: true, ip_auth });
const from = (...addresses: readonly string[]): Office => ({
  more: [carrier({ ...lineOf(MENU), ...only(...addresses) })],
});
const hotline = (fields: object): Office => ({
  line: {},
  more: [
    secondScript(sales),
    {
      ...{ type: "SipAddress", id: idOf(20_005), name: "hotline" },
      fields: { name: "hotline", calling_handler_resource_id: idOf(20_001), ...fields },
    },
  ],
});
const atOnce = (behind: unknown[]) =>
  steps({ connect: { parallel: [{ to: "sip:sales" }, { to: "sip:desk" }] } }, ...behind);
const agent = (more: object) => steps({ ai: { prompt: { text: "Hi" }, ...more } });
const whenBusy = (busy: unknown): Office => ({
  main: [...sales, { switch: { variable: "connect_failed_reason", case: { busy }, default: voicemail } }],
});
const SPARE = "+12025550199";
const dialsSpare = (changed: Office): Office => ({ more: [phone(SPARE, 9, { name: "spare" })], ...changed });
const texts = (fields: object): Office => ({
  line: { message_handler: "relay_script", capabilities: ["sms"], ...fields },
});
const ask = { prompt: { play: "say:?", max_digits: 1 } };
const four = (when: string) => steps({ prompt: { play: "say:?", max_digits: 4 } }, ...hours(when, sales, voicemail));
const onKey = (cases: object, otherwise: unknown = voicemail) =>
  steps(ask, { switch: { variable: "prompt_value", case: cases, default: otherwise } });

test.each<[what: string, before: Office, after: Office, said: Said]>([
  ["a number moves from a menu to a desk", {}, { line: rings(0).fields }, "other 8"],
  ["a menu becomes a desk", {}, { main: sales }, "other 8"],
  ["a webhook takes the place of a menu", {}, { line: rejecting("https://web.example.com/") }, "unknown 8 ?2"],
  ["a key is added", onKey({ "1": sales }), onKey({ "1": sales, "2": desk("desk") }), "other 2"],
  ["a key does as every other key", onKey({ "1": sales }), onKey({ "1": sales, "2": voicemail }), "same"],
  [
    "keys change places in the text",
    onKey({ "1": sales, "2": voicemail }),
    onKey({ "2": voicemail, "1": sales }),
    "same",
  ],
  ["other words are spoken", {}, words("Bye"), "same"],
  ["the number gets another label", {}, { line: { ...lineOf(MENU), name: "Office" } }, "same"],
  ["a new desk, which nothing dials", {}, { desks: ["sales", "desk", "new"] }, "same"],
  ["a new number without a handler", {}, { more: [phone("+12025550199", 9, { name: "spare" })] }, "other 1"],
  [
    "steps move into a section",
    onKey({ "1": sales }),
    { ...onKey({ "1": [{ transfer: "s" }] }), sections: { s: sales } },
    "same",
  ],
  ["a misspelt desk before voicemail", {}, { main: menuOf(sales, desk("dsek", voicemail)) }, "alarm 1/2"],
  [
    "a misspelt desk that rings beside another",
    steps({ connect: { parallel: [{ to: "sip:sales" }] } }),
    steps({ connect: { parallel: [{ to: "sip:sales" }, { to: "sip:dsek" }] } }),
    "alarm 1/2",
  ],
  [
    "desks that ring at once change places",
    steps({ connect: { parallel: [{ to: "sip:sales" }, { to: "sip:desk" }] } }),
    steps({ connect: { parallel: [{ to: "sip:desk" }, { to: "sip:sales" }] } }),
    "same",
  ],
  [
    "desks that ring one after the other change places",
    steps({ connect: { serial: [{ to: "sip:sales" }, { to: "sip:desk" }] } }),
    steps({ connect: { serial: [{ to: "sip:desk" }, { to: "sip:sales" }] } }),
    "other 3",
  ],
  [
    "a misspelt desk behind one that does not answer",
    steps(...sales),
    steps(...sales, ...desk("dsek", voicemail)),
    "alarm 1/1",
  ],
  [
    "a misspelt section",
    withSection(sales),
    { main: menuOf([{ transfer: "b" }], sales), sections: { a: sales } },
    "alarm 1/2",
  ],
  ["a misspelt verb", {}, { main: menuOf([{ conect: { to: "sip:sales" } }], sales) }, "alarm 1/4"],
  [
    "a misspelt verb of cXML",
    cxml(dialling("desk")),
    cxml("<Response><Dail>sip:desk</Dail><Record/></Response>"),
    "alarm 1/2",
  ],
  [
    "a misspelt noun of cXML",
    cxml(dialling("desk")),
    cxml("<Response><Dial><Sipp>sip:desk</Sipp></Dial></Response>"),
    "alarm 1/2",
  ],
  ["a verb that exists and is not played", {}, { main: menuOf([{ pay: {} }], sales) }, "unknown 4 ?1"],
  [
    "a number whose script reads a secret number",
    {},
    { main: menuOf([{ connect: { to: SECRET } }], sales) },
    "unknown 4 ?1",
  ],
  ["a secret section", withSection(sales), withSection(SECRET), "unknown 2 ?1"],
  ["a secret section, as before", withSection(SECRET), withSection(SECRET), "unknown 0 ?1"],
  [
    "a broken key beside a secret section",
    withSection(SECRET),
    { ...withSection(SECRET), main: menuOf([{ transfer: "a" }], desk("typo")) },
    "alarm 1/2 ?1",
  ],
  ["a value of the update", {}, { main: menuOf([{ transfer: { dest: UNKNOWN } }], sales) }, "unknown 4 ?1"],
  ["a secret address", {}, { line: lineOf(SECRET) }, "unknown 8 ?1"],
  ["a secret text that is spoken", {}, { main: menuOf([{ play: SECRET }, ...sales], sales) }, "other 2"],
  [
    "a secret condition",
    steps({ cond: [{ when: "true", then: sales }] }),
    steps({ cond: [{ when: SECRET, then: sales }] }),
    "unknown 2 ?1",
  ],
  [
    "an expression that does not end",
    steps({ cond: [{ when: "true", then: sales }] }),
    steps({ cond: [{ when: "(() => { for (;;); })()", then: sales }] }),
    "unknown 5 ?3",
  ],
  [
    "earlier closing, with nobody",
    { main: hours(OPEN, sales, ["hangup"]) },
    { main: hours(OPEN.replace("< 17", "< 16"), sales, ["hangup"]) },
    "alarm 1/6",
  ],
  [
    "the same hours in other words",
    { main: hours(OPEN, sales, voicemail) },
    { main: hours(`!(${OPEN})`, voicemail, sales) },
    "same",
  ],
  ["a queue", steps(...sales), steps({ enter_queue: { queue_name: "sales" } }), "other 2"],
  [
    "another conference",
    steps({ join_conference: { name: "a" } }),
    steps({ join_conference: { name: "b" } }),
    "other 1",
  ],
  ["another room", steps({ join_room: { name: "a" } }), steps({ join_room: { name: "b" } }), "other 1"],
  ["an AI agent with other words", agent({}), agent({ prompt: { text: "Hello" } }), "same"],
  ["an AI agent with a function", agent({}), agent({ SWAIG: { functions: [{ function: "sell" }] } }), "unknown 1 ?1"],
  [
    "a misspelt desk after a recording",
    steps(...voicemail, ...sales),
    steps(...voicemail, ...desk("salse")),
    "alarm 1/2",
  ],
  [
    "another script after a recording of cXML",
    cxml(`<Response><Record action="${MENU}"/></Response>`),
    cxml(`<Response><Record action="https://web.example.com/"/></Response>`),
    "unknown 1 ?1",
  ],
  [
    "a misspelt desk after a call that ended",
    steps({ connect: { to: "sip:sales", result: { case: { connected: desk("desk") } } } }),
    steps({ connect: { to: "sip:sales", result: { case: { connected: desk("dsek") } } } }),
    "alarm 1/2",
  ],
  ["other arithmetic of four keys", four("prompt_value * 2 == 2468"), four("prompt_value * 2 == 2470"), "other 6"],
  ["another number of keys", four("prompt_value.length == 4"), four("prompt_value.length == 3"), "other 6"],
  ["a key that hangs up in place of a desk", {}, { main: menuOf(sales, ["hangup"]) }, "alarm 1/2"],
  ["a key that hangs up in place of voicemail", onKey({ "1": sales }), onKey({ "1": sales }, ["hangup"]), "alarm 2/2"],
  ["calls become faxes", {}, { line: { ...lineOf(MENU), call_receive_mode: "fax" } }, "other 6"],
  ["a condition on the seconds", seconds(sales), seconds(desk("dsek")), "alarm 1/2"],
  [
    "a closing in three years",
    steps(...sales),
    { main: hours("new Date().getUTCFullYear() < 2029", sales, ["hangup"]) },
    "alarm 1/5",
  ],
  ["a carrier with fewer addresses", from("203.0.113.5", "203.0.113.6"), from("203.0.113.5"), "alarm 1/7"],
  ["a carrier with a smaller block", from("203.0.113.0/24"), from("203.0.113.0/25"), "alarm 1/7"],
  [
    "a carrier with its addresses in another order",
    from("203.0.113.5", "203.0.113.6"),
    from("203.0.113.6", "203.0.113.5"),
    "same",
  ],
  [
    "a misspelt desk behind a SIP address",
    hotline({ user: "agent" }),
    { ...hotline({ user: "agent" }), main: menuOf(sales, desk("dsek")) },
    "alarm 1/2",
  ],
  ["a SIP address with fewer callers", hotline(only("203.0.113.0/24")), hotline(only("203.0.113.0/25")), "alarm 1/7"],
  ["a SIP address is deleted", hotline({}), {}, "alarm 4/13"],
  ["no voicemail behind desks that ring at once", atOnce(voicemail), atOnce([]), "alarm 1/1"],
  [
    "another script for spoken words",
    cxml('<Response><Gather action="https://a.example.com/" input="speech"/></Response>'),
    cxml('<Response><Gather action="https://b.example.com/" input="speech"/></Response>'),
    "unknown 2 ?1",
  ],
  [
    "another verb beside one",
    steps({ play: "say:x", connect: { to: "sip:sales" } }),
    steps({ play: "say:x", connect: { to: "sip:desk" } }),
    "unknown 0 ?1",
  ],
  ["no voicemail behind a busy desk", whenBusy(voicemail), whenBusy([]), "alarm 1/1"],
  [
    "a call is rejected",
    cxml("<Response><Say>Hi</Say></Response>"),
    cxml("<Response><Reject/></Response>"),
    "alarm 1/1",
  ],
  ["another number without a handler", dialsSpare({}), dialsSpare({ main: [{ connect: { to: SPARE } }] }), "alarm 1/7"],
  ["a message is not taken any more", texts({ message_relay_script_url: MENU }), texts({}), "alarm 1/4 ?3"],
  ["a carrier gets another address", from("203.0.113.5"), from("203.0.113.77"), "alarm 1/14"],
  ["a carrier gets one more address", from("203.0.113.5"), from("203.0.113.4", "203.0.113.5"), "other 7"],
  ["a number leaves the program", { more: [phone("+12025550199", 9, { fields: lineOf(MENU) })] }, {}, "other 6"],
])("%s", async (_, before, after, expected) => {
  const { kind, said } = await saidOf(office(before), office(after));
  expect(kind, said).toBe(expected);
});

test.each(breaks)("an alarm of %s has its path and the object of the program", async (_, before, after, named) => {
  const { calls } = await saidOf(office(before), office(after));
  const alarms = calls.paths.rows.filter(({ alarm }) => alarm !== undefined);
  expect(alarms.map(({ path, declared }) => `${path} (${declared?.type} ${declared?.name})`)).toContain(named);
});

test("a number that is a secret is explored, and never named", async () => {
  const secret = { ...lineOf(MENU), number: SECRET };
  const same = await saidOf(office({ line: secret }), office({ line: secret, desks: ["sales", "desk", "new"] }));
  expect(same.said).toBe("Who rings stays the same: 6 paths of 1 caller tried.");
  const { calls } = await saidOf(office({ line: secret }), office({ line: secret, main: menuOf(desk("typo"), sales) }));
  expect(calls.paths.rows[0]?.path).toBe("PhoneNumber line (its number is a secret): key 1");
});

test("a secret that a script turns into another case is hidden too", async () => {
  const dials = [{ set: { name: "Canary-Desk-7" } }, { connect: { to: "sip:%{vars.name.toUpperCase()}" } }];
  const [before, after] = [office(), office({ main: menuOf(dials, sales) })];
  const named = after.map((each) =>
    each.name === "menu" ? { ...each, fields: { ...each.fields, display_name: "Canary-Menu" } } : each,
  );
  const { paths, picture } = await callsOf({
    project: undefined,
    before,
    after: named,
    secrets: ["Canary-Desk-7", "Canary-Menu"],
  });
  expect(paths.rows.map(({ after }) => after).join()).toContain(SECRET);
  expect(picture).toContain(LINE);
  expect(JSON.stringify([paths, picture])).not.toMatch(/canary/i);
});

test("two changed scripts that one document names may be either, which is no alarm", async () => {
  const address = (id: number) => MENU.replace(/\d+$/, String(id).padStart(12, "0"));
  const [one, other] = [address(31), address(32)];
  const menu = menuOf([{ transfer: { dest: one } }], [{ transfer: { dest: other } }]);
  const script = (name: string, main: unknown, more: object = {}, from: readonly string[] = []) => ({
    ...({ type: "SwmlScript", urn: `urn:${name}`, name, account: "own" } as const),
    props: { displayName: name, contents: { sections: { main } }, ...more },
    suppliersOf: (argument: string) => (argument === "contents" ? from : []),
  });
  const { rows, notTried } = await newPaths(
    [
      ...["open", "closed"].map((name) => script(name, sales, { requestUrl: UNKNOWN })),
      script("menu", menu, { requestUrl: MENU }, ["urn:open", "urn:closed"]),
      {
        ...{ type: "PhoneNumber", urn: "urn:line", name: "line", account: "own" },
        props: { number: LINE, capabilities: ["voice"], callHandler: "relay_script", callRelayScriptUrl: MENU },
        suppliersOf: () => [],
      },
    ],
    ["sales"],
  );
  expect(rows.filter(({ alarm }) => alarm)).toEqual([]);
  expect(JSON.stringify(notTried)).toContain("not known");
  expect(JSON.stringify(notTried)).not.toContain("relay-bins");
});

test("what only the service knows of an adopted number is not tried, and no alarm", async () => {
  const unknown = async (props: object) => {
    const line = { type: "PhoneNumber", urn: "urn:line", name: "line", account: "own", suppliersOf: () => [] } as const;
    const paths = await newPaths([{ ...line, props: { number: LINE, ...props } }], []);
    return [alarmsIn(paths), paths.notTried.map(({ path, reason }) => `${path}: ${reason}`)];
  };
  expect(await unknown({})).toEqual([
    [],
    [
      `${LINE}: Not tried: call_handler has a value that is not known before the update`,
      `a message to ${LINE}: Not tried: message_handler has a value that is not known before the update`,
    ],
  ]);
  expect(await unknown({ capabilities: ["voice"] })).toEqual([[], []]);
});

test("what was not tried is named with its reason", async () => {
  const { said } = await saidOf(office(), office(hidden({ a: SECRET })));
  expect(said).toContain(`1 not tried: ${LINE}: key 1 (Not tried: script has a secret value)`);
});

test("each alarm prints the option that allows it, and an allowed one stays", async () => {
  const more = [phone("+12025550102", 2, { fields: lineOf(MENU) })];
  const change = {
    project: undefined,
    before: office({ more }),
    after: office({ more, main: menuOf(desk("it's"), desk("desk")) }),
  };
  const itemsOf = async (allowed: string[]) => {
    const calls = await callsOf(change, { allowed, read: allEndpoints });
    const items = pathItems(calls.paths, PLANNED, ({ name, entry = 0 }) => ({ file: `${name}.ts`, line: entry }));
    return { items, said: whoRings(calls), alarms: alarmsIn(calls.paths) };
  };
  const { items, alarms } = await itemsOf([]);
  expect(alarms).toEqual(["4 paths would reach nobody"]);
  expect(items.find(({ fails }) => fails)?.source).toEqual({ file: "menu.ts", line: 0 });
  const flags = items.flatMap(
    ({ lines }) => /^To allow it, add `--allow-nobody '(.*)'`\.$/.exec(lines.at(-1) ?? "")?.[1] ?? [],
  );
  expect(flags).toHaveLength(2);
  for (const [at, flag] of flags.entries()) {
    const { items: left, said } = await itemsOf([flag.replaceAll("'\\''", "'")]);
    expect(left.filter(({ fails }) => fails)).toHaveLength(flags.length - 1);
    const allowed = left.find(({ section }) => section === "allowed");
    expect(allowed).toMatchObject({ subject: items[at]?.subject, level: "info" });
    expect(allowed?.lines.at(-1)).toBe(`Allowed by \`--allow-nobody '${flag}'\`.`);
    expect(said).toContain("2 allowed");
  }
  expect((await itemsOf(flags)).alarms).toEqual([]);
});

test("a broken expectation is at its own line of the program", async () => {
  const expects = [
    { keys: "1", rings: "sales" },
    { keys: "1", rings: "desk" },
  ];
  const after = office().map((each) => (each.type === "PhoneNumber" ? { ...each, expects } : each));
  const { paths } = (await saidOf(office(), after)).calls;
  const items = pathItems(paths, PLANNED, ({ name, entry }) => ({ file: `${name}.ts`, line: entry ?? -1 }));
  expect(items).toMatchObject([{ section: "expected", source: { file: "line.ts", line: 1 }, fails: true }]);
  expect(pathItems(paths, PLANNED, () => undefined, false)).toMatchObject([{ section: "expected", fails: false }]);
});

test("a name that the account was not asked about breaks an expectation of another name alone", async () => {
  const expects = ["sales", "reception"].map((rings) => ({ keys: "1", rings }));
  const after = office({ main: menuOf(desk("reception"), sales) }).map((each) =>
    each.type === "PhoneNumber" ? { ...each, expects } : each,
  );
  const { paths } = await callsOf({ project: undefined, before: [], after }, { read: async () => undefined });
  expect(paths.expectations?.map(({ verdict }) => verdict)).toEqual(["broken", "untried"]);
});

test("an expectation of a handler or an address that is known after the update only waits, and fails nothing", async () => {
  const unknown = [{ call_handler: UNKNOWN }, { call_handler: "relay_script", call_relay_script_url: UNKNOWN }];
  for (const fields of unknown) {
    const line = phone(LINE, 1, { name: "line", fields, expects: [{ rings: "desk" }] });
    const { paths } = await callsOf({ project: undefined, before: [], after: [line] }, { read: async () => undefined });
    expect(paths.expectations).toMatchObject([{ verdict: "waiting" }]);
  }
});

test("an alarm names the script that dials, not the one that goes on after it", async () => {
  const more = [secondScript(voicemail)];
  const behind = (to: string) => menuOf(desk(to, [{ transfer: { dest: AFTER_HOURS } }]), sales);
  const { calls } = await saidOf(office({ main: behind("desk"), more }), office({ main: behind("dsek"), more }));
  expect(calls.paths.rows.map(({ alarm, declared }) => [alarm, declared?.name])).toContainEqual(["mistake", "menu"]);
});

test("the picture of a changed script has the callers that lead to it", async () => {
  const { calls } = await saidOf(office(), office({ main: menuOf(sales, [{ record: {} }]) }));
  expect(calls.picture).toContain(LINE);
  expect(calls.picture).toContain("Menu");
});

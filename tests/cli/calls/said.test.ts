// What a report says of a change, beside what a careful person would say. The golden file has every path of it.

import { expect, onTestFinished, test, vi } from "vitest";
import { callsOf, type DeclaredRow } from "../../../cli/calls/compare.ts";
import { newPaths } from "../../../cli/calls/declared.ts";
import { alarmsIn, DRIFTED, isAlarm, PLANNED, pathItems, whoRings } from "../../../cli/calls/items.ts";
import { afterRequest, type KnownObject } from "../../../cli/calls/objects.ts";
import { openTrial } from "../../../cli/calls/trial.ts";
import { type Props, type ResourceName, SECRET, sipProfile, UNKNOWN } from "../../../contract/index.ts";
import { Questions } from "../../../server/reach/questions.ts";
import { endpoint, idOf, phone, rings } from "./objects.ts";
import {
  AFTER_HOURS,
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

interface Manner {
  /** The endpoints of the account besides those of the stack, where it was asked and could be read. Default: none. */
  readonly live?: readonly KnownObject[] | "unread" | "not asked";
  readonly failures?: number;
}

async function saidOf(before: readonly KnownObject[], after: readonly KnownObject[], manner: Manner = {}) {
  const { live = [], failures } = manner;
  const read = async () => (typeof live === "string" ? undefined : live);
  const options = { failures, ...(live !== "not asked" && { read }) };
  const calls = await callsOf({ project: undefined, before, after }, options);
  const said = whoRings(calls);
  const { rows, notTried, expectations = [] } = calls.paths;
  const count = (paths: readonly { readonly count: number }[]) => paths.reduce((sum, each) => sum + each.count, 0);
  const alarmed = count(rows.filter(({ alarm }) => alarm !== undefined));
  const word = alarmed > 0 ? `alarm ${alarmed}/` : /not tried/.test(said) ? "unknown " : "other ";
  const counts = `${word}${count(rows)}${notTried.length > 0 ? ` ?${count(notTried)}` : ""}`;
  const kind: Said = /stays the same/.test(said) ? "same" : (counts as Said);
  const declaring = ({ declared }: DeclaredRow) => (declared ? `${declared.type} ${declared.name}` : "nothing");
  const lines = [
    ...(calls.picture === undefined ? ["No picture"] : []),
    ...rows.map((row) => {
      const { path, count, alarm = "other", before = "no path", after = "no path", isExpected } = row;
      return `${isExpected ? "expected " : ""}${alarm} ${count} × ${path}, by ${declaring(row)}\n    ${before}\n    ${after}`;
    }),
    ...expectations.map((each) => `${each.verdict} ${each.count} × ${each.path} of ${each.text}: ${each.found}`),
  ];
  return { kind, text: [[said, ...alarmsIn(calls.paths)].join(" "), ...lines].map((line) => `${line}\n`).join("  ") };
}

const menu = menuOf(sales, desk("desk", voicemail));
const withSection = (a: unknown, to = "a") => ({ main: menuOf([{ transfer: to }], sales), sections: { a } });
const cxml = (verbs: string): Office => ({
  line: { call_handler: "laml_webhooks", call_request_url: AFTER_HOURS, call_request_method: "POST" },
  more: [fallbackScript(`<Response>${verbs}</Response>`)],
});
const VOICE = { number: LINE, capabilities: ["voice"] };
const words = (text: string): Office => JSON.parse(JSON.stringify({ main: menu }).replace("Goodbye", text));
const steps = (...main: unknown[]): Office => ({ main });
const seconds = (other: unknown) => ({ main: hours("new Date().getUTCSeconds() < 30", sales, other) });
const ONE = "203.0.113.5";
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
const agent = (more: object) => steps({ ai: { prompt: { text: "Hi" }, ...more } });
const whenBusy = (busy: unknown): Office => ({
  main: [...sales, { switch: { variable: "connect_failed_reason", case: { busy }, default: voicemail } }],
});
const SPARE = "+12025550199";
const dialsSpare = (changed: Office): Office => ({ more: [phone(SPARE, 9, { name: "spare" })], ...changed });
const texts = (fields: object): Office => ({
  line: { message_handler: "relay_script", capabilities: ["sms"], ...fields },
});
const crossing = (calls: string, messages: string) => {
  return { main: voicemail, ...texts({ ...lineOf(calls), message_relay_script_url: messages }) };
};
const ask = { prompt: { play: "say:?", max_digits: 1 } };
const four = (when: string) => steps({ prompt: { play: "say:?", max_digits: 4 } }, ...hours(when, sales, voicemail));
const onKey = (cases: object, otherwise: unknown = voicemail) =>
  steps(ask, { switch: { variable: "prompt_value", case: cases, default: otherwise } });

const pair = (make: (text: string) => Office, one: string, other: string) => [make(one), make(other)] as const;
const typo = (make: (to: string) => Office) => pair(make, "desk", "dsek");
const both = (how: string, ...to: readonly string[]) =>
  steps({ connect: { [how]: to.map((each) => ({ to: `sip:${each}` })) } });
const when = (condition: string) => steps({ cond: [{ when: condition, then: sales }] });
const open = (condition: string) => steps(...hours(condition, sales, ["hangup"]));
const spoken = (host: string) => cxml(`<Gather action="https://${host}.example.com/" input="speech"/>`);
const recording = (action: string) => cxml(`<Record action="${action}"/>`);
const withoutMenu = (objects: readonly KnownObject[]) => objects.filter(({ name }) => name !== "menu");
const secretLine = { line: { ...lineOf(MENU), number: SECRET } };
const ringsUnknown = { line: { ...rings(0).fields, call_sip_endpoint_id: UNKNOWN } };
const goingOn = (to: string): Office => ({
  ...{ main: menuOf(desk(to, [{ transfer: { dest: AFTER_HOURS } }]), sales), more: [secondScript(voicemail)] },
});
const threeRing: Office = {
  ...{ line: rings(0).fields },
  more: [2, 3].map((at) => phone(`+1202555010${at}`, at, { name: `line${at}`, ...rings(0) })),
};
/** Without the first endpoint, and with another id for the second. */
const anew = ([, ...others]: readonly KnownObject[]) =>
  others.map((each) => (each.type === "SipEndpoint" ? { ...each, id: idOf(9) } : each));
const falling: Office = {
  line: { ...rejecting(AFTER_HOURS), call_request_url: MENU },
  more: [fallbackScript(dialling("desk"))],
};
const rejected = (contents: string): Office => ({ line: rejecting(AFTER_HOURS), more: [fallbackScript(contents)] });
const PROFILE: KnownObject = { type: "SipProfile", id: "", fields: { domain: "acme.sip.signalwire.com" } };
const atDomain = (domain_identifier: string): Office => {
  const fields = { domain: "Acme-One.sip.signalwire.com", domain_identifier: "one" };
  return {
    main: menuOf(desk("sales@acme-one.sip.signalwire.com"), desk("sales@acme-two.sip.signalwire.com")),
    more: [{ ...PROFILE, fields: afterRequest(sipProfile, fields, { domain_identifier }) }],
  };
};
const ringing = (to: string): Office => ({ main: menuOf(desk(to), sales) });
const ringingBoth = { ...ringing("reception"), more: [phone(SPARE, 9, { fields: ringsUnknown.line })] };
const at = (host: string) => ringing(`sales@${host}`);
const inOtherCase: Office = { desks: ["Sale", "sales"], main: menuOf(desk("Sales"), desk("SALES")) };
const failover = (last: unknown) =>
  steps(
    { request: { url: "https://crm.example.com/open" } },
    { cond: [{ when: "request_result == 'failed'", then: [...sales, last] }, { else: voicemail }] },
  );
const asked = (then: unknown) => hours("call.from == 'a'", then, then);
const expecting = (changed: Office, ...names: readonly string[]) => {
  const expects = names.map((rings) => ({ keys: "1", ...(rings === "nobody" ? { reaches: rings } : { rings }) }));
  return office(changed).map((each) => (each.type === "PhoneNumber" ? { ...each, expects } : each));
};
const UNREAD: Manner = { live: "unread" };
const NOT_ASKED: Manner = { live: "not asked" };
const ACCOUNT: Manner = { live: [endpoint("reception", 77)] };
const LOBBY: Manner = { live: [endpoint("lobby", 7)] };
const AT_DOMAIN: Manner = { live: [PROFILE] };
const MISSING = endpoint("lobby", 99, { mark: "missing" });

/** A number that the fallback script answers. */
const second = phone("+12025550102", 2, {
  name: "second",
  fields: { call_handler: "laml_webhooks", call_request_url: AFTER_HOURS, call_request_method: "POST" },
});

type Side = Office | readonly KnownObject[];

const changes: readonly (readonly [what: string, before: Side, after: Side, said: Said, manner?: Manner])[] = [
  ["a number moves from a menu to a desk", {}, { line: rings(0).fields }, "other 8"],
  ["a webhook takes the place of a menu", {}, { line: rejecting("https://web.example.com/") }, "unknown 8 ?2"],
  ["a key is added", onKey({ "1": sales }), onKey({ "1": sales, "2": desk("desk") }), "other 2"],
  ["a key does as every other key", onKey({ "1": sales }), onKey({ "1": sales, "2": voicemail }), "same"],
  ["keys change places", onKey({ "1": sales, "2": voicemail }), onKey({ "2": voicemail, "1": sales }), "same"],
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
  ["a misspelt desk before voicemail", ...typo((to) => ({ main: menuOf(sales, desk(to, voicemail)) })), "alarm 1/2"],
  ["a misspelt desk that rings beside another", ...typo((to) => both("parallel", "sales", to)), "alarm 2/4"],
  [
    "desks that ring at once change places",
    both("parallel", "sales", "desk"),
    both("parallel", "desk", "sales"),
    "same",
  ],
  [
    "desks that ring in turn change places",
    both("serial", "sales", "desk"),
    both("serial", "desk", "sales"),
    "other 3",
  ],
  ["a misspelt desk behind one that does not answer", steps(...sales), steps(...sales, ...desk("dsek")), "alarm 1/1"],
  ["a misspelt section", withSection(sales), withSection(sales, "b"), "alarm 1/2"],
  ["a misspelt verb", {}, { main: menuOf([{ conect: { to: "sip:sales" } }], sales) }, "alarm 1/4"],
  ["a misspelt verb of cXML", cxml("<Dial><Sip>sip:desk</Sip></Dial>"), cxml("<Dail>x</Dail><Record/>"), "alarm 1/2"],
  ["a verb that exists and is not played", {}, { main: menuOf([{ pay: {} }], sales) }, "unknown 4 ?1"],
  ["a script reads a secret number", {}, { main: menuOf([{ connect: { to: SECRET } }], sales) }, "unknown 4 ?1"],
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
  ["a queue", steps(...sales), steps({ enter_queue: { queue_name: "sales" } }), "other 2"],
  ["another conference", ...pair((name) => steps({ join_conference: { name } }), "a", "b"), "other 1"],
  ["an AI agent with other words", agent({}), agent({ prompt: { text: "Hello" } }), "same"],
  ["an AI agent with a function", agent({}), agent({ SWAIG: { functions: [{ function: "sell" }] } }), "unknown 1 ?1"],
  ["a misspelt desk after a recording", ...typo((to) => steps(...voicemail, ...desk(to))), "alarm 1/2"],
  ["another script after a recording of cXML", ...pair(recording, MENU, "https://web.example.com/"), "unknown 1 ?1"],
  [
    "a misspelt desk after a call that ended",
    ...typo((to) => steps({ connect: { to: "sip:sales", result: { case: { connected: desk(to) } } } })),
    "alarm 1/2",
  ],
  ["other arithmetic of four keys", four("prompt_value * 2 == 2468"), four("prompt_value * 2 == 2470"), "other 6"],
  ["a key that hangs up in place of a desk", {}, { main: menuOf(sales, ["hangup"]) }, "alarm 1/2"],
  ["a key that hangs up in place of voicemail", onKey({ "1": sales }), onKey({ "1": sales }, ["hangup"]), "alarm 2/2"],
  ["calls become faxes", {}, { line: { ...lineOf(MENU), call_receive_mode: "fax" } }, "other 6"],
  ["a condition on the seconds", ...typo((to) => seconds(desk(to))), "alarm 1/2"],
  ["a closing in three years", steps(...sales), open("new Date().getUTCFullYear() < 2029"), "alarm 1/5"],
  ["a carrier with a smaller block", from("203.0.113.0/24"), from("203.0.113.0/25"), "alarm 1/7"],
  ["a carrier with its addresses in another order", from(ONE, "203.0.113.6"), from("203.0.113.6", ONE), "same"],
  ["a desk behind a SIP address", ...typo((to) => ({ ...hotline({}), main: menuOf(sales, desk(to)) })), "alarm 1/2"],
  ["a SIP address is deleted", hotline({}), {}, "alarm 4/13"],
  ["another script for spoken words", ...pair(spoken, "a", "b"), "unknown 2 ?1"],
  ["another verb beside one", ...typo((to) => steps({ play: "say:x", connect: { to: `sip:${to}` } })), "unknown 0 ?1"],
  ["no voicemail behind a busy desk", whenBusy(voicemail), whenBusy([]), "alarm 1/1"],
  ["a call is rejected", cxml("<Say>Hi</Say>"), cxml("<Reject/>"), "alarm 1/1"],
  ["another number without a handler", dialsSpare({}), dialsSpare({ main: [{ connect: { to: SPARE } }] }), "alarm 1/7"],
  ["a message is not taken any more", texts({ message_relay_script_url: MENU }), texts({}), "alarm 1/4 ?3"],
  ["a carrier gets another address", from(ONE), from("203.0.113.77"), "alarm 1/14"],
  ["a carrier gets one more address", from(ONE), from("203.0.113.4", ONE), "other 7"],
  ["a number leaves the program", { more: [phone("+12025550199", 9, { fields: lineOf(MENU) })] }, {}, "other 6"],
  ["a nested menu", ...typo((to) => ({ main: menuOf(menuOf(sales, desk(to)), sales) })), "alarm 1/2"],
  ["a misspelt desk of the fallback", ...typo((to) => rejected(dialling(to))), "alarm 1/1 ?1"],
  ["a carrier loses its handler", { more: [carrier(lineOf(MENU))] }, { more: [carrier({})] }, "alarm 1/7"],
  ["no voicemail behind a desk", { main: desk("desk", voicemail) }, { main: desk("desk") }, "alarm 1/1"],
  [
    "a loop",
    { main: menuOf(sales, desk("desk")) },
    { main: menuOf([{ transfer: "round" }], desk("desk")), sections: { round: [{ transfer: "round" }] } },
    "alarm 1/2",
  ],
  [
    "two numbers that dial each other",
    { more: [fallbackScript(`<Response><Dial>${LINE}</Dial></Response>`), second] },
    {
      main: menuOf([{ connect: { to: "+12025550102" } }], desk("desk")),
      more: [fallbackScript(`<Response><Dial>${LINE}</Dial></Response>`), second],
    },
    "alarm 4/6",
  ],
  ["a deleted endpoint", {}, { desks: ["desk"] }, "alarm 1/2"],
  ["the number loses its handler", {}, { line: {} }, "alarm 1/7"],
  [
    "a deleted script that another one transfers to",
    { main: menuOf([{ transfer: { dest: AFTER_HOURS } }], sales), more: [secondScript(sales)] },
    { main: menuOf([{ transfer: { dest: AFTER_HOURS } }], sales) },
    "alarm 1/2",
  ],
  ["a secret number, which is never named", secretLine, { ...secretLine, desks: ["sales", "desk", "new"] }, "same"],
  ["a desk behind a secret number", ...typo((to) => ({ ...secretLine, main: menuOf(desk(to), sales) })), "alarm 1/2"],
  ["a secret number becomes unknown", secretLine, { line: { ...lineOf(MENU), number: UNKNOWN } }, "other 12"],
  ["an endpoint that is not known yet", {}, ringsUnknown, "unknown 7 ?1"],
  ["a misspelt desk, after which a script goes on", ...typo(goingOn), "alarm 1/2"],
  [
    "a misspelt desk, whose caller reaches voicemail",
    {},
    { main: menuOf(desk("slaes", voicemail), sales) },
    "alarm 1/4",
  ],
  ["an endpoint that three numbers ring is made anew", threeRing, anew(office(threeRing)), "alarm 3/6"],
  ["a deleted script whose fallback is played", falling, withoutMenu(office(falling)), "alarm 1/1"],
  ["a fallback gets hidden contents", rejected(dialling("desk")), rejected(SECRET), "unknown 1 ?2"],
  ["the project gets another SIP domain", atDomain("one"), atDomain("two"), "alarm 1/4"],
  ["a SIP domain, where the profile is not read", at("acme.example"), at("acne.example"), "unknown 2 ?1", UNREAD],
  ["an endpoint that the account was not read about", {}, ringing("reception"), "alarm 1/4 ?1", NOT_ASKED],
  ["a new program, whose first desk is missing", [], { desks: ["desk"] }, "alarm 1/5"],
  ["a new menu rings an endpoint of the account", [], ringing("reception"), "other 6", ACCOUNT],
  ["the same beside a number that rings what is not known yet", [], ringingBoth, "unknown 7 ?1", ACCOUNT],
  ["a new menu rings no endpoint of the account", [], ringing("reception"), "alarm 1/5", LOBBY],
  ["a new menu dials the account's domain", [], at("acme.sip.signalwire.com"), "other 6", AT_DOMAIN],
  ["a misspelt user name at that domain", [], ringing("slaes@acme.sip.signalwire.com"), "alarm 1/5", AT_DOMAIN],
  ["a new menu, where the account cannot be read", [], ringing("reception"), "unknown 6 ?1", UNREAD],
  [
    "the same beside an endpoint that is missing",
    [],
    { ...ringing("reception"), more: [MISSING] },
    "unknown 6 ?1",
    UNREAD,
  ],
  ["an endpoint that is missing", [], { ...ringing("lobby"), more: [MISSING] }, "alarm 1/5", UNREAD],
  ["a misspelt user name is found there", [], ringing("slaes"), "alarm 1/5", UNREAD],
  ["another number is no misspelling", [], { ...ringing("desk-3a"), desks: ["desk-1a"] }, "unknown 6 ?2", UNREAD],
  ["a misspelt user name of three letters", [], { ...ringing("bab"), desks: ["bob"] }, "alarm 1/5 ?1", UNREAD],
  ["a user name that is not known in part", {}, ringing(`desk-${UNKNOWN}`), "unknown 4 ?1"],
  ["user names that differ in case", [], inOtherCase, "alarm 2/4"],
  [
    "a user name that differs in case alone from another one",
    [],
    { ...ringing("Sales"), desks: ["Sales", "sales"] },
    "other 6",
  ],
  ["a new number may ring what is not read", [], { line: rings(7).fields }, "unknown 1 ?1", UNREAD],
  ["a new number rings an endpoint of the account", [], { line: rings(7).fields }, "other 2", LOBBY],
  ["two failures at once, which are not tried", failover({ record: {} }), failover("hangup"), "same"],
  ["two failures at once, where they are", failover({ record: {} }), failover("hangup"), "alarm 1/1", { failures: 2 }],
  [
    "expectations of what was not asked about, and of another one",
    [],
    expecting(ringing("reception"), "sales", "reception"),
    "unknown 6 ?1",
    UNREAD,
  ],
  [
    "an expectation of a handler that is not known yet",
    [],
    expecting({ line: { call_handler: UNKNOWN } }, "desk"),
    "unknown 1 ?1",
  ],
  [
    "expectations in two accounts, of an address that is not known yet and of one that is not asked",
    [],
    expecting({ line: lineOf(UNKNOWN), more: [{ ...second, account: "other" }] }, "desk"),
    "unknown 4 ?2",
  ],
  ["a hangup that the program expects", {}, expecting({ main: menuOf(["hangup"], sales) }, "nobody"), "alarm 1/4"],
  [
    "an endpoint that the program expects to be missing, whoever calls",
    { main: menuOf(asked(sales), sales) },
    expecting({ main: menuOf(asked(desk("gone")), sales) }, "nobody"),
    "alarm 2/4",
  ],
  ["a carrier whose second address is not known yet", from(ONE), from(ONE, UNKNOWN), "unknown 8 ?1"],
  ["calls and messages change places", crossing(MENU, AFTER_HOURS), crossing(AFTER_HOURS, MENU), "unknown 4 ?2"],
  ["expectations alone", expecting({}, "sales", "lobby"), expecting({}, "sales", "lobby"), "same"],
  // Those that take longest are last.
  ["a secret condition", ...pair(when, "true", SECRET), "unknown 2 ?1"],
  ["the same hours in other words", steps(...hours(OPEN, sales, [])), steps(...hours(`!(${OPEN})`, [], sales)), "same"],
  ["earlier closing, with nobody", ...pair((until) => open(OPEN.replace("17", until)), "17", "16"), "alarm 1/6"],
  ["an expression that does not end", ...pair(when, "true", "(() => { for (;;); })()"), "unknown 5 ?3"],
];

const objectsIn = (side: Side) => ("length" in side ? side : office(side));

test("a change is what a careful person would say, with each path in the words of the golden file", async () => {
  let texts = "";
  for (const [what, before, after, said, manner] of changes) {
    const { kind, text } = await saidOf(objectsIn(before), objectsIn(after), manner);
    expect.soft(`${what}: ${kind}`, text).toBe(`${what}: ${said}`);
    texts += `# ${what}: ${text}\n`;
  }
  await expect(texts).toMatchFileSnapshot("golden/said.txt");
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

/** A resource of a program whose arguments alone are known, each of them from these others. */
const declared = (type: ResourceName, name: string, props: object, ...from: string[]) => ({
  ...{ type, urn: `urn:${name}`, name, account: "own", props: props as Props },
  suppliersOf: () => from.map((each) => `urn:${each}`),
});
const scriptAt = (requestUrl: string, name: string, main: unknown, ...from: string[]) =>
  declared("SwmlScript", name, { displayName: name, contents: { sections: { main } }, requestUrl }, ...from);
const played = (callRelayScriptUrl: string, ...from: string[]) =>
  declared("PhoneNumber", "line", { ...VOICE, callHandler: "relay_script", callRelayScriptUrl }, ...from);
const called = (callSipEndpointId: string, ...from: string[]) =>
  declared("PhoneNumber", "line", { ...VOICE, callHandler: "relay_sip_endpoint", callSipEndpointId }, ...from);
const desks = ["one", "two"].map((name) => declared("SipEndpoint", name, { username: name }));
const transfer = (dest: string) => [{ transfer: { dest } }];
const transfers = (one: string, two: string) => menuOf(transfer(one), transfer(two), transfer(one));
const [OTHER, THIRD] = ["20031", "20032"].map((id) => MENU.replace("20001", id)) as [string, string];

const programs: Record<string, ReturnType<typeof declared>[]> = {
  "two changed scripts that one document names may be either": [
    ...["open", "closed"].map((name) => scriptAt(UNKNOWN, name, sales)),
    scriptAt(MENU, "menu", transfers(OTHER, `${THIRD} ${OTHER}`), "open", "closed"),
    played(MENU),
  ],
  "a changed script has the address that a number shows, with or without time-outs": [
    ...[scriptAt(UNKNOWN, "menu", transfers(OTHER, OTHER)), scriptAt(OTHER, "other", sales)],
    played(`${MENU}#rc=2`, "menu"),
  ],
  "a known id of one declared endpoint is its own": [...desks, called("id", "one")],
  "a known id of either of two declared endpoints is given to none of them": [...desks, called("id", "one", "two")],
  "an id that is not known yet names no endpoint": [
    ...[called(UNKNOWN), scriptAt(MENU, "menu", desk("typo"))],
    declared("PhoneNumber", "other", { ...played(MENU).props, number: "+12025550103" }),
  ],
  "what the provider refuses is no alarm": [
    declared("SipEndpoint", "desk", { username: "desk", encryption: "maybe" }),
    ...[scriptAt(MENU, "menu", desk("desk")), played(MENU)],
    declared("PhoneNumber", "bare", { ...VOICE, number: "+12025550103", callHandler: "relay_script" }),
  ],
  "what only the service knows of an adopted number": [declared("PhoneNumber", "line", { number: LINE })],
  "an adopted number without a handler": [declared("PhoneNumber", "line", { number: LINE, capabilities: ["voice"] })],
};

test("the paths of a program whose arguments alone are known are the golden file", async () => {
  let text = "";
  for (const [what, program] of Object.entries(programs)) {
    const { rows, notTried } = await newPaths(program, ["sales"]);
    const lines = [
      ...rows.map(({ path, alarm = "no alarm", after }) => `${path}: ${alarm}: ${after}`),
      ...notTried.map(({ path, reason }) => `${path}: ${reason}`),
    ];
    text += `# ${what}\n${lines.join("\n")}\n\n`;
  }
  await expect(text).toMatchFileSnapshot("golden/programs.txt");
});

test("an endpoint that a change deletes is no other one of the account", async () => {
  const [deleted, other] = [endpoint("deleted", 60), endpoint("other", 61)];
  const after = office({ main: menuOf(desk("deleted"), desk("other")) });
  const change = { project: undefined, before: [...after, deleted], after };
  const { paths } = await callsOf(change, { read: async () => [deleted, other] });
  expect(paths.rows.map(({ path, alarm }) => [path, alarm])).toContainEqual([`${LINE}: key 1`, "nobody"]);
});

test("an endpoint that a record does not show is an alarm where the account does not have it", async () => {
  const objects = office({ main: menuOf(sales, desk("other", voicemail)) });
  const found = async (others?: readonly KnownObject[]) => {
    const change = { project: undefined, before: objects, after: objects };
    const { paths } = await callsOf(change, { isRecord: true, read: async () => others });
    return [
      whoRings({ numbers: 1, paths }),
      ...paths.rows.map(({ path, alarm, after }) => `${path}: ${alarm}: ${after}`),
    ];
  };
  expect([await found([endpoint("other", 60)]), await found([]), await found()]).toEqual([
    ["Who rings stays the same: 6 paths of 1 caller tried."],
    [
      "Who rings changes on 1 path: 5 paths of 1 caller tried.",
      `${LINE}: key 2: mistake: Answered by the SWML script Menu: a recording (voicemail), after the document dials sip:other, an address that no object has`,
    ],
    [
      `No other end was found: 6 paths of 1 caller tried; 1 not tried: ${LINE}: key 2 (Goes on to sip:other, which no known object has; the account was not read).`,
    ],
  ]);
});

test("the findings of a change, the option that allows each, and the picture are the golden file", async () => {
  const asking = (then: unknown) => [{ cond: [{ when: "call.from == 'a'", then }, { else: sales }] }];
  const more = [phone("+12025550102", 2, { name: "other", fields: lineOf(MENU) })];
  const former = more.map((each) => ({ ...each, name: "former" }));
  const before = office({ main: menuOf(sales, asking(sales)), more: former });
  const secrets = ["+12025550102", "typo"];
  const after = expecting({ main: menuOf(desk("typo"), asking(desk("typo", voicemail))), more }, "sales", "desk");
  let text = "";
  const alarmsOf = async (...allowed: string[]) => {
    const calls = await callsOf({ project: undefined, before, after, secrets }, { allowed, read: async () => [] });
    const items = [
      ...pathItems(calls.paths, PLANNED, ({ name, entry = 9 }) => ({ file: `${name}.ts`, line: entry })),
      ...pathItems(calls.paths, DRIFTED, () => undefined, false),
    ];
    const lines = [alarmsIn(calls.paths).join(", "), whoRings(calls), ...items.map((each) => JSON.stringify(each))];
    text += `# Allowed: ${allowed.join(" and ")}\n${lines.join("\n")}\n${allowed.length > 0 ? "" : calls.picture}\n`;
    return calls.paths.rows.filter(isAlarm).map(({ path }) => path);
  };
  const [one = "", other = ""] = await alarmsOf();
  expect([await alarmsOf(one), await alarmsOf(one, other)]).toEqual([[other], []]);
  await alarmsOf(LINE);
  await expect(text).toMatchFileSnapshot("golden/findings.txt");
});

test("paths that are not tried again are those that a trial of all finds", async () => {
  const sides = changes.flatMap(([, before, after]) => [objectsIn(before), objectsIn(after)]);
  const others = [phone("+12025550150", 50, rings(0)), carrier(lineOf(MENU))];
  const order = Array.from({ length: 30 }, (_, at) => (at * 7) % sides.length);
  const exploredInOrder = async () => {
    const trial = await openTrial();
    const found: unknown[] = [];
    for (const [at, side] of order.entries()) {
      const objects = [...(sides[side] ?? []), ...others].filter((_, index) => (at + index) % 7 > 0);
      trial.hold(objects, { isWhole: at % 2 === 0, earlier: sides[(side + 1) % sides.length] ?? [] });
      const callers = await trial.explore();
      const ways = (await trial.ways()).map(({ project, ...each }) => each);
      found.push({ callers, ways, isUnsure: trial.isUnsure });
    }
    await trial.close();
    return found;
  };
  const areSame = vi.spyOn(Questions.prototype, "areSame");
  onTestFinished(() => areSame.mockRestore());
  const found = await exploredInOrder();
  expect(areSame.mock.results.some(({ value }) => value)).toBe(true);
  areSame.mockReturnValue(false);
  expect(found).toEqual(await exploredInOrder());
});

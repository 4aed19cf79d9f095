// The contract's small functions: what each returns for an input, whole.

import { expect, it } from "vitest";
import { answerForm, choosesHandler, flatForm, listsOf, receivedForm, sentForm } from "../../contract/body.ts";
import { saysNotFound, wordsIn } from "../../contract/errors.ts";
import { needs } from "../../contract/handlers.ts";
import * as api from "../../contract/index.ts";
import { satisfiesMinimum, tooOld } from "../../contract/node-version.ts";
import { waysOf } from "../../contract/ways.ts";

const MARKER = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "s" };
const CHILD = "urn:pulumi:dev::office::office:Desk$signalwire:index:Queue::desk::a";
const RECORDS = { name: "desk", __provider: "code", __project: "p", __inherited: { codecs: ["OPUS"] } };
const OWN_HOSTS = ["localhost", "LOCALHOST", "127.0.0.1", "127.9.8.7", "::ffff:127.0.0.1", "::1", "[::1]"];
const PAGES = { number: "page_number", size: "page_size", token: "page_token", entries: "data" };
const LINKS = { self: "uri", first: "first_page_uri", next: "next_page_uri", prev: "previous_page_uri" };
const { CxmlApplication, CxmlScript, DomainApplication, NumberGroupMembership, PhoneNumber, Queue } = api.resources;
const { SipEndpoint, SwmlScript } = api.resources;

const of = <In, Out>(get: (input: In) => Out, ...inputs: In[]) => inputs.map((input) => get(input));
const allOf = (result: unknown, count: number) => new Array(count).fill(result);
const times = (days: number[], first: number, last: number) => ({ days, first, last });

const matches = (pattern: string, ...texts: string[]) => texts.map((text) => api.matchesPattern(text, pattern));
const NO = "Not Found";
const oneError = (error: object) => ({ errors: [error] });
const echoing = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
const TABLE = { field: "f", cases: { a: needs("b_url", "b_method"), d: needs("b_method") } };
const LONG = "same ".repeat(50);
const BESIDE = "same ".repeat(4);
const changed = (expected: string, actual: string) => ({ property: "p", expected, actual });
const shown = (expected: unknown, actual: unknown) => api.showChange({ property: "p", expected, actual });

const ROWS: readonly (readonly [result: () => unknown, expected: unknown])[] = [
  [() => of(api.toCamel, "call_relay_url", "e911_address_id", "id"), ["callRelayUrl", "e911AddressId", "id"]],
  [() => [api.toPascal("voice_url"), api.toSnake("callRelayUrl")], ["VoiceUrl", "call_relay_url"]],
  [() => of(api.plural, "SIP endpoint", "address"), ["SIP endpoints", "addresses"]],
  [() => of(api.withArticle, "SIP endpoint", "address"), ["a SIP endpoint", "an address"]],
  [
    () => [api.namesLike("ab", ["xy", "abc", "ab", "a"]), api.namesLike("ab", ["abc", "abcd"], 1)],
    [["ab", "abc", "a", "xy"], ["abc"]],
  ],
  [() => of(api.roleOf, "a_url", "status_callback", "a_status_callback_url"), ["target", "status", "status"]],
  [
    () => of(api.roleOf, "a_method", "a_fallback_url", "a_version", "conversion"),
    ["method", "fallback", "version", "target"],
  ],
  [() => of(api.hostOfDomain, "Office-a", "A.example"), ["office-a.dapp.signalwire.com", "a.example"]],
  [
    () => of(api.hostOfDomain, "Reference-a", "b-reference-a"),
    ["reference-a.dapp.example.com", "b-reference-a.dapp.signalwire.com"],
  ],
  [() => of(api.isLoopback, ...OWN_HOSTS), allOf(true, 7)],
  [() => of(api.isLoopback, "128.0.0.1", "1127.0.0.1", "127.0.0.1.example", "a.localhost", "::2"), allOf(false, 5)],
  [() => of(satisfiesMinimum, "22.19.0", "22.20.1", "24.0.0", "100.1.0"), allOf(true, 4)],
  [() => of(satisfiesMinimum, "22.18.9", "20.20.2", "18.0.0", "9.99.0"), allOf(false, 4)],

  [
    () => tooOld("20.20.2"),
    "pulumi-signalwire needs Node 22.19 or newer; this is 20.20.2. Install a newer one from https://nodejs.org/, or with your version manager (nvm install 24, fnm install 24).",
  ],
  [() => of(api.isBlank, undefined, null, "", []), allOf(true, 4)],
  [() => of(api.isBlank, 0, false, " ", ["a"], {}), allOf(false, 5)],
  [() => of(api.isGiven, undefined, null, "", 0, false), [false, false, true, true, true]],
  // The names that states hold, and other numbers that the specification gives.
  [
    () => [api.RECORDS, api.SCHEMA_VERSION_NAME, api.PROJECT, api.NORMALISED, api.FOUND, api.WRITTEN, api.TRIED],
    ["__state", "__schemaVersion", "__project", "__normalised", "__found", "__written", "__tried"],
  ],
  [() => [api.INHERITED, api.CURRENT, api.DRIFT, api.NO_HANDLER], ["__inherited", "__current", "__drift", "default"]],
  [() => [api.PAGE_SIZE, api.DEFAULT_LIFETIME, api.SUBSCRIBER_LIFETIME], [{ usual: 50, largest: 1_000 }, 15, 120]],

  [() => of(api.timesIn, "Mon 10:00", "sun 23:59"), [times([0], 600, 600), times([6], 1439, 1439)]],
  [
    () => of(api.timesIn, " Mon–Fri 09:00–17:00 ", "fri-mon"),
    [times([0, 1, 2, 3, 4], 540, 1019), times([4, 5, 6, 0], 0, 1439)],
  ],
  [() => api.timesIn("Sat, 22:00-24:00"), times([5], 1320, 1439)],
  [() => api.timesIn("2026-12-25 08:00–09:00"), { ...times([], 480, 539), date: "2026-12-25" }],
  [() => api.timesIn("2026-12-25T10:00Z"), { ...times([], 600, 600), date: "2026-12-25" }],
  [() => api.timesIn("2026-12-25T23:30:30.25-02:00"), { ...times([], 90, 90), date: "2026-12-26" }],
  [
    () => of(api.timesIn, "Mon 24:00", "Mon 10:60", "Mon 09:00–09:00", "Mon 09:00–09:60", "Mon 24:00–24:01"),
    allOf(undefined, 5),
  ],
  [
    () => of(api.timesIn, "2026-02-29", "2026-13-01T10:00Z", "2026-12-25T10:00", "Foo–Mon", "Mon–Foo", ""),
    allOf(undefined, 6),
  ],

  [() => of(api.nameInProgram, CHILD, "urn:pulumi:dev::office::stack"), ["desk::a", ""]],
  [() => of(api.declaredAs, CHILD, CHILD.replace("office:Desk$", "")), [CHILD, "desk::a"]],
  [() => of(api.typesInProgram, CHILD, "urn"), ["office:Desk$signalwire:index:Queue", ""]],
  [() => of(api.resourceOfType, "signalwire:index:Queue", "aws:index:Queue"), ["Queue", undefined]],
  [() => api.resourceOfType("pulumi-nodejs:dynamic/signalwire:Queue"), "Queue"],
  [
    () => JSON.stringify(api.withoutSecrets({ b: [{ d: 1, c: null }], a: SECRET, c: 2 })),
    '{"a":"[secret]","b":[{"c":null,"d":1}],"c":2}',
  ],
  [() => of(api.isUnknown, MARKER, Symbol("x"), [MARKER], { a: MARKER }, { a: [{ b: MARKER }] }), allOf(true, 5)],
  [() => of(api.isUnknown, "", null, undefined, 5, [], {}, ["a"], `${MARKER} `, { [MARKER]: "a" }), allOf(false, 9)],
  // Records are stored under one name, without the dynamic host's reference to the provider.
  [
    () => api.withRecordsHidden({ ...RECORDS, __at: null }),
    { name: "desk", codecs: ["OPUS"], __provider: "code", __state: { project: "p", inherited: ["codecs"] } },
  ],
  [() => api.withRecords(api.withRecordsHidden(RECORDS)), RECORDS],
  [() => api.withRecordsHidden({ __project: "p" }), { __state: { project: "p" } }],
  [() => of((get) => get({ name: "a" }), api.withRecordsHidden, api.withRecords), allOf({ name: "a" }, 2)],

  [() => of(api.formatValue, "a", "", 60, false, null, undefined), ['"a"', '""', "60", "false", "null", "(not set)"]],
  [() => api.formatValue({ a: { c: [] }, b: ["[secret]", {}] }), '{ "a": { "c": [] }, "b": [[secret], {}] }'],
  [() => of(api.formatValue, "[secret]", "(not set)", [undefined]), ["[secret]", '"(not set)"', "[(not set)]"]],
  // Characters that move the cursor, reverse the text or hide, and texts that a CI runner reads as a command.
  [() => api.visible("a\u001b[2Jb\u009b\u0000\u007f\nb\tc\r"), "a\\u001b[2Jb\\u009b\\u0000\\u007f\\nb\\tc\\r"],
  [
    () => api.visible("\u202egnp\u200b\u2028\u{e0041}\ud800 \ufffe é 👍"),
    "\\u202egnp\\u200b\\u2028\\u{e0041}\\ud800 \\ufffe é 👍",
  ],
  [() => of(api.visible, "::error::x", "  ::mask::x", "a::b"), ["\\u003a:error::x", "  \\u003a:mask::x", "a::b"]],
  [() => api.visible("a ##[b]c ##vso[d.e]f # [d] ### e"), "a \\u0023#[b]c \\u0023#vso[d.e]f # [d] ### e"],
  [() => [api.clip("abc", 3), api.clip("abcd", 3)], ["abc", "abc… (1 more characters)"]],
  [() => api.clip("a".repeat(1_201)), `${"a".repeat(200)}… (1,001 more characters)`],
  [
    () => [[], ["a"], ["a", "b"], ["a", "b", "c"]].map((all) => api.listed(all, 2)),
    ["", "a", "a and b", "a, b and 1 more"],
  ],
  [() => api.listed(["a", "b", "c"], 3), "a, b and c"],
  [() => api.wrapped("one two three", "- ", "  ", "- one two".length), ["- one two", "  three"]],
  [() => api.wrapped("one two", "10. ", undefined, "10. one tw".length), ["10. one", "    two"]],
  [() => of((length: number) => api.wrapped(`${"a".repeat(length)} b`, "").length, 78, 79), [1, 2]],
  [() => api.wrapped("longer words", "", undefined, 3), ["longer", "  words"]],
  [() => new RegExp(`^${api.literalPattern(".*+?^$()[]{}|\\/a")}$`).test(".*+?^$()[]{}|\\/a"), true],
  [() => of(api.parsedJson, "[1]", "[1", ""), [[1], undefined, undefined]],

  [() => matches("desk*", "desk", "desk-1", "my-desk"), [true, true, false]],
  [() => matches("desk", "desk", "desk-1"), [true, false]],
  [() => matches("prod-*-1", "prod-eu-1", "prod-1"), [true, false]],
  [() => [...matches("aba*ba", "aba"), ...matches("*b*b*", "a-b-a", "bb")], [false, false, true]],

  [() => api.showChange({ property: "a\n", expected: ["b"] }), { ...changed('["b"]', "(not set)"), property: "a\\n" }],
  [() => shown("[secret]", "[secret]"), changed("[secret]", "[secret] (changed)")],
  // An entry has words of its own, or a problem for each field.
  [
    () =>
      of(
        wordsIn,
        { errors: { error: { message: "taken", title: "No" } } },
        { errors: [{ a_b: ["bad", "A B x"] }, null, { d: "e" }] },
        [" c ", "", 5],
        { errors: null, title: "f" },
        { errors: "", code: "g", attribute: "h_i" },
      ),
    [["taken"], ["a_b bad", "A B x", "d e"], ["c"], ["f"], ["h_i g"]],
  ],
  // Of several members of an entry, the first of these counts.
  [
    () => ["detail", "message", "error", "title", "code"].map((_, at, all) => wordsIn(echoing(all.slice(at)))),
    [["detail"], ["message"], ["error"], ["title"], ["code"]],
  ],
  [
    () =>
      of(
        wordsIn,
        { errors: "a", candidates: [{ street_name: "b", unit: null }] },
        { errors: "c", candidates: [5] },
        { detail: "d", attribute: null },
      ),
    [["a", 'the service suggests streetName: "b"'], ["c"], ["d"]],
  ],
  [
    () => of(saysNotFound, NO, { error: NO }, { message: NO }, ...[{ status: "404" }, { code: "404" }].map(oneError)),
    allOf(true, 5),
  ],
  [() => of(saysNotFound, oneError({ title: NO }), { message: "a", code: 5, more_info: null }), allOf(true, 2)],
  [() => saysNotFound({ message: "a", status: 404 }), true],
  [() => of(saysNotFound, "", { error: NO, a: 1 }, { message: "a" }, { errors: [] }, oneError({})), allOf(false, 5)],
  // Two values are shown whole while they are short, else what differs and 20 characters beside it.
  [() => shown("a".repeat(198), "b"), changed(`"${"a".repeat(198)}"`, '"b"')],
  [() => shown("a".repeat(1_500), "b"), changed(`"${"a".repeat(199)}… (1,302 more characters)`, '"b"')],
  [
    () => shown(`${LONG}one${LONG}`, `${LONG}two${LONG}`),
    changed(`…${BESIDE}one${BESIDE}…`, `…${BESIDE}two${BESIDE}…`),
  ],
  [() => shown(LONG + LONG, `${LONG}more ${LONG}`), changed(`…${BESIDE}${BESIDE}…`, `…${BESIDE}more ${BESIDE}…`)],
  [() => shown(`${LONG}${BESIDE}same `, LONG), changed(`…${BESIDE}${BESIDE}same "`, `…${BESIDE}"`)],
  [() => shown(1, "👍".repeat(100)), changed("1", `"${"👍".repeat(99)}\\ud83d… (2 more characters)`)],

  [
    () => of((name: string) => choosesHandler(PhoneNumber, name), "call_handler", "message_handler", "name"),
    [true, true, false],
  ],
  [() => api.aliasesOf(PhoneNumber, "call_relay_context"), ["call_relay_application"]],
  [() => api.aliasesOf(PhoneNumber, "call_relay_application"), ["call_relay_context"]],
  [() => api.aliasesOf(PhoneNumber, "constructor"), []],
  [
    () => of((key: unknown) => api.keyOf(NumberGroupMembership, { phone_number_id: key }), null, undefined),
    [null, undefined],
  ],
  [() => of((handler: string) => api.ignoredFields(TABLE, handler), "d", "x"), [["b_url"], ["b_url", "b_method"]]],
  [() => of((handler: string) => api.targetFields(TABLE, handler), "a", "d", "x"), [["b_url"], [], []]],
  [() => of((f: unknown) => api.validateHandlers([TABLE], { f }, String).length, "a", ["a"], "x"), [2, 0, 0]],
  // A field outside the specification is compared as JSON.
  [
    () => ["codecs", "x"].map((field) => api.isSameSetting(SipEndpoint, field, ["OPUS", "PCMU"], ["PCMU", "OPUS"])),
    [true, false],
  ],

  [() => api.validateArguments(CxmlScript, { displayName: "n", contents: "<Response/>" }), []],
  [() => api.validateArguments(SwmlScript, { displayName: "n", contents: { sections: { a: [], main: ["b"] } } }), []],

  // A field without which there is no object cannot be unset, nor one that a request needs.
  [() => api.validateBody(SipEndpoint, "update", { username: null }).length, 1],
  [() => api.validateBody(api.clientToken, "update", { refresh_token: null }).length, 1],
  [() => api.validateBody({ ...Queue, isOpen: true }, "create", { friendly_name: "n", other: 1 }), []],

  [() => answerForm(CxmlApplication, { id: "i", friendly_name: "n" }, "x"), { sid: "i", friendly_name: "n" }],
  [() => answerForm(Queue, { id: "i", friendly_name: "n" }, "x"), { id: "i", friendly_name: "n" }],
  [
    () => answerForm(CxmlScript, { id: "i", display_name: "n", contents: "c", type: "t" }, "x"),
    { id: "i", type: "t", display_name: "n", cxml_script: { contents: "c", name: "n", id: "x" } },
  ],
  [() => flatForm(CxmlApplication, { sid: "i", friendly_name: "n" }), { id: "i", friendly_name: "n" }],
  [
    () => flatForm(CxmlScript, { id: "i", display_name: "n", cxml_script: { id: "x", name: "inner", contents: "c" } }),
    { id: "i", display_name: "inner", contents: "c" },
  ],
  [() => flatForm(CxmlScript, { id: "i", name: "n", display_name: "d" }), { id: "i", display_name: "d" }],
  [() => flatForm(CxmlScript, { id: "i", name: "n", display_name: null }), { id: "i", display_name: "n" }],
  [() => flatForm(CxmlScript, { id: "i", name: "n", cxml_script: { id: "x" } }), { id: "i", display_name: "n" }],
  [
    () => flatForm(NumberGroupMembership, { id: "m", number_group_id: "g", phone_number: { id: "p" } }),
    { id: "g/m", number_group_id: "g", phone_number_id: "p", phone_number: { id: "p" } },
  ],
  [() => flatForm(NumberGroupMembership, { id: "g/m", number_group_id: "g" }), { id: "g/m", number_group_id: "g" }],
  [() => sentForm(CxmlApplication, { friendly_name: "n", voice_url: null }), { FriendlyName: "n", VoiceUrl: "" }],
  [() => sentForm(SwmlScript, { display_name: "n", contents: '{"a":1}' }), { name: "n", contents: { a: 1 } }],
  [() => sentForm(NumberGroupMembership, { number_group_id: "g", phone_number_id: "p" }), { phone_number_id: "p" }],
  [() => sentForm(Queue, { friendly_name: "n", max_size: 5 }), { name: "n", max_size: 5 }],
  [() => receivedForm(CxmlApplication, { VoiceUrl: "", voice_url: "x", Other: "o" }), { voice_url: null, Other: "o" }],
  // Of several names of one field, the usual one counts.
  [() => receivedForm(Queue, { name: "n", friendly_name: "f" }), { friendly_name: "n" }],
  [() => [receivedForm(Queue, { name: "" }), receivedForm(Queue, { friendly_name: "f" })], [{ friendly_name: "" }, {}]],
  [() => receivedForm(SwmlScript, { name: "usual", display_name: "other" }), { display_name: "usual" }],
  [() => receivedForm(SwmlScript, { display_name: "other", name: "usual" }), { display_name: "usual" }],
  [() => listsOf(Queue), PAGES],
  [
    () => listsOf(CxmlApplication),
    { number: "Page", size: "PageSize", token: "PageToken", entries: "applications", links: LINKS },
  ],
];

it.each(ROWS.map(([result, expected]) => ({ result, expected })))(
  "a function returns $expected",
  ({ result, expected }) => {
    expect(result()).toEqual(expected);
  },
);

const WEBHOOKS = {
  ...{ call_request_url: "a", call_request_method: "b", call_fallback_url: "c", call_status_callback_url: "d" },
};
const TOPIC = {
  ...{ call_relay_topic: "t", call_relay_topic_status_callback_url: "d", message_relay_topic: "m" },
  call_relay_script_url: "x",
};
const WAYS: readonly (readonly [kind: api.Resource, handler: string, fields: object])[] = [
  [PhoneNumber, "laml_webhooks", WEBHOOKS],
  [PhoneNumber, "laml_webhooks", { call_request_method: "POST", call_request_url: "" }],
  [PhoneNumber, "relay_sip_endpoint", { call_sip_endpoint_id: "e" }],
  [PhoneNumber, "relay_verto_endpoint", { call_verto_resource: "a" }],
  [PhoneNumber, "relay_context", { call_relay_context: "a", call_relay_application: "a" }],
  // A handler that the specification does not list.
  [PhoneNumber, "relay_topic", TOPIC],
  [DomainApplication, "laml_application", { call_laml_application_id: "a" }],
  [DomainApplication, "ai_agent", {}],
  [DomainApplication, "relay_application", {}],
  [PhoneNumber, "relay_context", {}],
  [DomainApplication, "relay_script", {}],
];

it("the ways of each handler are the golden file, with the target that one lacks, unless no answer shows it", async () => {
  const lines = WAYS.flatMap(([resource, handler, fields]) => {
    const ways = waysOf(resource, { call_handler: handler, ...fields });
    return [`${resource.kind}: ${handler} ${JSON.stringify(fields)}`, ...ways.map((way) => `  ${JSON.stringify(way)}`)];
  });
  await expect(lines.join("\n")).toMatchFileSnapshot("golden/ways.txt");
});

const VOICE = "the scope Voice";
const NUMBERS = "the scope Numbers";
const THREE = "one of the scopes Voice, Messaging, Fax";

it("each kind has its key, its look-up and its scope, and what it is to others", () => {
  const facts = api.resourceNames.map((name) => {
    const kind: api.Resource = api.resources[name];
    const { uniqueKey = "", parent = "", operations } = kind;
    const key = uniqueKey && api.keyOf(kind, { [parent]: "parent", [uniqueKey]: "key" });
    const marks = [api.isSingle(kind) && "single", api.targeted.has(kind) && "targeted", api.rung.has(kind) && "rung"];
    const hosted = (api.hostedResources as readonly api.Resource[]).includes(kind) && "hosted";
    const found = api.lookUpArgument(kind);
    const above = api.parentOf(kind)?.kind;
    const assigners = api.assignersOf(kind).map(({ resource, field }) => `${resource.kind}.${field}`);
    const scope = api.scopeWords(operations.create ?? operations.update);
    return [name, key, found, scope, ...marks, hosted, above, ...assigners].filter(Boolean);
  });
  expect(facts).toEqual([
    ["SipEndpoint", "key", "username", VOICE, "targeted", "rung"],
    ["PhoneNumber", "key", "number", NUMBERS],
    ["ClientToken"],
    ["SipProfile", VOICE, "single"],
    ["DomainApplication", "key", "identifier", THREE],
    ["CxmlScript", "key", "displayName", `${THREE}, Video`, "hosted"],
    ["SwmlScript", "key", "displayName", `${THREE}, Video`, "hosted"],
    ["NumberGroup", "key", "name", NUMBERS],
    ["NumberGroupMembership", "parent/key", NUMBERS, "numberGroup"],
    ["CxmlApplication", "key", "friendlyName", THREE, "targeted"],
    ["EmergencyAddress", "key", "label", NUMBERS, "phoneNumber.emergency_address"],
    ["Queue", "key", "friendlyName", VOICE],
    ["SipAddress", "key", "name", `${THREE}, Video`],
    ["SubscriberToken", `${THREE}, Video`],
  ]);
});

// What a caller may press, say or dial, and what documents make of it, as whole values.

import { expect, test } from "vitest";
import { isHostOf } from "../../server/api/domain-application.ts";
import { isListed } from "../../server/calls/admission.ts";
import { bodiesFor, chosenBy, inputsFor, toldApartBy } from "../../server/calls/choices.ts";
import { assumedAt } from "../../server/calls/running-call.ts";
import { domainIn, numberIn, usernameIn } from "../../server/calls/targets.ts";
import { Variables } from "../../server/calls/variables.ts";
import { absenceOf, functionsOf, LAML, nameIn, SWML } from "../../server/calls/verbs.ts";

const inputs = (menu: Omit<Parameters<typeof inputsFor>[0], "id">, ...told: string[]) =>
  inputsFor({ id: "menu", ...menu }, new Set(told)).map(({ name, value: { digits, isSpoken }, keys }) =>
    [name, isSpoken ? `"${digits}"` : digits, keys].join(" | "),
  );

test("keys come in order, then another one and none; keys that end the input or are too many are none", () => {
  expect(inputs({ most: 2, ending: "#" }, "2", "12", "1", "3#", "123", "")).toEqual([
    "key 1 | 1 | 1w",
    "key 12 | 12 | 12",
    "key 2 | 2 | 2w",
    "another key | 3 | 3w",
    "no key |  | w",
  ]);
  expect(inputs({ most: 1, ending: "" })).toEqual(["any key | 1 | 1", "no key |  | w"]);
});

test("words come in order behind the keys where speech is heard", () => {
  expect(inputs({ most: 0, ending: "", hearsSpeech: true }, "support", "sales", "7", "")).toEqual([
    'says "sales" | "sales" | w',
    'says "support" | "support" | w',
    'says something else | "something else" | w',
    "says nothing |  | ",
  ]);
  expect(inputs({ most: 1, ending: "", hearsSpeech: true }, "sales", "1")[1]).toBe('says "sales" | "sales" | w');
  expect(inputs({ most: 1, ending: "" }, "sales", "1")[1]).toBe("another key | 2 | 2");
});

/** The names of all keys, and of several. */
const ALL = "1 2 3 4 5 6 7 8 9 0 * # several keys";

test("a condition tells its texts and numbers apart, and one with a pattern, a function or arithmetic every key", () => {
  const told: { readonly [condition: string]: string } = {
    "x == '1' || x == \"sales\"": "1 sales",
    "x == `a` && x == 'it\\'s'": "a s",
    "Number(x) > 3": "2 3 4",
    "parseInt(x) == 4": "4",
    "x1 != 2.5 && x == 0": "0",
    "x < 0": "0 1",
    "['1'].includes(x)": "1",
    "%{x} == 1": "1",
    "/^1/.test(x)": `1 ${ALL}`,
    "open(x)": ALL,
    "x.length == 2": `2 ${ALL}`,
    "x[0] == 1": `0 1 ${ALL}`,
    "x % 2": `2 ${ALL}`,
    "x * 2": `2 ${ALL}`,
    "x / 2": `2 ${ALL}`,
    "x - 1": `1 ${ALL}`,
    "x & 1": `1 ${ALL}`,
    "x | 1": `1 ${ALL}`,
    "x << 1": `0 1 2 ${ALL}`,
    "~x ^ y": ALL,
  };
  const found = Object.keys(told).map((condition) => [condition, toldApartBy(condition).join(" ")]);
  expect(Object.fromEntries(found)).toEqual(told);
});

test("a sender writes each text that documents tell apart, and another one", () => {
  expect(bodiesFor(new Set(["stop", "", "A message", "several keys", "hours"]))).toEqual([
    { name: 'writes "hours"', value: "hours", body: "hours" },
    { name: 'writes "stop"', value: "stop", body: "stop" },
    { name: "writes another text", value: "A message", body: "A message" },
  ]);
});

test("keys that a caller presses are the input that a menu hears, or another one", () => {
  const heard = inputsFor({ id: "menu", most: 2, ending: "#" }, new Set(["1", "12", "several keys"]));
  expect(heard.find(({ value }) => value.isUnknown)).toEqual({
    ...{ name: "other keys", value: { digits: "other keys", isUnknown: true }, keys: "" },
  });
  const pressed = [{ digits: "1" }, { digits: "7" }, { digits: "" }, { digits: "12", end: "#" }];
  expect(pressed.map((keys) => chosenBy(keys, heard))).toEqual([
    { name: "key 1", value: { digits: "1" }, keys: "1w" },
    { name: "another key", value: { digits: "7" }, keys: "2w" },
    { name: "no key", value: { digits: "" }, keys: "w" },
    { name: "key 12", value: { digits: "12", end: "#" }, keys: "12" },
  ]);
  expect(chosenBy({ digits: "5" }, [])).toEqual({ name: "key 5", value: { digits: "5" } });
});

function variables() {
  const assumed = assumedAt(0);
  const values = new Variables({ call: { to: "+1", from: "+2" } }, assumed, () => {});
  values.set({ n: 1, name: "desk", list: ["7", "8"], prompt_value: "12" });
  values.takeFrom("prompt_value", "menu");
  return { assumed, values, told: () => [...(assumed.told.get("menu") ?? ["none"])].join(" ") };
}

test("the expressions of a text are filled in, and one alone keeps the type of its value", async () => {
  const rows: [text: string, value: unknown, filled: string | undefined, readsCall?: true][] = [
    ["desk", "desk", "desk"],
    ["%{ n }", 1, "1"],
    ["%{n + 1}", 2, "2"],
    [`\${name}-%{n}`, "desk-1", "desk-1"],
    ["%{vars.name}", "desk", "desk"],
    ["%{call.to}", "+1", "+1", true],
    ["%{from}", "+2", "+2", true],
    ["%{params.b.c}", 2, "2"],
    ["%{list}", ["7", "8"], undefined],
    ["%{list.0}", "7", "7"],
    ["%{nobody}", undefined, undefined],
    ["[secret]", "[secret]", undefined],
    ["%{n", "%{n", "%{n"],
    ["%{ {a: n}.a }x", "1x", "1x"],
  ];
  const params = { b: { c: 2 } };
  for (const [text, value, filled, readsCall = false] of rows) {
    const { assumed, values } = variables();
    const found = [await values.literal(text, params), await values.filledIn(text, params), assumed.readsCall];
    expect([text, ...found]).toEqual([text, value, filled, readsCall]);
  }
});

test("an expression that reads the input of a menu tells apart what it compares it with", () => {
  const rows = {
    "prompt_value == '1'": "x 12 1",
    prompt_value: "x 12",
    "%{prompt_value}": "x 12",
    "prompt_value + n": "x 12 1 2",
    "list.includes(prompt_value)": `x 12 ${ALL.replace(" several keys", "")} several keys`,
    "'3' + prompt_value == '34'": "x 12 1 2 3 34 4",
    "name + '-' + prompt_value": "x 12 1 2 - desk",
    "n == 2": "none",
  };
  const told = Object.keys(rows).map((expression) => {
    const { values, told } = variables();
    values.tellApart(expression, () => ["x", "12"]);
    return [expression, told()];
  });
  expect(Object.fromEntries(told)).toEqual(rows);
});

test("an address tells apart the inputs that lead to a user name", async () => {
  const usernames = ["desk-101", "desk-", "desk-1-x", "desk--x", "7"];
  const rows = {
    "sip:desk-%{prompt_value}": "101 1-x -x",
    "%{to}": "101 1-x -x",
    "SIPS:%{prompt_value}@a.example": "desk-101 desk- desk-1-x desk--x 7",
    "desk-%{prompt_value}-x": "1",
  };
  const told = Object.keys(rows).map(async (address) => {
    const { values, told } = variables();
    await values.setFrom("to", "desk-%{prompt_value}", {});
    values.tellApartAddress(address, () => usernames);
    return [address, told()];
  });
  expect(Object.fromEntries(await Promise.all(told))).toEqual(rows);
});

test("an address has a user and a domain, in each of its forms", () => {
  const rows = {
    desk: ["desk", undefined],
    "SIP:Desk@Office.Example.com": ["Desk", "office.example.com"],
    '"Sales" <sips:s%61les:pw@other.example:5061;lr?X=1>': ["sales", "other.example"],
    " sip:a@b ;x": ["a", "b"],
    "sip:a?x=1@b": ["a", undefined],
    "100%@x": ["100%", "x"],
  };
  const found = Object.keys(rows).map((address) => [address, [usernameIn(address), domainIn(address)]]);
  expect(Object.fromEntries(found)).toEqual(rows);
  const written = ["+123456", "+1234567", "+123456789012345", "+1234567890123456", "TEL:+1 (234) 567", "202.555-0101"];
  const numbers = [...written, "12025550101", "1125550101", "20255501012", "xtel:+1234567"].map(numberIn);
  expect(numbers).toEqual([
    ...[undefined, "+1234567", "+123456789012345", undefined, "+1234567", "+12025550101", "+12025550101"],
    ...[undefined, undefined, undefined],
  ]);
  const entries = ["203.0.113.5", "198.51.100.0/24", "2001:db8::/32"];
  const addresses = ["203.0.113.5", "203.0.113.6", "198.51.100.255", "198.51.101.0", "2001:db8::5", "2001:db9::5"];
  expect(addresses.filter((each) => isListed(each, entries))).toEqual([addresses[0], addresses[2], addresses[4]]);
  expect(isListed("203.0.113.5", [])).toBe(false);
  const hosts = ["reference-carrier.dapp.example.com", "reference-carrier", "carrier", "carrier.dapp.example.com"];
  expect(hosts.filter((host) => isHostOf(host, { identifier: "Carrier" }))).toEqual(hosts.slice(0, 3));
  expect([...hosts, "other"].filter((host) => isHostOf(host, { identifier: "Carrier", domain: "Other" }))).toEqual([
    ...["carrier", "other"],
  ]);
});

test("a verb that does not exist has the nearest one: by one character where it is short", () => {
  const found = [absenceOf(SWML, "conectt"), absenceOf(SWML, "plsy"), absenceOf(SWML, "plxx"), absenceOf(LAML, "dial")];
  expect(found).toEqual(["; did you mean connect?", "; did you mean play?", ".", "; did you mean <Dial>?"]);
});

test("what takes a call has the name under each of its keys, and an agent the names of its functions", () => {
  const names = ["a", { queue_name: "b" }, { name: "c" }, { room_name: "d" }, {}].map(nameIn);
  expect(names).toEqual(["a", "b", "c", "d", undefined]);
  const includes = [{ url: "https://a.example", functions: ["b", "c"] }, { url: "https://d.example" }];

  expect(functionsOf({ SWAIG: { functions: [{ function: "a" }], includes } })).toEqual([
    ...["a", "b, c", "https://d.example"],
  ]);
});

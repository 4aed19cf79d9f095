// Forms that were found in the documents of real projects.

import { expect, test } from "vitest";
import { connect, readSwml } from "../../server/calls/swml.ts";
import { readExpressions } from "../../server/calls/variables.ts";
import { FROM, scripted, setNumber, TO } from "./called.ts";
import { NUMBERS } from "./support.ts";

const dialled = (content: string) => `<Response><Dial>${content}</Dial></Response>`;
const connected = (to: string) => [{ connect: { to } }];

const toSales = connected("sip:sales");
const toTypo = connected("sip:typo");
const returned = { variable: "return_value", case: { "2": toSales }, default: toTypo };

test.each<[what: string, document: unknown, kind: string, sections?: object]>([
  ["a national number", dialled("202-555-0142"), "handed-over"],
  ["a number with brackets and blanks", dialled("<Number>(202) 555-0142</Number>"), "handed-over"],
  ["a number without its plus", connected("12025550142"), "handed-over"],
  ["a number as a URI", connected("tel:+12025550142"), "handed-over"],
  ["a number of another country, without its code", dialled("020 7946 0018"), "unknown"],
  ["a template", dialled("{{agent_number}}"), "unknown"],
  ["a client of Verto", dialled("<Verto>1008@example.verto.signalwire.com</Verto>"), "handed-over"],
  ["a client that may not be connected", dialled("<Client>alice</Client>"), "rings"],
  ["a client of Verto by its name", dialled("<Verto>alice</Verto>"), "rings"],
  ["SIP with an encoded user", connected("sip:s%61les"), "rings"],
  ["SIP with a password", connected("sip:sales:secret"), "rings"],
  ["SIP in angle brackets", connected('"Sales" <sip:sales>'), "rings"],
  ["SIP with white space around it", connected(" sip:sales "), "rings"],
  ["SIP at another domain, with everything", connected("<sips:s%61les:pw@other.example:5061;lr?X=1>"), "handed-over"],
  ["a number as the user of SIP", connected("sip:+12025550142"), "handed-over"],
  [
    "the value of an expression, returned by a section",
    [{ execute: { dest: "ask" } }, { switch: returned }],
    "rings",
    { ask: [{ set: { n: 1 } }, { return: "%{n + 1}" }] },
  ],
  [
    "a member of the call without a prefix",
    [{ cond: [{ when: `to == '${TO}'`, then: toSales }, { else: toTypo }] }],
    "rings",
  ],
])("%s is no mistake", async (_, document, kind, sections = {}) => {
  const [caller] = (await (await scripted(document, { sections })).server.explore()).callers;
  const [first] = caller?.paths ?? [];
  expect([first?.end.kind, caller?.paths.flatMap(({ mistakes }) => mistakes)]).toEqual([kind, []]);
});

test("the project's own number is found in each form", async () => {
  for (const to of [TO, "202-555-0101", "12025550101", `sip:${TO}`, `tel:${TO}`]) {
    const client = await scripted(connected(to));
    const { outcome } = await client.server.call({ to: TO, from: FROM });
    expect(outcome, to).toBe("looped");
  }
});

test("the address of a script is another one under another protocol", async () => {
  const client = await scripted(toSales);
  const { call_relay_script_url: url } = (await client.get(NUMBERS)).body.data[0];
  await setNumber(client, { call_relay_script_url: url.replace("http:", "https:") });
  expect((await client.server.explore()).callers[0]?.paths[0]?.end.kind).toBe("unknown");
});

test("a number in YAML without quotation marks is read as it is written", () => {
  const script = readSwml("sections:\n  main:\n    - connect:\n        to: +442071838750\n    - sleep: 5\n");
  expect(script).toMatchObject({ sections: { main: [{ connect: { to: "+442071838750" } }, { sleep: 5 }] } });
  expect(connect.parse({ to: 12_025_550_142 })).toEqual({ to: "12025550142" });
});

test("a script that is neither YAML nor JSON, or no script, is refused with the place or the reason", () => {
  const problem = "it is neither YAML nor JSON: Flow map must end with a } at line 1, column 2:";
  expect(readSwml("{")).toEqual({ problem });
  for (const text of ["[]", '{"sections":{}}', "hello"])
    expect(readSwml(text)).toEqual({ problem: "it has no list sections.main" });
});

test.each<[text: string, literals: string[], expressions: string[]]>([
  ["desk-%{n}", ["desk-", ""], ["n"]],
  ["%{ {a: 1}.a }", ["", ""], [" {a: 1}.a "]],
  ["%{x == '}' ? 1 : 2}b", ["", "b"], ["x == '}' ? 1 : 2"]],
  [`\${vars["a}"]}-%{b}`, ["", "-", ""], ['vars["a}"]', "b"]],
  ["%{it's}", ["", ""], ["it's"]],
  ["a %{ b", ["a %{ b"], []],
])("the expressions of %s", (text, literals, expressions) => {
  expect(readExpressions(text)).toEqual({ literals, expressions });
});

// Forms that were found in the documents of real projects.

import { expect, test } from "vitest";
import { connect, readSwml } from "../../server/calls/swml.ts";
import { readExpressions } from "../../server/calls/variables.ts";
import { FROM, scripted, setNumber, TO } from "./called.ts";
import { NUMBERS } from "./support.ts";

/** The end of the first path, and its mistakes. */
async function endOf(main: unknown, program?: Parameters<typeof scripted>[1]) {
  const [caller] = (await (await scripted(main, program)).server.explore()).callers;
  const [path] = caller?.paths ?? [];
  return [path?.end.kind, path?.mistakes.length];
}

const dialled = (content: string) => `<Response><Dial>${content}</Dial></Response>`;
const connected = (to: string) => [{ connect: { to } }];

test.each<[what: string, document: unknown, kind: string]>([
  ["a national number", dialled("202-555-0142"), "handed-over"],
  ["a number with brackets and blanks", dialled("<Number>(202) 555-0142</Number>"), "handed-over"],
  ["a number without its plus", connected("12025550142"), "handed-over"],
  ["a number as a URI", connected("tel:+12025550142"), "handed-over"],
  ["a number of another country, without its code", dialled("020 7946 0018"), "unknown"],
  ["a template", dialled("{{agent_number}}"), "unknown"],
  ["a client of Verto", dialled("<Verto>1008@example.verto.signalwire.com</Verto>"), "handed-over"],
  ["a client that may not be connected", dialled("<Client>alice</Client>"), "rings"],
  ["SIP with an encoded user", connected("sip:s%61les"), "rings"],
  ["SIP with a password", connected("sip:sales:secret"), "rings"],
  ["SIP in angle brackets", connected('"Sales" <sip:sales>'), "rings"],
  ["SIP with white space around it", connected(" sip:sales "), "rings"],
  ["SIP at another domain, with everything", connected("<sips:s%61les:pw@other.example:5061;lr?X=1>"), "handed-over"],
  ["a number as the user of SIP", connected("sip:+12025550142"), "handed-over"],
])("%s is no mistake", async (_, document, kind) => {
  expect(await endOf(document)).toEqual([kind, 0]);
});

test("the project's own number is found in each form", async () => {
  for (const to of [TO, "202-555-0101", "12025550101", `sip:${TO}`, `tel:${TO}`]) {
    const client = await scripted(connected(to));
    const { outcome } = await client.server.call({ to: TO, from: FROM });
    expect(outcome, to).toBe("looped");
  }
});

test("the address of a script is another one under another protocol", async () => {
  const client = await scripted(connected("sip:sales"));
  const { call_relay_script_url: url } = (await client.get(NUMBERS)).body.data[0];
  await setNumber(client, { call_relay_script_url: url.replace("http:", "https:") });
  expect((await client.server.explore()).callers[0]?.paths[0]?.end.kind).toBe("unknown");
});

test("a client that is not connected is no mistake of the document", async () => {
  const [caller] = (await (await scripted(dialled("<Client>alice</Client>"))).server.explore()).callers;
  expect(caller?.paths.map(({ mistakes }) => mistakes)).toEqual(caller?.paths.map(() => []));
});

test("a number in YAML without quotation marks is read as it is written", () => {
  const script = readSwml("sections:\n  main:\n    - connect:\n        to: +12025550142\n    - sleep: 5\n");
  expect(script).toMatchObject({ sections: { main: [{ connect: { to: "+12025550142" } }, { sleep: 5 }] } });
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

test("a section returns the value of an expression", async () => {
  const sections = { ask: [{ set: { n: 1 } }, { return: "%{n + 1}" }] };
  const main = [
    { execute: { dest: "ask" } },
    { switch: { variable: "return_value", case: { "2": connected("sip:sales") }, default: connected("sip:typo") } },
  ];
  expect(await endOf(main, { sections })).toEqual(["rings", 0]);
});

test("a member of the call needs no prefix", async () => {
  const main = [{ cond: [{ when: `to == '${TO}'`, then: connected("sip:sales") }, { else: connected("sip:typo") }] }];
  expect(await endOf(main)).toEqual(["rings", 0]);
});

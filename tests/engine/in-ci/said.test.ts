// What the report of a preview says of changes with secrets, which the engine masks, in all formats: one number and one script for
// each change, in one program. tests/cli/calls/said.test.ts has the changes without secrets.

import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import type { Report } from "../../../cli/report/model.ts";
import { describeStack, stack } from "../described.ts";
import { startFrom } from "../lives/helpers.ts";

/** `same`: no row. `other`: rows without an alarm. `alarm`: a failing row. */
type Said = "same" | "other" | "alarm";

const desk = (to: unknown, behind: unknown[] = []) => [{ connect: { to } }, ...behind];
const sales = desk("sip:sales");
const voicemail = [{ play: "say:Leave a message" }, { record: {} }];
const choose = (cases: object) => ({ switch: { variable: "prompt_value", case: cases, default: voicemail } });
const main = (...steps: unknown[]) => ({ version: "1.0.0", sections: { main: steps } });
const rings = (to: unknown) => main(...desk(to));
const menu = (ask: string, cases: object) => main({ prompt: { play: `say:${ask}`, max_digits: 1 } }, choose(cases));
const two = { "1": sales, "2": desk("sip:front", voicemail) };
const says = (words: string) => main({ play: secret(words) }, ...sales);
const goes = (steps: unknown) => ({ sections: { main: [{ execute: { dest: "go" } }], go: secret(steps) } });
const laml = (to: string) => `<Response><Dial><Sip>sip:${to}</Sip></Dial></Response>`;
/** A value that the program marks as secret. */
const secret = (value: unknown) => ({ __secret: value });
const behindNumber = (contents: unknown) => ({ place: "secret number", contents });
/** The document is not at the number's calls. */
const behindAddress = (contents: unknown) => ({ place: "secret address", contents });

/** The contents of a script, before and after. */
const CHANGES: readonly (readonly [what: string, before: unknown, after: unknown, said: Said])[] = [
  ["a secret desk", main(...sales), rings(secret("sip:sales")), "same"],
  ["another secret desk", rings(secret("sip:sales")), rings(secret("sip:front")), "other"],
  ["a misspelt secret desk", main(...sales), rings(secret("sip:otter-7431")), "alarm"],
  ["another secret number", rings(secret("+12025557431")), rings(secret("+12025557432")), "other"],
  ["a secret document", main(...sales), secret(main(...sales)), "same"],
  ["another desk in a secret document", secret(main(...sales)), secret(rings("sip:front")), "other"],
  [
    "a misspelt desk in a secret document",
    secret(menu("?", two)),
    secret(menu("?", { "1": desk("sip:otter-7431") })),
    "alarm",
  ],
  [
    "a misspelt section in a secret document",
    secret(main(...sales)),
    secret(main({ execute: { dest: "otter_7431" } })),
    "alarm",
  ],
  ["a secret document as text", main(...sales), secret(JSON.stringify(rings("sip:otter-7431"))), "alarm"],
  ["a secret section", goes(sales), goes(desk("sip:front")), "other"],
  ["secret words", says("say:Otter 7431"), says("say:Otter 7432"), "same"],
  ["a misspelt desk in secret cXML", secret(laml("sales")), secret(laml("otter-7431")), "alarm"],
  ["the same behind a secret number", behindNumber(menu("?", two)), behindNumber(menu("1 or 2?", two)), "same"],
  ["another desk behind a secret number", behindNumber(menu("?", two)), behindNumber(rings("sip:lobby")), "other"],
  ["a misspelt desk behind a secret number", behindNumber(menu("?", two)), behindNumber(rings("sip:slaes")), "alarm"],
  ["a secret address with a password", behindAddress(main(...sales)), behindAddress(rings("sip:front")), "same"],
];

const numberOf = (at: number) => `+1202555${String(2_000 + at)}`;
const numbers = CHANGES.map((_, at) => numberOf(at));

function programOf(side: 1 | 2): string {
  const desks = ["sales", "front", "lobby"];
  const declared = desks.map(
    (username) =>
      `new SipEndpoint("${username}", { username: "${username}", encryption: "required", password: "K7vQ-m2Xw9-tRz4Bd-8Lpe" });`,
  );
  const scripts = CHANGES.map((change, index) => {
    const { place = "call", contents } = Object.hasOwn(Object(change[side]), "place")
      ? (change[side] as Placed)
      : { contents: change[side] };
    const marked = JSON.stringify(contents, (_, value) =>
      Object.hasOwn(Object(value), "__secret") ? `<<${JSON.stringify(value.__secret)}>>` : value,
    );
    const text = marked.replace(/"<<(.*?)>>"/g, (_, value) => `pulumi.secret(${JSON.parse(`"${value}"`)})`);
    return `add(${index}, "${place}", ${text});`;
  });
  return `${declared.join("\n")}
const label = ${side};
const isLamlAt = new Set(${JSON.stringify(CHANGES.flatMap((change, at) => (JSON.stringify(change[side]).includes("<Response>") ? [at] : [])))});
function add(at: number, place: string, contents: any) {
  const isLaml = isLamlAt.has(at);
  const script: any = isLaml ? new CxmlScript("s" + at, { displayName: "Script " + at, contents }) : new SwmlScript("s" + at, { displayName: "Script " + at, contents });
  const url = script.requestUrl;
  const answered: any = isLaml ? { callHandler: "laml_webhooks", callRequestUrl: url } : { callHandler: "relay_script", callRelayScriptUrl: url };
  const handlers: any = {
    call: answered,
    "secret number": answered,
    "secret address": { callHandler: "laml_webhooks", callRequestUrl: pulumi.secret("https://otter:vivid-7431@otter-7431.example.com/") },
  };
  new PhoneNumber("n" + at, { number: place === "secret number" ? pulumi.secret("+1202555" + (2000 + at)) : "+1202555" + (2000 + at), name: "Line " + label, ...handlers[place] });
}
${scripts.join("\n")}`;
}

type Placed = { readonly place?: string; readonly contents: unknown };

describeStack("the report of many changes", { numbers, asUser: true, once: true }, () => {
  let report: Report;
  const texts: { [format: string]: string } = {};

  beforeAll(async () => {
    await startFrom(stack, programOf(1));
    await stack.write(programOf(2));
    const formats = ["json", "markdown", "junit", "sarif", "github"];
    const flags = formats.flatMap((format) => ["--report", `${format}=${stack.path(`r.${format}`)}`]);
    const { code, out, err } = await stack.command("preview", "--stack", "test", ...flags);
    expect(code, out + err).toBe(7);
    for (const format of formats) texts[format] = await readFile(stack.path(`r.${format}`), "utf8");
    texts.text = out;
    report = JSON.parse(texts.json ?? "");
  });

  it.each(CHANGES.map(([what, , , said], index) => [what, said, index] as const))("%s: %s", (_, said, index) => {
    const number = numberOf(index);
    const items = pathsOf(report).filter(({ subject }) =>
      [number, `n${index} (its number`].some((name) => subject.includes(name)),
    );
    const rows = items.map(({ section, subject, lines }) => [section, subject, ...lines].join(" · ")).join("\n");
    const isAlarm = items.some(({ fails }) => fails);
    const kind = isAlarm ? "alarm" : items.length > 0 ? "other" : "same";
    expect(kind, rows).toBe(said);
  });

  it("shows no secret in any format", () => {
    for (const [format, text] of Object.entries(texts)) expect(text, format).not.toMatch(/otter|vivid|743[12]/i);
    const hidden = CHANGES.flatMap(([what], at) => (/behind a secret number/.test(what) ? [numberOf(at)] : []));
    expect(hidden.filter((number) => JSON.stringify(texts).includes(number.slice(1)))).toEqual([]);
  });

  it("names each alarm in every format", () => {
    const alarms = pathsOf(report).filter(({ fails }) => fails);
    expect(alarms.length).toBeGreaterThan(4);
    for (const format of ["text", "markdown", "junit", "sarif"])
      for (const { subject } of alarms) expect(texts[format], format).toContain(subject);
    expect(
      JSON.parse(texts.sarif ?? "").runs[0].results.filter(({ level }: { level: string }) => level === "error"),
    ).toHaveLength(alarms.length);
    expect(texts.junit?.match(/<failure /g)).toHaveLength(alarms.length);
    expect(texts.github).toMatch(/^::error /m);
    expect(texts.text).not.toContain("stays the same");
  });
});

function pathsOf({ groups }: Report) {
  const sections = ["nobody", "mistake", "allowed", "calls"];
  return groups.flatMap(({ items }) => items).filter(({ section }) => sections.includes(section));
}

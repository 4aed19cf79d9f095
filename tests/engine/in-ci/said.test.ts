// What the report of a preview says of many changes at once, beside what a careful person would say: one number and one script for
// each change, in one program, and all formats.

import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import type { Report } from "../../../cli/report/model.ts";
import { describeStack, stack } from "../described.ts";
import { startFrom } from "../settled.ts";

/** `same`: no row. `other`: rows without an alarm. `alarm`: a failing row. `unknown`: not tried, and no alarm. */
type Said = "same" | "other" | "alarm" | "unknown";

const desk = (to: string, behind: unknown[] = []) => [{ connect: { to: `sip:${to}` } }, ...behind];
const sales = desk("sales");
const voicemail = [{ play: "say:Leave a message" }, { record: {} }];
const ask = { prompt: { play: "say:?", max_digits: 1 } };
const keys = (cases: object, otherwise: unknown = voicemail) => [
  ask,
  { switch: { variable: "prompt_value", case: cases, default: otherwise } },
];
const menu = keys({ "1": sales, "2": desk("front", voicemail) });
const main = (...steps: unknown[]) => ({ version: "1.0.0", sections: { main: steps } });
const withSections = (sections: object, ...steps: unknown[]) => ({
  version: "1.0.0",
  sections: { main: steps, ...sections },
});
/** Puts the document elsewhere than at the number's calls. */
const at = (place: "fallback" | "message" | "domain" | "secret number" | "secret address", contents: unknown) => ({
  place,
  contents,
});
const laml = (...verbs: string[]) => `<Response>${verbs.join("")}</Response>`;
const dial = (to: string) => `<Dial><Sip>sip:${to}</Sip></Dial>`;
/** A value that the program marks as secret. */
const secret = (value: unknown) => ({ __secret: value });

/** The contents of a script, before and after. */
const CHANGES: readonly (readonly [what: string, before: unknown, after: unknown, said: Said])[] = [
  ["other words of a prompt", main(...menu), main({ prompt: { play: "say:1 or 2?", max_digits: 1 } }, menu[1]), "same"],
  ["an answer first", main(...menu), main("answer", ...menu), "same"],
  ["a pause", main(...sales, ...voicemail), main({ sleep: 1000 }, ...sales, ...voicemail), "same"],
  ["a recording of the call", main(...sales), main({ record_call: { format: "mp3" } }, ...sales), "same"],
  ["music while it rings", main(...sales), main({ connect: { to: "sip:sales", ringback: ["ring:us"] } }), "same"],
  ["the text of the same document", main(...menu), JSON.stringify(main(...menu)), "same"],
  [
    "YAML of the same document",
    main(...sales),
    "version: 1.0.0\nsections:\n  main:\n    - connect: { to: 'sip:sales' }\n",
    "same",
  ],
  ["a transport parameter", main(...sales), main(...desk("sales;transport=tls")), "same"],
  ["an encoded user", main(...sales), main(...desk("%73ales")), "same"],
  ["angle brackets", main(...sales), main({ connect: { to: "<sip:sales>" } }), "same"],
  ["white space at the end", main(...sales), main(...desk("sales ")), "same"],
  ["an unused section", main(...sales), withSections({ unused: ["hangup"] }, ...sales), "same"],
  ["steps behind a hangup", main(...sales, "hangup"), main(...sales, "hangup", ...desk("typo")), "same"],
  [
    "keys in another order",
    main(...keys({ "1": sales, "2": voicemail })),
    main(...keys({ "2": voicemail, "1": sales })),
    "same",
  ],
  [
    "a section instead of steps",
    main(...menu),
    withSections({ go: sales }, ask, {
      switch: {
        variable: "prompt_value",
        case: { "1": [{ execute: { dest: "go" } }], "2": desk("front", voicemail) },
        default: voicemail,
      },
    }),
    "same",
  ],

  ["another desk", main(...sales), main(...desk("lobby")), "other"],
  ["a menu becomes a desk", main(...menu), main(...sales), "other"],
  ["a desk becomes a menu", main(...sales), main(...menu), "other"],
  [
    "desks one after the other, in another order",
    main({ connect: { serial: [{ to: "sip:sales" }, { to: "sip:front" }] } }),
    main({ connect: { serial: [{ to: "sip:front" }, { to: "sip:sales" }] } }),
    "other",
  ],
  ["a key moves", main(...keys({ "1": sales })), main(...keys({ "9": sales })), "other"],
  [
    "another telephone number",
    main({ connect: { to: "+12025550190" } }),
    main({ connect: { to: "+12025550191" } }),
    "other",
  ],
  ["voicemail instead of a desk", main(...sales, ...voicemail), main(...voicemail), "other"],
  ["a queue instead of a desk", main(...sales), main({ enter_queue: { queue_name: "sales" } }), "other"],
  ["a conference instead of a desk", main(...sales), main({ join_conference: { name: "sales" } }), "other"],
  ["an agent instead of a desk", main(...sales), main({ ai: { prompt: { text: "Be kind." } } }), "other"],
  ["voicemail is added", main(...sales), main(...sales, ...voicemail), "other"],

  ["a misspelt desk", main(...sales), main(...desk("slaes")), "alarm"],
  [
    "a misspelt desk before voicemail",
    main(...menu),
    main(...keys({ "1": sales, "2": desk("frnot", voicemail) })),
    "alarm",
  ],
  [
    "a misspelt desk with a parameter",
    main(...sales, ...voicemail),
    main(...desk("slaes;transport=tls", voicemail)),
    "alarm",
  ],
  [
    "a desk that leaves the program",
    main(...desk("leaver", voicemail)),
    main(...desk("leaver", voicemail), "hangup"),
    "alarm",
  ],
  [
    "a desk that is renamed",
    main(...desk("renamed", voicemail)),
    main(...desk("renamed", voicemail), "hangup"),
    "alarm",
  ],
  [
    "a misspelt desk in a nested menu",
    main(...keys({ "2": menu })),
    main(...keys({ "2": keys({ "1": desk("slaes") }) })),
    "alarm",
  ],
  [
    "a section that is missing",
    withSections({ go: sales }, { execute: { dest: "go" } }),
    withSections({ gone: sales }, { execute: { dest: "go" } }),
    "alarm",
  ],
  [
    "a label that is missing",
    main({ label: "a" }, ...sales),
    main({ goto: { label: "b" } }, { label: "a" }, ...sales),
    "alarm",
  ],
  ["an announcement instead of a desk", main(...sales), main({ play: "say:Closed" }, "hangup"), "other"],
  [
    "a text message instead of a desk",
    main(...sales),
    main({ send_sms: { to_number: "+12025550190", from_number: "+12025550101", body: "x" } }),
    "alarm",
  ],
  [
    "no voicemail behind a spoken menu",
    main(...menu),
    main(...keys({ "1": sales, "2": desk("front", voicemail) }, ["hangup"])),
    "other",
  ],
  ["a verb that does not exist", main(...sales), main({ conect: { to: "sip:sales" } }, ...sales), "alarm"],
  ["a connect without an address", main(...sales), main({ connect: { too: "sip:sales" } }), "unknown"],
  ["a hangup before the menu", main(...menu), main("hangup", ...menu), "alarm"],

  ["a secret desk", main(...sales), main({ connect: { to: secret("sip:sales") } }), "same"],
  [
    "another secret desk",
    main({ connect: { to: secret("sip:sales") } }),
    main({ connect: { to: secret("sip:front") } }),
    "other",
  ],
  ["a misspelt secret desk", main(...sales), main({ connect: { to: secret("sip:otter-7431") } }), "alarm"],
  [
    "another secret number",
    main({ connect: { to: secret("+12025557431") } }),
    main({ connect: { to: secret("+12025557432") } }),
    "other",
  ],
  ["a secret document", main(...sales), secret(main(...sales)), "same"],
  ["another desk in a secret document", secret(main(...sales)), secret(main(...desk("front"))), "other"],
  [
    "a misspelt desk in a secret document",
    secret(main(...menu)),
    secret(main(...keys({ "1": desk("otter-7431") }))),
    "alarm",
  ],
  [
    "a misspelt section in a secret document",
    secret(main(...sales)),
    secret(main({ execute: { dest: "otter_7431" } })),
    "alarm",
  ],
  ["a secret document as text", main(...sales), secret(JSON.stringify(main(...desk("otter-7431")))), "alarm"],
  [
    "a secret section",
    withSections({ go: secret(sales) }, { execute: { dest: "go" } }),
    withSections({ go: secret(desk("front")) }, { execute: { dest: "go" } }),
    "other",
  ],
  [
    "secret words",
    main({ play: secret("say:Otter 7431") }, ...sales),
    main({ play: secret("say:Otter 7432") }, ...sales),
    "same",
  ],
  ["a misspelt desk in secret cXML", secret(laml(dial("sales"))), secret(laml(dial("otter-7431"))), "alarm"],
  [
    "the same behind a secret number",
    at("secret number", main(...menu)),
    at("secret number", main({ prompt: { play: "say:1 or 2?", max_digits: 1 } }, menu[1])),
    "same",
  ],
  [
    "another desk behind a secret number",
    at("secret number", main(...menu)),
    at("secret number", main(...desk("lobby"))),
    "other",
  ],
  [
    "a misspelt desk behind a secret number",
    at("secret number", main(...menu)),
    at("secret number", main(...desk("slaes"))),
    "alarm",
  ],
  [
    "a secret address with a password",
    at("secret address", main(...sales)),
    at("secret address", main(...desk("front"))),
    "same",
  ],
  [
    "a telephone number in national form",
    main({ connect: { to: "+12025550190" } }),
    main({ connect: { to: "(202) 555-0190" } }),
    "unknown",
  ],
  ["a template", main(...sales), main({ connect: { to: "{{desk}}" } }), "unknown"],
  [
    "an expression of another kind",
    main(...sales),
    main({ cond: [{ when: "fetch('x')", then: sales }, { else: voicemail }] }),
    "unknown",
  ],
  ["a document of another server", main(...sales), main({ transfer: "https://swml.example.com/menu" }), "unknown"],

  ["other words of cXML", laml("<Say>Hi</Say>", dial("sales")), laml("<Say>Hello</Say>", dial("sales")), "same"],
  ["a comment in cXML", laml(dial("sales")), laml("<!-- x -->", dial("sales")), "same"],
  ["another desk of cXML", laml(dial("sales")), laml(dial("attic")), "other"],
  [
    "a misspelt desk of cXML before voicemail",
    laml(dial("sales"), "<Record/>"),
    laml(dial("slaes"), "<Record/>"),
    "alarm",
  ],
  ["a verb of cXML that does not exist", laml(dial("sales")), laml("<Dail>sip:sales</Dail>", "<Record/>"), "alarm"],
  ["a hangup in cXML", laml(dial("sales")), laml("<Hangup/>"), "alarm"],
  ["a national number in cXML", laml("<Dial>+12025550190</Dial>"), laml("<Dial>202 555 0190</Dial>"), "unknown"],
  [
    "a key of cXML",
    laml(`<Gather numDigits="1"><Say>?</Say></Gather>`, dial("sales")),
    laml(`<Gather numDigits="1"><Say>1?</Say></Gather>`, dial("sales")),
    "same",
  ],

  [
    "other words of a fallback",
    at("fallback", laml("<Say>Hi</Say>", dial("sales"))),
    at("fallback", laml("<Say>Hello</Say>", dial("sales"))),
    "same",
  ],
  ["another desk of a fallback", at("fallback", laml(dial("sales"))), at("fallback", laml(dial("cellar"))), "other"],
  [
    "a misspelt desk of a fallback",
    at("fallback", laml(dial("sales"), "<Record/>")),
    at("fallback", laml(dial("slaes"), "<Record/>")),
    "alarm",
  ],
  ["nobody at a fallback", at("fallback", laml(dial("sales"))), at("fallback", laml("<Reject/>")), "alarm"],

  ["another desk of a domain", at("domain", main(...sales)), at("domain", main(...desk("garage"))), "other"],
  [
    "other words of a domain",
    at("domain", main(...menu)),
    at("domain", main({ prompt: { play: "say:1 or 2?", max_digits: 1 } }, menu[1])),
    "same",
  ],
  [
    "a misspelt desk of a domain",
    at("domain", main(...menu)),
    at("domain", main(...keys({ "1": sales, "2": desk("frnot", voicemail) }))),
    "alarm",
  ],

  [
    "another reply to a message",
    at("message", laml("<Message>Hi</Message>")),
    at("message", laml("<Message>Hello</Message>")),
    "same",
  ],
  [
    "a misspelt verb for messages",
    at("message", laml("<Message>Hi</Message>")),
    at("message", laml("<Massage>Hi</Massage>")),
    "alarm",
  ],
];

const numberOf = (at: number) => `+1202555${String(2_000 + at)}`;
const numbers = CHANGES.map((_, at) => numberOf(at));

function programOf(side: 1 | 2): string {
  const desks = [
    "sales",
    "front",
    "lobby",
    "attic",
    "cellar",
    "garage",
    ...(side === 1 ? ["leaver", "renamed"] : ["other-name", "newcomer"]),
  ];
  const declared = desks.map((username) => {
    const name = username === "other-name" ? "renamed" : username;
    return `new SipEndpoint("${name}", { username: "${username}", encryption: "required", password: "K7vQ-m2Xw9-tRz4Bd-8Lpe" });`;
  });
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
    domain: answered,
    fallback: { callHandler: "laml_webhooks", callRequestUrl: "https://web.example.com/", callFallbackUrl: url },
    message: { messageHandler: "laml_webhooks", messageRequestUrl: url },
    "secret number": answered,
    "secret address": { callHandler: "laml_webhooks", callRequestUrl: pulumi.secret("https://otter:vivid-7431@otter-7431.example.com/") },
  };
  if (place === "domain") new DomainApplication("d" + at, { name: "Domain " + at + " " + label, identifier: "d-" + at + "-d", ipAuthEnabled: true, ipAuth: ["198.51.100.7"], ...handlers.domain });
  else new PhoneNumber("n" + at, { number: place === "secret number" ? pulumi.secret("+1202555" + (2000 + at)) : "+1202555" + (2000 + at), name: "Line " + label, ...handlers[place] });
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
      [number, `d-${index}-d`, `n${index} (its number`].some((name) => subject.includes(name)),
    );
    const rows = items.map(({ section, subject, lines }) => [section, subject, ...lines].join(" · ")).join("\n");
    const isAlarm = items.some(({ fails }) => fails);
    const kind = isAlarm ? "alarm" : items.length > 0 ? "other" : "same";
    // What was not tried is no row, or a row whose end is not known.
    expect(said === "unknown" ? isAlarm : kind, rows).toBe(said === "unknown" ? false : said);
  });

  it("shows no secret in any format", () => {
    for (const [format, text] of Object.entries(texts)) expect(text, format).not.toMatch(/otter|vivid|743[12]/i);
    const hidden = CHANGES.flatMap(([what], at) => (/behind a secret number/.test(what) ? [numberOf(at)] : []));
    expect(hidden.filter((number) => JSON.stringify(texts).includes(number.slice(1)))).toEqual([]);
  });

  it("names each alarm in every format", () => {
    const alarms = pathsOf(report).filter(({ fails }) => fails);
    expect(alarms.length).toBeGreaterThan(15);
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

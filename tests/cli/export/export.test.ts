// The reading of an account, the selection of objects, and the files of the program.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { type Choice, exportAccount, programFor } from "../../../cli/export/export.ts";
import { identifiers, slugs } from "../../../cli/export/names.ts";
import { targetIn, writeProgram } from "../../../cli/export/project.ts";
import { isSingle, type Resource, type ResourceName, resources } from "../../../contract/index.ts";
import { addEndpoint, connectionTo, type Server, serveWith } from "../../engine/service.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";
import { idOf } from "../calls/objects.ts";

async function serverWith(options: Parameters<typeof serveWith>[0], ...numbers: string[]): Promise<Server> {
  const server = await serveWith(options, ...numbers);
  onTestFinished(() => server.close());
  return server;
}

const endpoint = (at: number, username = `desk-${at}`) => ({
  type: "SipEndpoint" as ResourceName,
  live: { id: `e${at}`, username, encryption: "default" },
  label: username,
});
const line = (at: number, rings: string) => ({
  type: "PhoneNumber" as ResourceName,
  live: {
    id: `n${at}`,
    number: `+1202555${1000 + at}`,
    call_handler: "relay_sip_endpoint",
    call_sip_endpoint_id: rings,
  },
  label: `+1202555${1000 + at}`,
});

test("names are the same whatever the order, and unique", () => {
  const wanted = ["Desk", "desk", "DESK!", "büro ﬁ", "電話", "101", "Class", "__proto__", "config", "a".repeat(61)].map(
    (text, at) => ({ text, key: `k${at}`, kind: "endpoint" }),
  );
  for (const make of [slugs, identifiers]) {
    const names = make(wanted);
    expect(new Set(names).size).toBe(names.length);
    expect(make(wanted.toReversed()).toReversed()).toEqual(names);
  }
  expect(identifiers(wanted).slice(3)).toEqual([
    "buroFi",
    "endpoint",
    "endpoint101",
    "classEndpoint",
    "proto",
    "configEndpoint",
    "a".repeat(60),
  ]);
});

const object = (type: ResourceName, id: string, live: object, label = id) => ({ type, live: { id, ...live }, label });
const unnamed = { later_token: "canary", later: [{ "Fn::ReadFile": "/etc/hostname" }] };
const later = object("SipEndpoint", "e", { username: "desk", ...unnamed }, "desk");
const hook = { call_handler: "laml_webhooks", call_request_url: "https://example.com/3?a=1" };
const number = (live: object) => object("PhoneNumber", idOf(3), { number: "+12025550101", ...live }, "+12025550101");
const script = (id: string, display_name: string) => {
  const live = { display_name, contents: "<Response/>", request_url: `https://example.com/${id}` };
  return object("CxmlScript", id, live, display_name);
};
const group = (at: number, name: string) => object("NumberGroup", idOf(at), { name });
const member = (at: number, group: number) => {
  return object("NumberGroupMembership", idOf(at), { number_group_id: idOf(group), phone_number_id: idOf(3) });
};
const two = [
  endpoint(1),
  endpoint(2, "Desk-2"),
  line(1, "e1"),
  object("SipProfile", "p", { default_codecs: ["OPUS"] }),
];
const taken = new Map([["SipEndpoint", new Set(["desk-1"])]]);
const idle = { call_handler: "relay_context", call_relay_context: "a", call_relay_script_url: "https://a.example/" };

type Case = readonly [objects: Parameters<typeof programFor>[0]["objects"], choice?: Choice, gaps?: readonly string[]];

const programs: Record<string, Case> = {
  "a name that the stack uses": [two, { unmanaged: { ids: new Set(["e1", "n1"]), taken } }],
  "a number that rings a missing endpoint": [[endpoint(1), line(1, "E1"), line(2, "gone")]],
  "the same in an account that was read in part": [[line(2, "gone")], {}, ["unread"]],
  "handlers with idle fields": [[object("SipEndpoint", "e", { username: "a", ...idle }, "a"), number(idle)]],
  "members of groups": [[group(1, "Support"), group(2, "Sales"), number({}), member(4, 2), member(5, 1)]],
  "scripts that share a name": [[script("1", "Menu"), script("2", "Menu"), script("3", "Other"), number(hook)]],
  "an endpoint that no program can declare": [[object("SipEndpoint", "e", { username: "old", ...hook }, "old")]],
  "a text that is no Unicode": [[object("SipEndpoint", "e", { username: "old", caller_id: "\ud800" }, "old")]],
  "what YAML reads as a function": [[later], { language: "yaml" }],
  "the same in TypeScript": [[later]],
  "a kind": [two, { only: ["endpoints"] }],
  "a pattern": [two, { match: "DESK-?" }],
  "a pattern for the name of a number": [[...two, number({ name: "Office Line" })], { match: "office*" }],
  nothing: [two, { match: "x" }],
  "a file for a provider": [two, { isPart: true, provider: "eu west" }],
  "a file for a provider in YAML": [two, { isPart: true, provider: "eu", language: "yaml" }],
};

test("the program of each selection is the golden file", async () => {
  const texts = Object.entries(programs).map(([what, [objects, choice = {}, gaps = []]]) => {
    const { text, gaps: found, unread, declarations } = programFor({ objects, gaps }, choice);
    const names = declarations.map(({ name, variable }) => `${name} ${variable}`).join(", ");
    return `=== ${what}: ${names}\n${JSON.stringify([found, unread])}\n${text}`;
  });
  await expect(texts.join("\n")).toMatchFileSnapshot("golden/selections.txt");
});

test("the program of an account is the golden file in each language", async () => {
  const address = (kind: string, id: string) => `https://example.signalwire.com/${kind}-bins/${id}`;
  const script = (type: "CxmlScript" | "SwmlScript", id: string, contents: unknown) => {
    const request_url = address(type === "CxmlScript" ? "laml" : "relay", id);
    return { type, live: { id, display_name: id, request_url, contents }, label: id };
  };
  const laml = (id: string, to: string) =>
    script("CxmlScript", id, `<Response><Redirect>${address("laml", to)}</Redirect></Response>`);
  const flow = (id: string, ...main: unknown[]) => script("SwmlScript", id, { sections: { main } });
  const of = (type: ResourceName, label: string, live: object) => ({ type, label, live: { id: label, ...live } });
  const hook = { call_handler: "relay_script", call_relay_script_url: "https://user:hunter2@a.example/" };
  const called = { call_handler: "laml_webhooks", call_request_url: `${address("laml", "menu")}#rt=9` };
  const objects = [
    // Not in the order of their references; `here` and `there` name each other, and nothing has the address of `nowhere`.
    ...[laml("menu", "sorry`$\u007ba}$$"), script("CxmlScript", "sorry", "<Response/>"), laml("other", "nowhere")],
    ...[laml("here", "there"), laml("there", "here")],
    flow("day", { transfer: { dest: address("relay", "night") } }, { play: `say:$\{${address("relay", "night")}}` }),
    flow("night", { transfer: { dest: address("laml", "menu") } }, { set: { "$\u007ba}": "$" } }),
    flow("reading", { set: { "fn::readFile": "/etc", empty: {}, none: [] } }),
    flow("secret", { transfer: { dest: "https://user:hunter2@example.com/" } }),
    script("SwmlScript", "text", '{"sections":{"main":[{"play":"say:a"}]}}'),
    script("SwmlScript", "odd", '{"sections":{"main":[{"play":"say:\\ud800"}]}}'),
    ...["b-desk", "a-desk"].map((username) =>
      of("SipEndpoint", username, { username, ...hook, caller_id: address("laml", "menu") }),
    ),
    of("PhoneNumber", "+12025550101", { number: "+12025550101", ...called }),
    of("PhoneNumber", "+12025550102", {
      number: "+12025550102",
      call_handler: "relay_sip_endpoint",
      call_sip_endpoint_id: "a-desk",
    }),
  ];
  for (const language of ["typescript", "yaml"] as const) {
    const { text, gaps } = programFor({ objects, gaps: [] }, { language });
    expect([text.includes("hunter2"), gaps]).toEqual([false, []]);
    await expect(text).toMatchFileSnapshot(`golden/program.${language}.txt`);
  }
});

test("characters that a reviewer cannot see are escaped, in every literal of both languages", () => {
  const characters =
    "\u202e\u2066\u200b\u200d\u2060\ufeff\u00ad\u061c\u2028\u2029\u0085\u009b\u007f\u001b\u00a0\u3000\u3164\u2800\ufe0f\ufff9\u{e0041}";
  const text = `a${[...characters].join("b")}\n😀 büro`;
  const address = "https://example.signalwire.com/laml-bins/s1";
  const script = (id: string, contents: string) => {
    const live = { id, display_name: text + id, request_url: address.replace("s1", id), contents };
    return { type: "CxmlScript" as const, live, label: text + id };
  };
  const template = script("s2", `<Redirect>${address}</Redirect>${text}`);
  const extra = { [`key${text}`]: [text], "key\u202e": 1 };
  const desk = {
    type: "SipEndpoint" as const,
    live: { id: "e", username: "desk", caller_id: text, extra },
    label: "desk",
  };
  for (const language of ["typescript", "yaml"] as const) {
    const program = programFor({ objects: [script("s1", text), template, desk], gaps: [] }, { language }).text;
    for (const character of characters)
      expect(program, character.codePointAt(0)?.toString(16)).not.toContain(character);
    expect(program).toContain("😀 büro");
    if (language === "yaml") expect(parse(program).resources.desk.properties.extra).toEqual({ extra });
    const [, literal = ""] = /callerId: (".*")/.exec(program) ?? [];
    expect(language === "yaml" ? parse(literal) : new Function(`return ${literal}`)()).toBe(text);
  }
});

test("an account is read in pages of 1,000: 2,001 numbers, an endpoint and the profile by three requests, and one for each other kind", async () => {
  const numbers = Array.from({ length: 2_001 }, (_, at) => `+1202555${1000 + at}`);
  const server = await serverWith({}, ...numbers);
  await addEndpoint(server, "desk");
  server.journal.clear();
  const { declarations } = await exportAccount(connectionTo(server), {});
  expect(declarations).toHaveLength(2_003);
  const kinds = Object.values<Resource>(resources).filter((each) => each.operations.list || isSingle(each));
  expect(server.journal.entries).toHaveLength(3 + kinds.length - 1);
  // A list of which one page is refused counts as unread.
  server.faults.add({ effect: "status", status: 403, path: "/api/relay/rest/phone_numbers", after: 1 });
  expect((await exportAccount(connectionTo(server), {})).declarations).toHaveLength(2);
});

const NODE = { ".env": "", "package.json": "{}", "package-lock.json": "", "tsconfig.json": "" };
const THREE = { "a.txt": "", "b.txt": "", "c.txt": "" };
const project = (text: string, ...more: readonly string[]) => ({
  ...Object.fromEntries(more.map((name) => [name, ""])),
  "Pulumi.yaml": text,
});

const folders: readonly (readonly [files: Record<string, string>, manner?: Partial<Parameters<typeof targetIn>[1]>])[] =
  [
    ...[[{}] as const, [{}, { language: "yaml" }] as const, [NODE] as const, [THREE] as const],
    ...[[{ ...NODE, "a.txt": "" }] as const, [{ ...THREE, "d.txt": "" }] as const, [THREE, { force: true }] as const],
    ...[
      "yaml",
      "{ name: yaml }",
      "nodejs",
      "{ name: nodejs, options: { typescript: false } }",
      "python",
      "toString",
    ].map((runtime) => [project(`runtime: ${runtime}`)] as const),
    ...[[project("name: phones")] as const, [project("name: [phones")] as const],
    [project("runtime: python"), { language: "yaml" }],
    [project("runtime: yaml", "signalwire.yaml")],
    [project("runtime: yaml", "signalwire.yaml"), { force: true }],
    [project("runtime: nodejs", "signalwire.ts", "signalwire-2.ts"), { isLater: true }],
  ];

test("where each folder is exported to is the golden file", async () => {
  const found = folders.map(async ([files, manner]) => {
    const folder = temporaryFolder();
    writeFiles(folder, files);
    const target = await targetIn(folder, { force: false, isLater: false, ...manner }).catch(({ message }) => message);
    return `${JSON.stringify(files)} ${JSON.stringify(manner) ?? ""}\n  ${JSON.stringify(target).replaceAll(folder, "FOLDER")}\n`;
  });
  await expect((await Promise.all(found)).join("")).toMatchFileSnapshot("golden/folders.txt");
});

test.each([
  ["Our Phones!", "our-phones"],
  ["電話", "phones"],
  ["a".repeat(61), "a".repeat(60)],
])("a project in the folder %j is called %s", async (folder, name) => {
  const target = { folder: join(temporaryFolder(), folder), into: undefined, force: false, language: "yaml" } as const;
  const written = await writeProgram(target, new Map([["Pulumi.yaml", "resources: {}\n"]]), { a: "1" });
  expect(written).toEqual(["Pulumi.yaml", "package.json"]);
  const [program, manifest] = written.map((file) => parse(readFileSync(join(target.folder, file), "utf8")));
  expect(program).toEqual({
    ...{ name, description: "The phones of an account", runtime: "yaml", resources: {} },
    plugins: { providers: [{ name: "signalwire", path: "node_modules/.bin" }] },
  });
  expect(manifest).toEqual({ name, private: true, dependencies: { a: "1" } });
  await expect(writeProgram(target, new Map(), {})).rejects.toThrow("got Pulumi.yaml in the meantime");
});

test("what callers get today is the golden file: as expectations, and the count of paths that cannot be written", async () => {
  const weekday = "new Date().getUTCDay() % 6 > 0 && new Date().getUTCHours() >= 9 && new Date().getUTCHours() < 17";
  const [sales, gone, hall] = ["sales", "gone", "hall\u200b"].map((name) => [{ connect: { to: `sip:${name}` } }]);
  const keys = (cases: object, other: unknown[]) => [
    { prompt: { play: "say:1", max_digits: 1 } },
    { switch: { variable: "prompt_value", case: cases, default: other } },
  ];
  const outside = [{ connect: { parallel: [{ to: "+13125550177" }, { to: "+13125550178" }] } }];
  const menu = keys({ "1": sales, "2": gone, "3": hall, "4": outside }, keys({ "1": sales }, ["hangup"]));
  // Twelve times in a week, between more.
  const when = "new Date().getUTCHours() % 6 == 0 && new Date().getUTCDay() % 2 == 1";
  const byHours = [{ cond: [{ when, then: ["hangup"] }] }, { record: {} }];
  const main = [{ cond: [{ when: weekday, then: menu }, { else: [{ record: {} }] }] }];
  const byMenu = { call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Menu}}" };
  const hourly = { call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Hourly}}" };
  const sms = { message_handler: "laml_webhooks", message_request_url: "https://voice.example.com/sms" };
  const secret = { call_handler: "laml_webhooks", call_request_url: "https://user:hunter2@voice.example.com/" };
  const rings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: "{{sipEndpoint:sales}}" };
  const calls = [secret, rings, byMenu, hourly];
  const numbers = calls.map((call, at) => ({ number: `+1202555010${at + 1}`, ...sms, ...call }));
  const carrier = { name: "Carrier", identifier: "carrier", ip_auth_enabled: true, ip_auth: ["203.0.113.5"] };
  const project = {
    ...{ id: idOf(3), numbers, domainApplications: [{ ...carrier, ...byMenu }] },
    sipEndpoints: ["sales", "hall\u200b"].map((username, at) => ({ id: idOf(6 + at), username, password: "canary" })),
    swmlScripts: [
      { id: idOf(2), display_name: "Menu", contents: JSON.stringify({ sections: { main } }) },
      { id: idOf(5), display_name: "Hourly", contents: JSON.stringify({ sections: { main: byHours } }) },
    ],
  };
  const server = await serverWith({ seed: { projects: [project] } });
  let text = "";
  // Without the script in the program, a preview does not play it.
  for (const choice of [{}, { language: "yaml" }, { only: ["numbers"] }] as const) {
    const exported = await exportAccount(connectionTo(server), { ...choice, expects: true });
    text += `=== ${JSON.stringify(choice)}: ${JSON.stringify(exported.expected)}\n${exported.text}\n`;
  }
  expect(text).not.toContain("hunter2");
  await expect(text.replaceAll(server.url, "SERVER")).toMatchFileSnapshot("golden/expects.txt");
});

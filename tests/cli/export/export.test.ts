// The reading of an account, the selection of objects, and the files of the program.

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { summary } from "../../../cli/commands/export.ts";
import { type Exported, exportAccount, programFor } from "../../../cli/export/export.ts";
import { identifiers, slugs } from "../../../cli/export/names.ts";
import { targetIn } from "../../../cli/export/project.ts";
import { isSingle, type Resource, type ResourceName, resources } from "../../../contract/index.ts";
import { addEndpoint, ask, connectionTo, environmentOf, list, type Server, serveWith } from "../../engine/service.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";
import { run as runCommand } from "../command.ts";

const plainly = { force: false, isLater: false };

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
  const wanted = ["Desk", "desk", "DESK!", "büro", "電話", "101", "default", "__proto__", "config"].map((text, at) => ({
    text,
    key: `k${at}`,
    kind: "endpoint",
  }));
  for (const make of [slugs, identifiers]) {
    const names = make(wanted);
    expect(new Set(names).size).toBe(names.length);
    expect(make(wanted.toReversed()).toReversed()).toEqual(names);
  }
  expect(identifiers(wanted).slice(3)).toEqual([
    "buro",
    "endpoint",
    "endpoint101",
    "defaultEndpoint",
    "proto",
    "configEndpoint",
  ]);
});

test("a name that the stack uses is not taken", () => {
  const account = { objects: [endpoint(1, "desk"), line(1, "e1")], gaps: [] };
  const taken = new Map([["SipEndpoint", new Set(["desk"])]]);
  const { declarations } = programFor(account, { unmanaged: { ids: new Set(["e1", "n1"]), taken } });
  expect(declarations.map(({ name }) => name)).toEqual([expect.stringMatching(/^desk-[0-9a-f]{6}$/), "12025551001"]);
});

test("a number that rings a missing endpoint is exported and reported; an incomplete account proves nothing", () => {
  const account = { objects: [endpoint(1), line(1, "E1"), line(2, "gone")], gaps: [] };
  const { declarations, gaps } = programFor(account, {});
  expect(declarations.at(-1)?.args.callSipEndpointId).toBe("gone");
  expect(gaps).toEqual([
    "The phone number +12025551002 was exported as it is, and callSipEndpointId is gone, which the project does not have.",
  ]);
  expect(programFor({ ...account, gaps: ["unread"] }, {}).gaps).toEqual(["unread"]);
});

test("the numbers of a group are named by the resources of the group and of the numbers", async () => {
  const server = await serverWith({}, "+12025550101", "+12025550102");
  const numbers = await list(server, "/phone_numbers");
  for (const name of ["Support", "Sales"]) {
    const { id } = await ask(server, "POST", "/number_groups", { name });
    for (const number of numbers)
      await ask(server, "POST", `/number_groups/${id}/number_group_memberships`, { phone_number_id: number.id });
  }
  const { text, gaps } = await exportAccount(connectionTo(server), {});
  expect(gaps).toEqual([]);
  // In the order of their labels.
  expect(text.indexOf("const sales =")).toBeLessThan(text.indexOf("const support ="));
  const members = text.split("new NumberGroupMembership(").slice(1);
  expect(members).toHaveLength(4);
  for (const member of members) {
    expect(member).toMatch(/numberGroupId: (support|sales)\.id,/);
    expect(member).toMatch(/phoneNumberId: \w+\.id,/);
    expect(member).toContain("adopt: true");
  }
});

test("scripts that share a name are left out and reported, because adopt could take over neither", async () => {
  const server = await serverWith({});
  for (const name of ["Menu", "Menu", "Other"])
    await ask(server, "POST", "/api/fabric/resources/cxml_scripts", { display_name: name, contents: "<Response/>" });
  const { declarations, gaps } = await exportAccount(connectionTo(server), { only: ["cxml-scripts"] });
  expect(declarations.map(({ args }) => args.displayName)).toEqual(["Other"]);
  expect(gaps).toEqual(Array(2).fill(expect.stringContaining("Menu was not exported: others have its name")));
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
    ...[laml("menu", "sorry`$\u007ba}"), script("CxmlScript", "sorry", "<Response/>"), laml("other", "nowhere")],
    ...[laml("here", "there"), laml("there", "here")],
    flow("day", { transfer: { dest: address("relay", "night") } }, { play: `say:$\{${address("relay", "night")}}` }),
    ...[
      flow("night", { transfer: { dest: address("laml", "menu") } }),
      flow("reading", { set: { "fn::readFile": "/etc" } }),
    ],
    flow("secret", { transfer: { dest: "https://user:hunter2@example.com/" } }),
    script("SwmlScript", "text", '{"sections":{"main":[{"play":"say:a"}]}}'),
    ...["b-desk", "a-desk"].map((username) => of("SipEndpoint", username, { username, ...hook })),
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
  const extra = { [`key${text}`]: [text] };
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
    const [, literal = ""] = /callerId: (".*")/.exec(program) ?? [];
    expect(language === "yaml" ? parse(literal) : new Function(`return ${literal}`)()).toBe(text);
  }
});

test("an argument that Pulumi's YAML reads as a function call is omitted and reported", () => {
  const live = { id: "e", username: "desk", later: [{ "Fn::ReadFile": "/etc/hostname" }] };
  const account = { objects: [{ type: "SipEndpoint" as const, live, label: "desk" }], gaps: [] };
  const yaml = programFor(account, { language: "yaml" });
  expect(yaml.text).toContain('username: "desk"');
  expect(yaml.text).not.toMatch(/fn::/i);
  expect(yaml.gaps).toEqual([expect.stringContaining("The SIP endpoint desk keeps what the argument extra would say")]);
  expect(programFor(account, {})).toMatchObject({
    gaps: [],
    declarations: [{ args: { extra: expect.anything() } }],
  });
});

test("an endpoint that no program can declare is left out, with the reason", () => {
  const live = { id: "e", username: "old", call_handler: "laml_webhooks", call_request_url: "https://example.com" };
  const { declarations, gaps } = programFor({ objects: [{ type: "SipEndpoint", live, label: "old" }], gaps: [] }, {});
  expect(declarations).toEqual([]);
  expect(gaps[0]).toMatch(/^The SIP endpoint old was not exported: .*callFallbackUrl is required/);
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
});

test("a file added to a project is in the project's language, unless another is chosen", async () => {
  const folder = temporaryFolder();
  const project = join(folder, "Pulumi.yaml");
  for (const [runtime, into] of [
    ["yaml", "signalwire.yaml"],
    ["{ name: yaml }", "signalwire.yaml"],
    ["nodejs", "signalwire.ts"],
    ["{ name: nodejs, options: { typescript: false } }", "signalwire.ts"],
  ]) {
    writeFileSync(project, `name: phones\nruntime: ${runtime}\n`);
    expect((await targetIn(folder, plainly)).into).toBe(into);
  }
  writeFileSync(project, "name: phones\nruntime: python\n");
  await expect(targetIn(folder, plainly)).rejects.toThrow(/runtime python.*--out.*--language/);
  expect((await targetIn(folder, { ...plainly, language: "yaml" })).into).toBe("signalwire.yaml");
  writeFileSync(project, "name: [phones\n");
  await expect(targetIn(folder, plainly)).rejects.toThrow(/Pulumi\.yaml cannot be read: /);
});

test("a folder with other files is named with three of them", async () => {
  const folder = temporaryFolder();
  for (const [count, named] of [
    "a.txt",
    "a.txt, b.txt",
    "a.txt, b.txt, c.txt",
    "a.txt, b.txt, c.txt and more",
  ].entries()) {
    writeFiles(folder, { [`${"abcd"[count]}.txt`]: "", ".env": "", "package.json": "{}" });
    await expect(targetIn(folder, plainly)).rejects.toThrow(`has no Pulumi.yaml: it has ${named}. Name`);
  }
});

test("an account that could be read only in part is written as far as it goes, and the command ends with 1", async () => {
  const server = await serverWith({}, "+12025550101");
  await addEndpoint(server, "desk");
  const path = "/api/relay/rest/phone_numbers";
  server.faults.add({ path, times: "always", effect: "status", status: 403 });
  const folder = temporaryFolder();
  const run = (...args: string[]) => runCommand(["export", "--out", ...args], environmentOf(server), folder);
  const unread =
    "The numbers could not be read: the service answered 403 Forbidden. The API token needs the scope Numbers.";
  const err = `Only a part of the account was exported. ${unread}\n`;
  const { out, ...ended } = await run("part");
  expect(ended).toEqual({ code: 1, err });
  const files = ["Pulumi.yaml", "package.json", "tsconfig.json", "index.ts"];
  expect(out).toBe(`Exported 1 profile, 1 endpoint of the project ${server.project.id} to part: ${files.join(", ")}.

Not exported, or not wholly:
  - ${unread}

Next:
  cd part
  npm install
  pulumi stack init prod
  pulumi up    # takes everything over and writes nothing to the service

After that, \`adopt\` has no effect. TypeScript requires it where no password is given. Endpoints are protected: to delete one, remove its \`protect: true\` first.
`);
  expect(readdirSync(join(folder, "part"))).toEqual(expect.arrayContaining(files));
  const asJson = await run("again", "--json");
  expect([asJson.code, asJson.err, JSON.parse(asJson.out).gaps]).toEqual([1, err, [unread]]);
});

test("--expects writes what callers get today, and counts the paths that cannot be written", async () => {
  const server = await serverWith({}, "+12025550101", "+12025550102", "+12025550103");
  const desk = await addEndpoint(server, "sales");
  const contents = {
    sections: {
      main: [
        {
          cond: [
            {
              when: "new Date().getUTCDay() % 6 > 0 && new Date().getUTCHours() >= 9 && new Date().getUTCHours() < 17",
              then: [
                { prompt: { play: "say:1", max_digits: 1 } },
                {
                  switch: {
                    variable: "prompt_value",
                    case: { "1": [{ connect: { to: "sip:sales" } }], "2": [{ connect: { to: "sip:gone" } }] },
                    default: ["hangup"],
                  },
                },
              ],
            },
            { else: [{ record: {} }] },
          ],
        },
      ],
    },
  };
  const menu = await ask(server, "POST", "/api/fabric/resources/swml_scripts", {
    name: "Menu",
    contents: JSON.stringify(contents),
  });
  const { request_url } = menu.swml_script as { readonly request_url: string };
  const handlers = [
    { call_handler: "relay_script", call_relay_script_url: request_url, message_handler: "laml_webhooks" },
    { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk },
    { call_handler: "laml_webhooks", call_request_url: "https://user:hunter2@voice.example.com/" },
  ];
  for (const [at, line] of (await list(server, "/phone_numbers")).entries())
    await ask(server, "PUT", `/phone_numbers/${line.id}`, {
      ...{ message_request_url: "https://voice.example.com/sms", ...handlers[at] },
    });
  const carrier = { name: "Carrier", identifier: "carrier", ip_auth_enabled: true, ip_auth: ["203.0.113.5"] };
  const handler = { call_handler: "relay_script", call_relay_script_url: request_url };
  await ask(server, "POST", "/domain_applications", { ...carrier, ...handler });
  const byMenu = [
    { keys: "1", at: "Mon–Fri 09:00–17:00", rings: "sales" },
    { keys: "3", at: "Mon–Fri 09:00–17:00", answeredBy: "Menu" },
    { at: "Mon–Fri 09:00–17:00", answeredBy: "Menu" },
    { at: "Mon–Fri 00:00–09:00", answeredBy: "Menu" },
    { at: "Mon–Fri 17:00–24:00", answeredBy: "Menu" },
    { at: "Sat–Sun", answeredBy: "Menu" },
  ];
  const typescript = await exportAccount(connectionTo(server), { expects: true });
  const expects = new Map(typescript.declarations.map(({ label, args }) => [label, args.expects]));
  const sms = { message: "Hello", handedTo: "https://voice.example.com/sms" };
  expect(expects.get("+12025550103")).toEqual([...byMenu, sms]);
  expect(expects.get("carrier")).toEqual(byMenu);
  expect(expects.get("+12025550102")).toEqual([{ rings: "sales" }, sms]);
  // No word of an address with a secret, or of the way to a missing endpoint.
  expect(expects.get("+12025550101")).toEqual([sms]);
  expect(typescript.expected).toMatchObject({ paths: 15, covered: 12 });
  expect(typescript.text).toContain(`  expects: [
    { keys: "1", at: "Mon–Fri 09:00–17:00", rings: "sales" },
`);
  expect(parse((await exportAccount(connectionTo(server), { expects: true, language: "yaml" })).text)).toMatchObject({
    resources: { carrier: { properties: { expects: byMenu } } },
  });
  const alone = await exportAccount(connectionTo(server), { expects: true, only: ["numbers"] });
  // Without the script in the program, a preview does not play it.
  expect(alone.declarations.map(({ args }) => args.expects)).toEqual([[sms], [{ rings: "sales" }, sms], [sms]]);
  expect(alone.expected).toMatchObject({ paths: 6, covered: 4 });
});

test("the next commands name the only stack of a project, and none of a new project", () => {
  const secrets = [{ key: "deskUrl" }];
  const exported = { declarations: [{ type: "SipEndpoint" }], gaps: [], secrets } as unknown as Exported;
  const printed = (into: string | undefined, ...stack: string[]) => {
    const target = { folder: process.cwd(), language: "typescript", force: false, into } as const;
    const account = { projectId: "p" } as Parameters<typeof summary>[3]["account"];
    return summary(exported, ["index.ts"], target, { stack, provider: undefined, account }).match(/ --stack \w+/g);
  };
  const named = [" --stack prod", " --stack prod", " --stack prod"];
  expect([
    printed("signalwire.ts", "prod"),
    printed("signalwire.ts", "prod", "dev"),
    printed(undefined, "prod"),
  ]).toEqual([named, null, null]);
});

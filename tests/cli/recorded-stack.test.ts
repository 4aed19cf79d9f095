// Commands that only read a recorded stack, with a CLI that answers with it: what they ask, their exit code and all that they print.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { version } from "../../cli/package.ts";
import { dynamicType, PROJECT as PROJECT_ID, pluginToken } from "../../contract/index.ts";
import { startServer } from "../../server/index.ts";
import { environmentOf } from "../engine/service.ts";
import { temporaryFolder, writeFiles } from "../scripts/machine.ts";
import { idOf } from "./calls/objects.ts";
import { type Answers, recorded, stepEvents, told, urnOf } from "./stand-in.ts";

const LINE = "+12025550101";
const PROVIDER = "pulumi:providers:signalwire";
const [US, EU] = [urnOf(PROVIDER, "us"), urnOf(PROVIDER, "eu")];
const ACCOUNT = { projectId: "5ea1c0de-3b1f-4c57-9a20-8d6e4f7b1c93", apiToken: "PT", baseUrl: "http://127.0.0.1:1" };
const [SIGNALWIRE_PROJECT_ID, SIGNALWIRE_API_TOKEN, SIGNALWIRE_BASE_URL] = Object.values(ACCOUNT);
const VARIABLES = { SIGNALWIRE_PROJECT_ID, SIGNALWIRE_API_TOKEN, SIGNALWIRE_BASE_URL };
const provider = (name: string, inputs: object = ACCOUNT) => recorded(PROVIDER, name, inputs);
const desk = recorded("SipEndpoint", "desk", { username: "front-desk" });
const by = (urn: string) => ({ ...desk, type: pluginToken("SipEndpoint"), provider: `${urn}::1` });
const line = recorded("PhoneNumber", "line", {
  ...{ number: LINE, callHandler: "relay_application", callRelayApplication: "office" },
});
const handed = { ...line, inputs: { number: LINE, callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id } };
const secret = { ...line, outputs: { ...line.inputs, callRelayApplication: "[secret]" } };

const state = (...resources: object[]) => ({ out: { deployment: { resources } } });
/** The answers of a backend with the stack `prod`, and another one selected. */
const answers = (...resources: object[]): Answers => ({
  ...{
    "stack ls": [{ name: "dev", current: true }, { name: "prod" }],
    "stack export --stack prod": state(...resources),
  },
  version: { out: "v3.999.0\n" },
});
const DEV: Answers = { ...answers(), "stack export --stack dev": state(provider("us"), by(US)) };
const planning = (...steps: Parameters<typeof stepEvents>[]): Answers => ({
  preview: { events: steps.flatMap((each) => stepEvents(...each)), plan: {} },
});
const call = (...args: string[]) => ["call", LINE, "--stack", "prod", ...args];
const expectations = ["--expect", "handedTo:office", "--expect", "rings:desk"];

/** A project in YAML, which needs no packages. */
const PROJECT = {
  "Pulumi.yaml": "name: phones\nruntime: yaml\nplugins: { providers: [{ name: signalwire, path: bin }] }\n",
  "bin/pulumi-resource-signalwire": "",
};
const DECLARING = { ...PROJECT, "other.yaml": "type: pulumi:providers:signalwire\n" };

type Scenario = readonly [
  ...[args: readonly string[], answers: Answers, env?: NodeJS.ProcessEnv | undefined, files?: Record<string, string>],
];

const scenarios: Record<string, Scenario> = {
  "a call at a stack": [call(), answers(line)],
  "a call at a stack, as JSON": [call("--json", ...expectations), answers(line)],
  "a call that is not taken": [call("--from", "+12025550177"), answers({ ...line, outputs: { number: LINE } })],
  "a call to an address that the stack does not have": [
    ["call", "sip:nobody", "--stack", "prod", "--expect", "reaches:nobody"],
    answers(desk, line),
  ],
  "expectations of a call": [call(...expectations), answers(line)],
  "an expectation of a call that holds": [call("--expect", "handedTo:office"), answers(line)],
  "a wrong expectation": [call("--expect", "rings:"), answers(line)],
  "an expectation without an outcome": [call("--expect", "keys:1"), answers(line)],
  "a text that is no expectation": [call("--expect", "desk"), answers(line)],
  "a call at the selected stack, which is not there": [["call", LINE, "--stack", ""], answers(line)],
  "a call that a change moves": [
    call("--preview", ...expectations),
    planning(["same", desk], ["update", line, handed]),
  ],
  "a call that a change leaves as it is": [call("--preview"), planning(["update", desk, desk], ["same", line])],
  "a call that a change takes away, as JSON": [
    call("--preview", "--json"),
    planning(["update", line, { ...line, inputs: { number: LINE } }]),
  ],
  "a call to a new stack": [call("--preview"), planning(["create", undefined, line])],
  "a call of a plan with a secret": [
    call("--preview"),
    { ...planning(["update", secret, secret]), "stack export --stack prod --show-secrets": state(line) },
  ],
  "a preview that fails": [call("--preview"), { preview: { code: 255, err: "error: it is broken\n" } }],
  "the routes of a stack": [["routes", "--stack", "prod"], answers(line, desk)],
  "the routes of one object": [["routes", "front-desk", "--stack", "prod", "--report", "json"], answers(line, desk)],
  "the routes of no object": [["routes", "sales", "--stack", "prod"], answers(line, desk)],
  "the paths of a stack": [
    ["routes", "--paths", "--stack", "prod", "--failures", "2"],
    answers({ ...handed, outputs: handed.inputs }, desk),
  ],
  "the routes of an empty stack": [["routes", "--stack", "prod"], answers()],
  "the paths of an empty stack": [["routes", "--paths", "--stack", "prod"], answers()],
  "the routes of the selected stack": [["routes"], answers(line)],
  "the accounts of a stack": [
    ["routes", "--account", "--stack", "prod"],
    { ...answers(provider("us"), provider("eu"), by(US), { ...by(EU), urn: urnOf("x", "y") }) },
  ],
  "an unknown provider": [
    ["routes", "--account", "--stack", "prod", "--provider", "uk"],
    answers(provider("us"), provider("eu"), by(US), by(EU)),
  ],
  "an unknown provider of the selected stack": [["routes", "--account", "--provider", "uk"], DEV],
  "an export for an unknown provider": [["export", "--provider", "uk"], DEV],
  "an incomplete provider": [
    ["routes", "--account", "--stack", "prod", "--provider", "us"],
    answers(provider("us", { projectId: "x" }), by(US), recorded("SipEndpoint", "us")),
  ],
  "an account without credentials": [["routes", "--account", "--stack", "prod"], { ...answers(), config: { out: {} } }],
  "unmanaged objects of a stack that cannot be checked": [
    ["export", "--unmanaged", "--stack", "prod"],
    {
      ...{ ...answers(desk), whoami: { out: {} }, refresh: { events: stepEvents("same", desk) } },
      "stack history": { code: 255, err: "error: no history\n" },
    },
    VARIABLES,
  ],
  "doctor without a CLI that starts": [
    ["doctor", "--report", "markdown"],
    { version: { code: 3, err: "error: /home/canary/bin is broken\n" } },
    { HOME: "/home/canary" },
  ],
  "doctor with a stack, without credentials": [
    ["doctor", "--stack", "prod"],
    {
      ...answers(desk, line),
      config: { out: { "signalwire:prjctId": { value: "x" }, "signalwire:apiToken": { value: "PT" } } },
    },
  ],
  "doctor with a stack that is not there": [
    ["doctor", "--stack", "prod", "--report", "markdown"],
    {
      ...{ ...answers(), config: { code: 1, err: "error: no\n" } },
      "stack export --stack prod": { code: 255, err: "error: no stack named 'prod' found\n" },
    },
  ],
  "doctor with a state whose secrets are closed": [
    ["doctor", "--stack", "prod", "--report", "json", "--cwd", "app"],
    {
      "stack export*--show-secrets": { code: 255, err: "error: incorrect passphrase\n" },
      ...{ ...answers(provider("us"), by(US)), config: { code: 255, err: "error: incorrect passphrase\n" } },
    },
    undefined,
    { ...PROJECT, "app/a.ts": "" },
  ],
  "doctor with declared providers alone": [
    ["doctor", "--stack", "prod"],
    { ...answers(provider("us", { projectId: "x" }), by(US), provider("eu"), by(EU)), config: { out: {} } },
    undefined,
    { ...PROJECT, "Pulumi.yaml": PROJECT["Pulumi.yaml"].replace("yaml", "nodejs") },
  ],
  "doctor with a new program, which declares its provider": [
    ["doctor"],
    { ...answers(), "stack export --stack dev": state(), config: { out: { "signalwire:apiToken": { value: "PT" } } } },
    undefined,
    DECLARING,
  ],
  "doctor with two reports to print": [["doctor", "--report", "json", "--report", "junit"], {}],
  "doctor with no stack": [["doctor"], { ...answers(), "stack ls": [] }, VARIABLES, DECLARING],
};

test.each(Object.entries(scenarios))("%s", async (name, [args, given, env, files = PROJECT]) => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const printed = await told(args, given, env, folder);
  const machine = `${process.platform} ${process.arch}`;
  const shown = printed
    .replaceAll(machine, "MACHINE")
    .replaceAll(process.versions.node, "NODE")
    .replaceAll(`pulumi-signalwire ${version()}`, "pulumi-signalwire VERSION")
    .replace(/(?<="at": "|<sub>)[^"<]*/, "NOW");
  await expect(shown).toMatchFileSnapshot(`golden/${name.replaceAll(/\W+/g, "-")}.txt`);
});

/** Starts a server with one project, which has a number and two endpoints. */
async function served() {
  const sipEndpoints = ["desk", "front-desk"].map((username, at) => ({
    ...{ id: idOf(at + 1), username, password: "canary-password" },
  }));
  const server = await startServer({ seed: { projects: [{ id: ACCOUNT.projectId, numbers: [LINE], sipEndpoints }] } });
  onTestFinished(() => server.close());
  const folder = temporaryFolder();
  const printed = async (args: readonly string[], given: Answers, env = {}) =>
    (await told(args, given, { ...environmentOf(server), ...env }, folder)).replaceAll(server.url, "SERVER");
  return { server, folder, printed };
}

test("an endpoint that the stack does not have is looked up in its account, whose ID may be in capitals", async () => {
  const { server, printed } = await served();
  const mine = { ...line, outputs: { ...line.outputs, [PROJECT_ID]: ACCOUNT.projectId } };
  const ringing = { ...mine, inputs: { ...handed.inputs, callSipEndpointId: idOf(1) } };
  const env = { SIGNALWIRE_PROJECT_ID: ACCOUNT.projectId.toUpperCase() };
  const tried = () => printed(call("--preview"), planning(["update", mine, ringing]), env);
  const found = await tried();
  server.faults.add({ effect: "status", status: 403, path: "/api/relay/rest/endpoints/sip", times: "always" });
  await expect(found + (await tried())).toMatchFileSnapshot("golden/a-call-to-an-endpoint-of-the-account.txt");
});

test("a file that is exported for a provider of the stack names it in each resource and command", async () => {
  const { server, folder, printed } = await served();
  const { id: projectId, apiToken } = server.project;
  writeFiles(folder, { "Pulumi.yaml": "name: phones\nruntime: nodejs\n" });
  const args = ["export", "--stack", "prod", "--provider", "eu", "--only", "numbers"];
  const out = await printed(args, answers(provider("eu", { projectId, apiToken, baseUrl: server.url }), by(EU)));
  const program = readFileSync(join(folder, "signalwire.ts"), "utf8");
  await expect(`${out}\n${program}`).toMatchFileSnapshot("golden/export-for-a-provider.txt");
});

test("what no stack manages is exported under names that the stacks do not have", async () => {
  const { server, folder, printed } = await served();
  const mine = { ...desk, id: idOf(1), urn: urnOf(dynamicType("SipEndpoint"), "front-desk") };
  const given = (...all: (typeof desk)[]): Answers => ({
    ...{ ...answers(...all), whoami: { out: {} }, "stack history": [] },
    refresh: { events: all.flatMap((each) => stepEvents("same", each)) },
  });
  writeFiles(folder, { "Pulumi.yaml": "name: phones\nruntime: yaml\n" });
  const args = ["export", "--unmanaged", "--stack", "prod", "--out"];
  const exported = await printed([...args, "."], given(mine));
  const program = readFileSync(join(folder, "signalwire.yaml"), "utf8");
  await expect(`${exported}\n${program}`).toMatchFileSnapshot("golden/export-of-the-unmanaged.txt");
  const all = { ...given(mine, { ...desk, id: idOf(2) }), "stack ls": [{ name: "prod", current: true }] };
  const nothing = await printed(["export", "--unmanaged", "--out", "again"], all);
  await expect(nothing).toMatchFileSnapshot("golden/export-of-nothing.txt");
  let unread = "";
  for (const some of [all, given(mine)]) {
    server.faults.add({ effect: "status", status: 404, path: "/api/relay/rest/phone_numbers" });
    unread += await printed([...args, ".", "--stack", "dev", "--stack", "prod"], {
      ...some,
      "stack export --stack dev": state(),
    });
  }
  await expect(unread).toMatchFileSnapshot("golden/export-of-an-unread-account.txt");
  // Two of the three providers have one account.
  const three = ["us", "uk", "eu"].map((name, at) => {
    const inputs = { ...ACCOUNT, baseUrl: server.url, projectId: idOf(at === 2 ? 8 : 9) };
    return [provider(name, inputs), by(urnOf(PROVIDER, name))];
  });
  const both = { ...given(...three.slice(0, 2).flat()), "stack export --stack dev": state(...three.slice(2).flat()) };
  await expect(await printed(["export", "--unmanaged", "--stack", "dev", "--stack", "prod"], both)).toMatchFileSnapshot(
    "golden/export-of-two-accounts.txt",
  );
});

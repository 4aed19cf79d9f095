// The command drift, with the answers of the CLI: what it asks, its exit code and its whole report.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { version } from "../../../cli/package.ts";
import { CURRENT, DRIFT, RECORDS } from "../../../contract/index.ts";
import { startServer } from "../../../server/index.ts";
import { environmentOf, list } from "../../engine/service.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";
import { idOf } from "../calls/objects.ts";
import { type Answers, diagnostic, recorded, stepEvents, told, urnOf } from "../stand-in.ts";

const NOW = new Date("2026-11-21T03:00:00Z");
const UP = { kind: "update", result: "succeeded", startTime: "2026-11-20T02:59:00Z", endTime: "2026-11-20T03:00:30Z" };
const CLOUD = { out: { url: "https://app.pulumi.com/acme" } };
const FILES = { out: { url: "file://." } };
/** An engine that is interrupted before it runs is not noted. */
const ONCE_IT_RUNS = "i=0; until grep -q refresh asked || [ $i -gt 100 ]; do i=$((i + 1)); sleep 0.05; done";
const HOLDER = '{"pid":4711,"username":"ci","hostname":"runner","timestamp":"2026-11-21T02:59:00Z"}';
const LOCKS = ".pulumi/locks/organization/phones/prod";
const PASSWORD = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));
afterEach(() => void vi.useRealTimers());

const desk = recorded("SipEndpoint", "desk", { username: "front-desk", callerId: "Desk", password: PASSWORD });
const gone = recorded("SipEndpoint", "gone", { username: "gone", password: PASSWORD });
const lines = recorded("SipEndpoint", "it's\ntwo", { username: "two" });
const line = recorded("PhoneNumber", "line", {
  number: "+12025550101",
  callHandler: "relay_sip_endpoint",
  callSipEndpointId: desk.id,
});
const MENU = "https://example.signalwire.com/relay-bins/00000000-0000-4000-8000-000000020001";
const menu = recorded("SwmlScript", "menu", {
  displayName: "Menu",
  contents: '{"sections":{"main":[{"connect":{"to":"sip:elsewhere@example.com"}},"hangup"]}}',
  requestUrl: MENU,
});
const calling = recorded("PhoneNumber", "calling", {
  number: "+12025550102",
  callHandler: "relay_script",
  callRelayScriptUrl: MENU,
});
const due = { resource: "web", rotateAt: "2026-11-21T02:00:00.000Z", expiresAt: "2026-11-21T03:10:00.000Z" };
const token = recorded("ClientToken", "web", { resource: "web" }, { outputs: due });
const profile = recorded("SipProfile", "profile", { defaultCodecs: ["OPUS"] });
const other = recorded("random:index:String", "other");
const withMore = <Of extends { inputs: object; outputs: object }>(old: Of, more: object): Of => {
  return { ...old, inputs: { ...old.inputs, ...more }, outputs: { ...old.outputs, ...more } };
};
const changed = (old: typeof desk, more: object) =>
  stepEvents("update", old, withMore(old, more), {
    detailedDiff: Object.fromEntries(Object.keys(more).map((name) => [name, {}])),
  });

/** The answers of a stack with these resources, whose refresh has these events. */
const answers = (resources: readonly object[], refresh: object, more: Answers = {}): Answers => ({
  whoami: CLOUD,
  ...more,
  "stack ls": [
    { name: "dev", current: true },
    { name: "prod", current: false },
  ],
  "stack export": { out: { deployment: { resources } } },
  "stack history": [UP],
  refresh,
  // For the order, and for the answers.
  ...more,
});
const same = (...all: (typeof desk)[]) => ({ events: all.flatMap((each) => stepEvents("same", each)) });

interface Scenario {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly files?: Record<string, string>;
  readonly answers: Answers;
}

const reporting = (report: string) => `--report=${report}`;
const drifted = changed(line, { callSipEndpointId: "id-of-nobody" });
const stricter = changed(profile, { defaultEncryption: "required" });

const bare = { number: "+12025550101" };
const taken = { found: { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk.id } };
const unnamed = recorded("PhoneNumber", "line", bare, { outputs: { ...bare, [RECORDS]: taken } });
const checked = { [CURRENT]: {}, [DRIFT]: { unnamed: [{ field: "call_handler", expected: "relay_sip_endpoint" }] } };

const found = recorded("SipEndpoint", "found", {}, { outputs: { username: "found" } });
const dangling = withMore(line, { [CURRENT]: {}, [DRIFT]: { dangling: ["call_sip_endpoint_id"] } });

const scenarios: Record<string, Scenario> = {
  "every finding": {
    args: ["--stack", "prod", "--report", "markdown", "--fail-on", "drift,renewal"],
    files: { "Pulumi.yaml": "name: phones\nruntime: yaml\nresources:\n  desk:\n    type: x\n  gone:\n    type: x\n" },
    answers: answers(
      [desk, gone, line, token, profile, other, { ...gone, urn: urnOf(gone.type, "old"), delete: true }],
      {
        events: [
          ...stepEvents("delete", gone, undefined),
          ...changed(desk, { callerId: "Nobody" }),
          stepEvents("same", line)[0],
          diagnostic("error", "Preview failed: The service answered 500.\n", line.urn),
          diagnostic("info#err", "  Waiting 7 s for the rate limit.\n"),
          diagnostic("info#err", "Waiting 9 s for the rate limit.\n"),
          diagnostic("warning", "Waiting 9 s"),
          ...stepEvents("same", token),
          ...stepEvents("same", profile),
          ...stepEvents("same", other),
        ],
        code: 255,
        err: "error: preview failed\n",
      },
    ),
  },
  "a name that no pattern matches": {
    args: ["--config-file", "other.yaml"],
    env: {
      PULUMI_OPTION_EXPECT_NO_CHANGES: "true",
      PULUMI_OPTION_CONFIG_FILE: "mine.yaml",
      PULUMI_SKIP_CONFIRMATIONS: "1",
    },
    files: { "other.yaml": "" },
    answers: answers([lines, desk], same(desk), {
      "refresh*--target urn:": { events: changed(lines, { callerId: "x" }) },
    }),
  },
  "a script that dials an endpoint of another stack": {
    args: ["--stack", "prod"],
    answers: answers([menu, calling], same(menu, calling)),
  },
  "a resource that the engine never reaches": {
    args: ["--stack", "prod"],
    answers: answers([lines, desk], same(desk), { "refresh*--target urn:": same() }),
  },
  "a lock at the start": {
    args: ["--stack", "acme/prod", "--fail-on", "never", "--unmanaged"],
    files: { "Pulumi.yaml": "name: phones\nruntime: yaml\n", [`${LOCKS}/1.json`]: HOLDER },
    answers: answers([desk], { ...same(desk), first: "sleep 0.2" }, { whoami: { ...FILES, first: ONCE_IT_RUNS } }),
  },
  "a lock that is taken meanwhile": {
    args: ["--stack", "prod"],
    files: { "Pulumi.yaml": "name: phones\nruntime: yaml\nbackend: { url: file://. }\n" },
    answers: answers([desk], {
      ...same(desk),
      first: "mkdir -p FOLDER/LOCKS; echo no > FOLDER/LOCKS/1.json; sleep 0.2",
    }),
  },
  "an update of the cloud": {
    args: ["--stack", "acme/phones/prod"],
    answers: answers(
      [desk],
      { ...same(desk), first: "sleep 0.2" },
      { "stack ls*--all": { out: [{ name: "prod", updateInProgress: true }], first: ONCE_IT_RUNS } },
    ),
  },
  "a backend without locks": {
    args: ["--stack", "prod", "--unmanaged"],
    answers: answers([desk, profile], same(desk, profile), { whoami: { out: { url: "s3://bucket?region=eu" } } }),
  },
  "an engine that stops before any resource": {
    args: ["--stack", "prod"],
    answers: answers([desk], { code: 255, err: "error: no such plugin\n" }, { whoami: { code: 255 } }),
  },
  "an engine that stops between two resources": {
    args: ["--stack", "prod"],
    answers: answers([desk, gone], {
      events: [...stepEvents("same", desk), ...stepEvents("same", gone).slice(0, 1)],
      ...{ code: 255, err: "error: it was killed\n" },
    }),
  },
  "a state and a history that cannot be read": {
    args: ["--stack", "prod"],
    answers: answers([], same(desk), {
      "stack export": { code: 1, err: "error: no\n" },
      "stack history": { code: 1, err: "error: never\n" },
    }),
  },
  "a history that cannot be read": {
    args: ["--stack", "prod"],
    answers: answers([desk], same(desk), { "stack history": { code: 1, err: "error: never\n" } }),
  },
  "a refresh that recorded what nobody knows": {
    args: ["--stack", "prod"],
    answers: answers([{ ...desk, modified: "2026-11-20T09:00:00Z" }, profile], same(desk, profile), {
      "stack history": [
        { ...UP, kind: "refresh", startTime: "2026-11-20T08:59:00Z", endTime: "2026-11-20T09:00:30Z" },
        UP,
      ],
    }),
  },
  "no selected stack": { answers: answers([desk], same(desk), { "stack ls": [{ name: "dev", current: false }] }) },
  "no configuration file": { args: ["--config-file", "absent.yaml"], answers: {} },
  "no folder": { args: ["--cwd", "absent"], answers: {} },
  "two reports to print": { args: ["--report", "json", "--report", "junit"], answers: {} },
  "reports in files, on a runner of GitHub": {
    args: ["--stack", "prod", ...["text=out/a/text", "github", "junit=out/xml", "sarif=out/sarif"].map(reporting)],
    env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "out/summary" },
    answers: answers([desk, gone], { events: [...same(desk).events, ...stepEvents("delete", gone, undefined)] }),
  },
  "a page of a runner, and a report for people in a file": {
    args: ["--stack", "prod", ...["text", "markdown=md"].map(reporting)],
    env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: "" },
    answers: answers([desk, gone], { events: [...same(desk).events, ...stepEvents("delete", gone, undefined)] }),
  },
  "a report that cannot be written": {
    args: ["--stack", "prod", reporting("json=Pulumi.yaml/a/b")],
    files: { "Pulumi.yaml": "name: phones\nruntime: yaml\n" },
    answers: answers([desk], same(desk)),
  },
  "a line whose handler somebody unset, where the program names none": {
    args: ["--stack", "prod"],
    files: { "Pulumi.yaml": "name: phones\nruntime: yaml\nresources:\n  line:\n    type: x\n" },
    answers: answers([desk, unnamed], {
      events: [...stepEvents("same", desk), ...stepEvents("update", unnamed, withMore(unnamed, checked))],
    }),
  },
  "a line whose endpoint is gone, as it is recorded": {
    args: ["--stack", "prod", "--report", "markdown", "--failures", "2"],
    answers: answers([line], { events: [...stepEvents("update", line, dangling), ...stepEvents("same", found)] }),
  },
  "a drifted line, with the rules of its last update": {
    args: ["--stack", "prod", "--report", "markdown"],
    answers: answers(
      [desk, line, profile],
      { events: [...drifted, ...stricter, ...changed(desk, { callerId: "x" })] },
      { "stack history": [{ ...UP, environment: { "pulumi.flag.policy-pack": "true" } }] },
    ),
  },
  "an expectation that does not hold, and a mask": {
    args: ["--stack", "prod", "--policy-pack", "packs/own", "--policy-pack-config", "own.json"],
    files: {
      "Pulumi.yaml":
        "name: phones\nruntime: yaml\nresources:\n  line:\n    properties:\n      expects:\n        - rings: front-desk\n",
    },
    answers: answers(
      [],
      { events: [desk, line].flatMap((each) => stepEvents("same", withMore(each, masked(each)))) },
      {
        "stack export*--show-secrets": {
          out: {
            deployment: { resources: [desk, withMore(line, { expects: [{ rings: "gone" }], name: "Secret name" })] },
          },
        },
      },
    ),
  },
  "an object that could not be read, which may lead anywhere": {
    args: ["--stack", "prod", "--config-file", "other.yaml", "--report", "markdown"],
    files: { "other.yaml": "" },
    answers: answers([desk, line], {
      events: [...drifted, stepEvents("same", desk)[0], diagnostic("error", "It timed out.", desk.urn)],
      ...{ code: 255, err: "error: preview failed\n" },
    }),
  },
};

function masked({ type }: typeof desk): object {
  return type.endsWith("PhoneNumber") ? { expects: [{ rings: "gone" }], name: "[secret]" } : {};
}

test.each(Object.entries(scenarios))("%s", async (name, { args = [], env, files = {}, answers }) => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  const text = JSON.stringify(answers).replaceAll("LOCKS", LOCKS).replaceAll("FOLDER", folder);
  const printed = await told(["drift", ...args], JSON.parse(text), env, folder);
  const added = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = added.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1)).sort();
  const written = paths.filter((path) => files[path] === undefined && !path.includes("locks"));
  const texts = written.map((path) => `\n=== ${path}\n${readFileSync(join(folder, path), "utf8")}`);
  const shown = (printed + texts.join("")).replace(`"version": "${version()}"`, '"version": "VERSION"');
  await expect(shown).toMatchFileSnapshot(`golden/command/${name.replaceAll(/\W+/g, "-")}.txt`);
});

test("the accounts of several stacks are read once, and what none of them manages is listed", async () => {
  const [one, two, stray] = [idOf(1), idOf(2), idOf(3)];
  const named = { [one]: "desk", [two]: "lobby", [stray]: "stray" };
  const project = {
    id: idOf(4),
    numbers: ["+12025550101", { number: "+12025550102", call_handler: "relay_context", call_relay_context: "a" }],
    sipEndpoints: Object.entries(named).map(([id, username]) => ({ id, username, password: "canary-password" })),
  };
  const server = await startServer({ seed: { projects: [project] } });
  onTestFinished(() => server.close());
  const of = (id: string, stack: string) => ({ ...desk, id, urn: urnOf(desk.type, "desk", stack) });
  const [prod, dev] = [of(one, "prod"), of(two, "dev")];
  const lineOf = (project: string) => ({ ...line, outputs: { ...line.outputs, [RECORDS]: { project } } });
  const [here, elsewhere] = [lineOf(idOf(4)), lineOf(idOf(5))];
  const rewired = (desk: typeof dev, line: typeof here) => ({
    events: [...same(desk).events, ...changed(line, { callSipEndpointId: "id-of-nobody" })],
  });
  const both = {
    "stack export --stack dev": { out: { deployment: { resources: [dev, here] } } },
    "refresh*--stack dev": rewired(dev, here),
    ...answers([prod, elsewhere], rewired(prod, elsewhere)),
  };
  const args = ["drift", "--stack", "prod", "--stack", "dev", "--stack", "prod", "--fail-on", "unmanaged"];
  const printed = await told(args, both, environmentOf(server));
  const [number] = await list(server, "/phone_numbers?filter_number=0102");
  const shown = printed.replaceAll(server.url, "SERVER").replaceAll(String(number?.id), "NUMBER");
  await expect(shown).toMatchFileSnapshot("golden/command/several-stacks.txt");
  const eu = ["drift", "--stack", "prod", "--unmanaged", "--provider", "eu"];
  const unknown = await told(eu, both, environmentOf(server));
  await expect(unknown).toMatchFileSnapshot("golden/command/an-unknown-provider.txt");
});

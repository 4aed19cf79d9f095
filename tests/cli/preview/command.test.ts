// The command preview, with the answers of the CLI: what it asks, its exit code and its whole report.

import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checkedArguments } from "../../../cli/preview/passed-on.ts";
import { temporaryFolder, writeFiles } from "../../scripts/machine.ts";
import { type Answer, type Answers, diagnostic, recorded, stepEvents, told } from "../stand-in.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T03:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const STACK = recorded("pulumi:pulumi:Stack", "phones-prod");
const desk = recorded("SipEndpoint", "desk", { username: "desk", encryption: "required" });
const line = recorded("PhoneNumber", "line", {
  ...{ number: "+12025550101", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id },
});
const lost = { ...line, inputs: { number: "+12025550101" } };
const plain = recorded("SipEndpoint", "plain", { username: "plain", password: "password1" });
const token = recorded("ClientToken", "web", { resource: "web", scopes: "04da6b54-80e4-46f7-96ec-b56ff0331ba9" });
const planOf = (...all: { readonly urn: string }[]) => {
  return { resourcePlans: Object.fromEntries(all.map(({ urn }) => [urn, { goal: {} }])) };
};

const start = stepEvents("same", STACK);
const creating = (one: typeof desk) => stepEvents("create", undefined, one);
const SAVED =
  "Update plan written to 'x'\nRun `pulumi up --plan='x'` to constrain the update to the operations planned by this preview\n";
const created: Answer = {
  out: `Previewing\n${SAVED}`,
  err: "one warning\n",
  events: [...start, ...creating(desk)],
  plan: planOf(desk),
};
const weak: Answer = { events: [...start, ...creating(plain), ...creating(token)], plan: planOf(plain, token) };
const broken: Answer = {
  events: [
    ...start,
    ...stepEvents("same", desk),
    ...stepEvents("update", line, lost, { diffs: ["callHandler", "callSipEndpointId"] }),
  ],
  plan: planOf(desk, line),
};
/** Whether the endpoint is there, only the account says. */
const asked = stepEvents(
  "update",
  line,
  { ...line, inputs: { ...line.inputs, callSipEndpointId: "id-of-another" } },
  { diffs: ["callSipEndpointId"] },
);
const refusal = {
  policyEvent: {
    ...{
      policyName: "own-rule",
      policyPackName: "own",
      resourceUrn: desk.urn,
      message: "No.\n",
      enforcementLevel: "mandatory",
    },
  },
} as never;
const refused: Answer = {
  events: [...start, refusal, ...creating(desk).slice(0, 1)],
  code: 255,
  err: "error: preview failed\n",
};
const failed: Answer = {
  events: [...start, diagnostic("error", "<{%reset%}>The user name is taken.\nSet adopt.", desk.urn)],
  ...{ code: 255, out: "error: \u001b[31mit is taken\u001b[0m\n", err: "error: preview failed\n" },
};
/** A report of an earlier run, as far as a preview reads it. */
const fingerprint = createHash("sha256")
  .update(JSON.stringify(["own-rule", desk.urn, "No."]))
  .digest("hex");
const BASELINE = JSON.stringify({ groups: [{ items: [{ lines: ["No."], rule: { fingerprint } }, { lines: [] }] }] });
const PACK = ["--policy-pack", "packs/own", "--policy-pack-config", "own.json"];
const LS: Answers = { "stack ls": [{ name: "dev", current: true }] };

const scenarios: Record<string, readonly [args: readonly string[], answers: Answers, env?: NodeJS.ProcessEnv]> = {
  "a new endpoint": [["--stack", "prod", "--report", "markdown"], { preview: created }],
  "what the engine prints, without the lines of a plan": [
    ["--stack", "prod", "--verbose", "--report", "markdown"],
    { preview: created },
  ],
  "a rule refuses": [["--stack", "prod"], { preview: weak }],
  "the selected stack": [["--stack", ""], { ...LS, preview: created }],
  "a run that fails before its first resource": [
    ["--stack", ""],
    { ...LS, preview: { code: 255, err: "error: \u001b[31mno pack\u001b[0m\n" } },
  ],
  "no stack is selected": [
    [],
    { "stack ls": [{ name: "dev", current: false }], preview: { code: 255, err: "error: no pack\n" } },
  ],
  "a failure": [["--stack", "prod"], { preview: failed }],
  "an unknown stack": [["--stack", "prod"], { preview: { code: 255, err: "error: no stack named 'prod' found\n" } }],
  "packs of the user": [["--stack", "prod", ...PACK], { preview: created }],
  "packs of the user's variable": [
    ["--stack", "prod"],
    { preview: created },
    { PULUMI_OPTION_POLICY_PACK: "packs/own" },
  ],
  "a configuration of the user's variable": [
    ["--stack", "prod"],
    { preview: created },
    { PULUMI_OPTION_POLICY_PACK_CONFIG: "a.json" },
  ],
  "a pack refuses, and a second run shows the change": [
    ["--stack", "prod", ...PACK, "--", "--refresh"],
    { "preview*--policy-pack": refused, preview: broken },
  ],
  "a pack refuses, and the second run fails": [
    ["--stack", "prod", ...PACK],
    { "preview*--policy-pack": refused, preview: failed },
  ],
  "a pack that does not start": [["--stack", "prod", ...PACK], { preview: failed }],
  "a path to nobody": [["--stack", "prod", "--failures", "2", "--report", "markdown"], { preview: broken }],
  "a path to nobody that is allowed": [["--stack", "prod", "--allow-nobody", "+12025550101"], { preview: broken }],
  "arguments for Pulumi": [
    ["--stack", "prod", "--", "--target", desk.urn, "--config-file=other.yaml"],
    {
      preview: {
        ...created,
        events: [
          ...start,
          ...stepEvents("update", desk, { ...desk, inputs: { username: "[secret]" } } as never),
          ...asked,
        ],
      },
      "stack export": { out: { deployment: { resources: [desk] } } },
    },
  ],
  "a configuration file for Pulumi": [
    ["--stack", "prod", "--cwd", "sub", "--", "--config-file", "other.yaml"],
    { preview: { events: [...start, ...asked], plan: planOf(line) } },
  ],
  "an argument for Pulumi that is ours": [["--", "--refresh", "--stack=x"], {}],
  "an argument without the separator": [["--stack", "prod", "more"], {}],
  "a configuration without a pack": [["--stack", "prod", "--policy-pack-config", "a.json"], { preview: created }],
  "no baseline": [["--baseline", "absent.json"], {}],
  "a baseline": [
    ["--stack", "prod", "--baseline", "baseline.json", ...PACK],
    { "preview*--policy-pack": { ...created, events: [...(created.events ?? []), refusal] } },
  ],
  "two reports to print": [["--report", "json", "--report", "junit"], {}],
  "no folder": [["--cwd", "absent"], {}],
};

test.each(Object.entries(scenarios))("%s", async (name, [args, answers, env]) => {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "Pulumi.yaml": "name: phones\nruntime: yaml\nresources:\n  desk:\n    type: x\n  line:\n    type: x\n",
    ...{ "baseline.json": BASELINE, "sub/Pulumi.yaml": "name: phones\nruntime: yaml\n" },
  });
  const printed = await told(["preview", ...args], answers, env, folder);
  await expect(printed).toMatchFileSnapshot(`golden/command/${name.replaceAll(/\W+/g, "-")}.txt`);
});

const OURS = "-s --stack=x -C --cwd --event-log --save-plan=x --plan -j --json --policy-pack".split(" ");

test.each(OURS)("%s is no argument for Pulumi, because the command sets it", (flag) => {
  const passed = (...flags: string[]) => checkedArguments({ folder: "/", configFile: "own.yaml" }, flags);
  expect(passed("--refresh").configFile).toBe("own.yaml");
  expect(() => passed("--refresh", flag)).toThrow(`Leave out ${flag.split("=")[0]} after the --`);
});

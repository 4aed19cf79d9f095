// The evaluation of a run, as the pack and the command preview use it: findings at their resources, exemptions, unknown values.

import { expect, it, onTestFinished, vi } from "vitest";
import { UNKNOWN } from "../../contract/index.ts";
import { Evaluation, type Finished } from "../../policy/evaluation.ts";
import {
  type ResourceRule,
  type Rule,
  rules,
  type Stack,
  type StackRule,
  type Subject,
  stackRule,
  type Trial,
  unknown,
} from "../../policy/index.ts";
import type { Sent } from "./analyzer.ts";
import { caseOf } from "./cases.ts";
import { menu } from "./corpus-resources.ts";
import { endpoint, finishedFrom, INHERITS, number, profile, ROOM, script } from "./trials.ts";

const WAITING = "cannot be evaluated yet, because";

function ruleOf(name: string): Rule {
  const rule = rules.find((each) => each.name === name);
  if (!rule) throw new Error(`there is no rule ${name}`);
  return rule;
}

/** Returns the resources that the stack part of a rule reports, and what it waits for; undefined for other violations. */
async function reported(of: string | Rule, trials: readonly (Sent | Trial)[], options: object = {}) {
  const evaluation = new Evaluation(typeof of === "string" ? ruleOf(of) : of, new Map());
  const finished = finishedFrom(trials);
  const alone = finished.flatMap((each) => evaluation.ofResource(each, () => ({ ...options }))?.violations ?? []);
  const { violations, notes, waiting } = await evaluation.ofStack(finished, { ...options });
  const names = [...alone, ...violations].map(({ urn }) => urn?.split("::").at(-1));
  return [...names, ...notes, ...(waiting ? [waiting] : [])];
}

it.each<[rule: string, names: readonly string[]]>([
  ["sip-endpoint-send-as", ["invented", "borrowed", `${WAITING} late.sendAs is known only during the update`]],
  ["webhook-hosts", ["another", "onward"]],
])("reports the violations of %s for their resources", async (rule, names) => {
  const { configured } = caseOf(rule);
  expect(await reported(rule, configured?.trials ?? [], configured?.options)).toEqual(names);
});

it("reports what it waits for at the end, and leaves out the address of a script of the stack", async () => {
  const played = (name: string, from?: string) =>
    number(
      { callHandler: "relay_script", callRelayScriptUrl: unknown },
      { name, ...(from && { from: { callRelayScriptUrl: from } }) },
    );
  // The value of the last one comes from a bucket, a script and a number.
  const bucket = { kind: "Bucket", name: "both", args: {} } as unknown as Sent;
  const both = [bucket, script("hangup", { name: "both" }), number({}, { name: "both" })];
  const trials = [
    script("hangup", { name: "menu" }),
    ...both,
    played("played", "menu"),
    played("line"),
    played("other", "both"),
  ];
  for (const rule of ["webhook-https", "webhook-hosts"])
    expect(await reported(rule, trials, rule === "webhook-hosts" ? { hosts: ["a.example"] } : {})).toEqual([
      `${WAITING} line.callRelayScriptUrl and other.callRelayScriptUrl are known only during the update`,
    ]);
});

it("waits for the digits of numbers that are adopted by their ids", async () => {
  const adopted = ["a", "b", "c", "d", "e", "f"].map((name) =>
    number({ number: undefined, phoneNumberId: ROOM }, { name }),
  );
  const trials = [...adopted, endpoint({ sendAs: "+12025550102" }, { name: "desk" })];
  expect(await reported("sip-endpoint-send-as", trials, { managed: true })).toEqual([
    `${WAITING} a.number, b.number, c.number, d.number, e.number and 1 more are known only during the update`,
  ]);
});

it("reports an unreached caller for its script, and for no other resource of that name", async () => {
  const named = menu("front-dsk").map((each) => ({ ...each, name: "same" }));
  const [desk, script] = named as [Sent, Sent];
  const args = { name: "hotline", callingHandlerResourceId: unknown };
  const address: Sent = { kind: "SipAddress", name: "hotline", args, from: { callingHandlerResourceId: "same" } };
  const evaluation = new Evaluation(ruleOf("every-caller-is-reached"), new Map());
  for (const stack of [named, [desk, script, address]]) {
    const { violations } = await evaluation.ofStack(finishedFrom(stack), {});
    expect(violations.map(({ urn }) => urn)).toEqual(["urn:pulumi:dev::project::signalwire:index:SwmlScript::same"]);
  }
});

it("refuses a configuration with a misspelt option", () => {
  const [desk] = finishedFrom([endpoint({})]) as [Finished];
  const evaluation = new Evaluation(ruleOf("sip-endpoint-encryption"), new Map());
  evaluation.ofResource(desk, () => ({ explicit: true }));
  expect(() => evaluation.ofResource(desk, () => ({ explict: true }))).toThrow(
    "The configuration of the policy pack is wrong: sip-endpoint-encryption has no option explict; it has explicit.",
  );
});

it("waits for no handler that the account or the update decides, when every known caller is reached", async () => {
  const [desk, script, line] = menu("front-desk") as [Sent, Sent, Sent];
  const called = { ...line, args: { ...line.args, callRelayScriptUrl: unknown }, from: { callRelayScriptUrl: "menu" } };
  const lines = [
    number({ number: "+12025550102" }, { name: "spare" }),
    number({ number: "+12025550103", callHandler: unknown }, { name: "other" }),
    number({ number: "+12025550104", callHandler: "relay_sip_endpoint", callSipEndpointId: unknown }, { name: "more" }),
    number(
      { number: "+12025550105", callHandler: "relay_sip_endpoint", callSipEndpointId: ROOM },
      { name: "rings", from: { callSipEndpointId: "front-desk" } },
    ),
  ];
  expect(await reported("every-caller-is-reached", [desk, script, called, ...lines])).toEqual([]);
});

it("does not count an object that the stack looks up as the stack's own", async () => {
  const trials = [
    endpoint({ username: undefined, password: undefined }, { name: "theirs" }),
    number({ callSipEndpointId: "canary-id" }, { name: "line", from: { callSipEndpointId: "theirs" } }),
  ].map((trial) => (trial.name === "theirs" ? { ...trial, args: {} } : trial)) as readonly Sent[];
  expect(await reported("stack-known-endpoints", trials)).toEqual(["line"]);
  const lookedUp: readonly Sent[] = [...trials.slice(0, 1), { kind: "PhoneNumber", name: "found", args: {} }];
  const desk = endpoint({ sendAs: "+12025550101" }, { name: "desk" });
  expect(await reported("sip-endpoint-send-as", [...lookedUp, desk], { managed: true })).toEqual(["desk"]);
  const origins: string[][] = [];
  const ofTeam = stackRule({
    ...(ruleOf("stack-known-endpoints") as StackRule),
    options: {},
    validate: (stack) => {
      for (const line of stack.all("PhoneNumber")) origins.push(line.originsOf("callSipEndpointId"));
      return [];
    },
  });
  await reported(ofTeam, trials);
  expect(origins).toEqual([[]]);
});

it.each(["default_0_0_0", "nodejs"])("takes the provider %s for the account of the configuration", async (account) => {
  const trials = [
    endpoint({}, { name: "desk", account }),
    number({ callSipEndpointId: unknown }, { name: "line", from: { callSipEndpointId: "desk" } }),
  ];
  expect(await reported("stack-known-endpoints", trials)).toEqual([]);
});

it("takes two providers whose projects are not known yet for two accounts", async () => {
  const trials = [
    endpoint({}, { name: "desk", account: "a" }),
    number({ callSipEndpointId: ROOM }, { name: "line", account: "b", from: { callSipEndpointId: "desk" } }),
  ];
  const finished = finishedFrom(trials).map((each) => {
    return { ...each, ...(each.provider && { provider: { ...each.provider, props: { projectId: UNKNOWN } } }) };
  });
  const { violations } = await new Evaluation(ruleOf("stack-known-endpoints"), new Map()).ofStack(finished, {});
  expect(violations.map(({ urn }) => urn?.split("::").at(-1))).toEqual(["line"]);
});

it.each([
  [["required"], "a list"],
  [{}, "an object"],
  [5, "a number"],
])("reports that %j is no text", (encryption, shape) => {
  const [desk] = finishedFrom([endpoint({ encryption })]) as [Finished];
  const found = new Evaluation(ruleOf("sip-endpoint-encryption"), new Map()).ofResource(desk, () => ({}));
  expect(found?.violations).toEqual([
    { message: `this rule was not evaluated: encryption is ${shape} and must be a text` },
  ]);
});

const SECRETS = {
  ...{ username: "desk", password: "canary/X9q2 Lw7z", callHandler: "relay_script" },
  callRelayScriptUrl: "https://me:canary%2FX@a.example/x?line=1&api_key=canary-key",
};

const { validate: _, ...OURS } = ruleOf("sip-endpoint-encryption");
const ofTeam = (validate: (desk: Subject) => unknown) => ({ ...OURS, validate }) as ResourceRule;
const ofTeams = (validate: (stack: Stack) => unknown) => ({ ...OURS, covers: "stack", validate }) as StackRule;

it.each<[does: string, rule: Rule, said: readonly unknown[]]>([
  [
    "fails at a value",
    ofTeam(function* (desk) {
      yield "found before";
      const frames = [
        "    at JSON.parse (<anonymous>)",
        "    at validate (file:///a/index.mjs:3:5)",
        "    at file:///b.js:1:1",
      ];
      throw Object.assign(new SyntaxError(), { stack: [desk.get("password"), ...frames].join("\n") });
    }),
    [
      "found before",
      /^this rule was not evaluated: the rule failed with SyntaxError at index\.mjs:3:5; try it with testRule$/,
    ],
  ],
  [
    "repeats values",
    ofTeam((desk) => [`${desk.get("password")} ${desk.get("callRelayScriptUrl")} canary%2FX9q2%20Lw7z`]),
    ["[secret] https://[secret]@a.example/x?line=1&api_key=[secret] [secret]"],
  ],
  [
    "repeats a value of the stack",
    ofTeams((stack) => stack.all("SipEndpoint").map((each) => ({ message: each.peek("password") }))),
    ["[secret]"],
  ],
  [
    "returns a text",
    ofTeam((desk) => desk.get("password")),
    [/^this rule was not evaluated: validate returned a text; /],
  ],
  ["fails without an error", ofTeams(() => Promise.reject()), [/^this rule was not evaluated: .* failed with Error /]],
])("a team's rule that %s shows no value of the resource", async (_, rule, said) => {
  const desks = finishedFrom([endpoint(SECRETS)]);
  const evaluation = new Evaluation(rule, new Map());
  const alone = desks.flatMap((desk) => evaluation.ofResource(desk, () => ({}))?.violations ?? []);
  const { violations } = await evaluation.ofStack(desks, {});
  expect([...alone, ...violations].map(({ message }) => message)).toEqual(
    said.map((each) => (typeof each === "string" ? `${each}. ${rule.remedy}` : expect.stringMatching(each as RegExp))),
  );
});

it("leaves messages of our own rules unmasked, because a missing word would reveal a password", () => {
  const [desk] = finishedFrom([endpoint({ password: "password" })]) as [Finished];
  const found = new Evaluation(ruleOf("sip-endpoint-password-strength"), new Map()).ofResource(desk, () => ({}));
  expect(found?.violations[0]?.message).toMatch(/^password has fewer than 12 characters \(option minimumLength\)\. G/);
});

it("exempts resources of a rule about the stack, and notes which and until when", async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const exempt = [
    { resource: "a", reason: "moves", until: day(7) },
    { resource: "b", reason: "stays" },
  ];
  const lines = ["a", "b", "c"].map((name) => number({ callSipEndpointId: ROOM }, { name }));
  const ending = `stack-known-endpoints: the exemption of a ends on ${day(7)} (moves)`;
  expect(await reported("stack-known-endpoints", lines, { exempt })).toEqual(["c", ending]);
  vi.stubEnv("PULUMI_SIGNALWIRE_REPORT_EXEMPTIONS", "true");
  onTestFinished(() => void vi.unstubAllEnvs());
  const inForce = "exemption in force: b is exempt: stays";
  expect(await reported("stack-known-endpoints", lines, { exempt })).toEqual(["c", ending, inForce]);
});

it("reports no exempt resource, and corrects none", async () => {
  const until = new Date().toISOString().slice(0, 10);
  const exempt = [
    { resource: "door", reason: "Knows no SRTP" },
    { resource: "calm", reason: "Needs none", until },
  ];
  const evaluation = new Evaluation(ruleOf("sip-endpoint-encryption"), new Map());
  const results = finishedFrom([
    endpoint({ encryption: "optional" }, { name: "door" }),
    endpoint({ encryption: "optional" }, { name: "desk" }),
    endpoint({ encryption: "required" }, { name: "calm" }),
  ]).map((each) => [
    evaluation.ofResource(each, () => ({ exempt }))?.violations.length,
    evaluation.correctionsOf(each, () => ({ exempt })),
  ]);
  expect(results).toEqual([
    [0, {}],
    [1, { encryption: "required" }],
    [0, {}],
  ]);
  expect((await evaluation.ofStack([], { exempt })).notes).toEqual([]);
});

it("reports a correction that the engine dropped, once", async () => {
  const evaluation = new Evaluation(ruleOf("sip-endpoint-encryption"), new Map());
  const [dropped, reported] = finishedFrom(
    ["replaced", "seen"].map((name) => endpoint({ encryption: "optional" }, { name })),
  ) as [Finished, Finished];
  for (const each of [dropped, reported]) evaluation.correctionsOf(each, () => ({}));
  evaluation.ofResource(reported, () => ({}));
  const { violations } = await evaluation.ofStack([dropped, reported], {});
  expect(violations).toEqual([
    {
      message: `encryption is not required: the engine dropped the correction, as it does for a replacement. ${ruleOf("sip-endpoint-encryption").remedy}`,
      urn: dropped.urn,
    },
  ]);
});

it.each([
  ["nothing that the service adds to a desk", [endpoint({})], [endpoint({ codecs: ["OPUS"] })], INHERITS("codecs")],
  [
    "nothing that the service adds to a profile",
    [endpoint({}), profile({})],
    [endpoint({}), profile({ defaultCodecs: ["VP8"] })],
    "codecs is inherited from the project's SIP profile, whose defaultCodecs the program does not set (option explicit)",
  ],
  ["each value of a desk that was not checked by itself", [], [endpoint({ codecs: ["OPUS"] })], undefined],
])("counts as set by the program: %s", async (_, before, after, said) => {
  const rule = ruleOf("sip-endpoint-codecs");
  const evaluation = new Evaluation(rule, new Map());
  for (const each of finishedFrom(before)) evaluation.ofResource(each, () => ({ explicit: true }));
  const { violations } = await evaluation.ofStack(finishedFrom(after), { explicit: true });
  expect(violations.map(({ message }) => message)).toEqual(said ? [`${said}. ${rule.remedy}`] : []);
});

// The report of a preview as a whole, for what the engine and this process say of a run.

import { expect, test } from "vitest";
import { policyEvents } from "../../../cli/preview/own-rules.ts";
import type { Previewed } from "../../../cli/preview/to-report.ts";
import { terminal } from "../../../cli/report/terminal.ts";
import { shown } from "../../../cli/report/text.ts";
import { UNKNOWN } from "../../../contract/index.ts";
import { IN_FORCE } from "../../../policy/exemptions.ts";
import { NO_CHANGE } from "../../../server/reach/compare.ts";
import { failure, note, previewed, step, violation } from "./reports.ts";

const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
const created = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    step("create", `desk-${at}`, {}, { username: `desk-${at}`, password: secret, encryption: UNKNOWN }),
  );
const other = (op: string, name: string, more: object = {}) => {
  const type = "random:index:String";
  const urn = `urn:pulumi:prod::phones::my:index:Office$${type}::${name}`;
  return { resourcePreEvent: { metadata: { op, urn, type, ...more } } } as never;
};
const length = { diffs: ["length", "keepers"] };
const stack = "urn:pulumi:prod::phones::pulumi:pulumi:Stack::phones-prod";
const own = (metadata: object) => ({ resourcePreEvent: { metadata } }) as never;
const refused = violation("a", "x", "No.\nSet it.", "high");
const preview = { failure: "preview failed", text: "error: preview failed\n" };
const lost = { alarm: "nobody", path: "+12025550101", count: 2, after: "Did not ring" } as const;
const broken = { alarm: "mistake", path: "+12025550102", count: 1, before: "a", after: "b" } as const;
const allowed = { ...lost, path: "+12025550103", allowedBy: "+12025550103" };
const expectation = { kind: "call", index: 0, isNobody: false, text: "{}", to: "+12025550101", count: 3 } as const;
const expectations = (["broken", "untried", "waiting", "held"] as const).map((verdict) => ({
  ...{ ...expectation, verdict, path: `${verdict} path`, found: `${verdict} end` },
}));
const [before, after] = ["open", "shut"].map((word) => ({ contents: { main: ["x", word] } })) as [object, object];
const waits = "can't run policy 'a-rule' from policy pack 'own@v0.0.0' during preview: line.name is not known";

const cases: Record<string, readonly [events: Parameters<typeof previewed>[0], more?: Partial<Previewed>]> = {
  "replacements, which count once, and the stack itself, which is no change": [
    [
      ...[step("create-replacement", "a", { username: "a" }, { username: "b" }), step("replace", "a")],
      ...[
        step("delete-replaced", "a"),
        step("import-replacement", "b"),
        step("discard", "c10"),
        step("import", "c9"),
        step("update", "a"),
      ],
      own({ op: "create", urn: stack, type: "pulumi:pulumi:Stack" }),
      own({ op: "create", urn: "urn:pulumi:prod::phones::pulumi:providers:x::x", type: "pulumi:providers:x" }),
    ],
  ],
  "other packages": [
    [other("update", "a", length), other("create", "b"), other("delete", "c"), other("replace", "d", length)],
  ],
  "an error that is reported twice, with that of the run": [
    [
      failure("<{%reset%}>It is refused.<{%reset%}>\n", "a"),
      failure("It is refused.", "a"),
      failure("https://user:canary@a.example is refused.", "b"),
      failure("preview failed"),
      failure(""),
    ],
    { failure: "" },
  ],
  "the closing sentence of the classes": [
    [
      failure("username must not contain white space", "a"),
      failure("Correct the problems listed by resource and run the command again. Nothing was changed at the service."),
    ],
    { failure: "" },
  ],
  "errors from before the first resource": [
    [],
    {
      failure: "",
      text: "Loading\nerror: Running program failed with an unhandled exception:\nTypeError: no\nerror: more\n",
    },
  ],
  "no reason": [[], { failure: "" }],
  "a failure with its remedies": [[failure('username "a" is taken. The ways on:\n- One.\n- Two.', "a")], preview],
  "a failure with what was seen before it": [
    [step("update", "a"), step("same", "b"), failure("x".repeat(301), "a")],
    preview,
  ],
  "a line of 300 characters": [[failure("x".repeat(300), "a")], preview],
  "calls that could not be tried": [
    [failure("No.", "a")],
    {
      ...preview,
      calls: { numbers: 0, paths: NO_CHANGE, error: "the plan of https://a:canary@a.example is not known." },
    },
  ],
  "a new resource": [created(1)],
  "twenty new resources": [[...created(20), step("same", "a")]],
  "more new resources": [created(21)],
  "more new resources, with --verbose": [
    created(21),
    { isVerbose: true, text: "https://a:canary@a.example\n ~~~~~~~~\n" },
  ],
  "a picture that is not too large": [[], { calls: { numbers: 0, paths: NO_CHANGE, picture: "x".repeat(12_000) } }],
  "a larger picture": [[], { calls: { numbers: 0, paths: NO_CHANGE, picture: "x".repeat(12_001) } }],
  "many deletions": [Array.from({ length: 40 }, (_, at) => step("delete", `old-${at}`))],
  "notes of adoptions that are cut, or are none": [
    [
      ...["a", "b", "c"].map((name) => step("create", name)),
      note("adopts the number (1)", "a"),
      note(
        'adopts the phone number "a" (1): name "a → b" → "c → d"; codecs ["a; b"] → (not set); sends the program\'s password',
        "b",
      ),
      note('adopts the phone number "a" (1): name "cut… → "c"', "c"),
    ],
  ],
  "no calls": [[], { calls: { numbers: 0, paths: NO_CHANGE } }],
  "callers without a number": [[], { calls: { numbers: 0, paths: { ...NO_CHANGE, callers: 1, paths: 2 } } }],
  "numbers without a path": [[], { calls: { numbers: 2, paths: NO_CHANGE } }],
  "a refusal": [[refused, step("create", "x")], preview],
  "a refusal beside a failure": [[failure("It is taken.", "b"), refused], preview],
  "a refusal, and paths that change": [
    [refused],
    {
      ...preview,
      calls: {
        numbers: 1,
        paths: { ...NO_CHANGE, callers: 1, paths: 9, rows: [lost, broken, allowed], cut: ["+12025550109"] },
      },
    },
  ],
  expectations: [
    [step("same", "a")],
    { calls: { numbers: 1, paths: { ...NO_CHANGE, callers: 1, paths: 4, expectations } } },
  ],
  "an exemption": [[violation("a-rule", "desk", `${IN_FORCE}until 2027`)]],
  "violations, sorted": [
    [violation("b", "desk-10", "Two."), violation("a", "desk-9", "One."), refused, violation("c", "", "Of the stack.")],
  ],
  "a script that the program writes as an object": [[step("update", "hours", before, after, "SwmlScript")]],
  "checks that wait for the update": [
    [
      violation("a-rule", "x", waits),
      violation("a-rule", "y", waits),
      violation("a-rule", "x", "We can't run policy 'a-rule' here"),
    ],
  ],
};

test("the previews are the golden file", async () => {
  const texts = Object.entries(cases).map(([what, given]) => {
    const report = previewed(...given);
    const known = report.groups.flatMap(({ items }) =>
      items.flatMap(({ rule }) => (rule?.isKnown ? `, known: ${rule.name}` : [])),
    );
    return `# ${what}: ${report.level}, ${report.exitCode}${known}\n${terminal(shown(report), false)}${report.appendix.map(({ markdown }) => markdown.slice(0, 50))}`;
  });
  await expect(texts.join("\n")).toMatchFileSnapshot("golden/previews.txt");
});

test("a rule reads what the engine plans; of a resource without a step, what the provider checked", async () => {
  const reported = new Map([["sipEndpoint desk", { username: "desk", encryption: "optional" }]]);
  const violated = async (...events: ReturnType<typeof step>[]) =>
    (await policyEvents({ events, reported, plan: undefined })).map(({ policyName }) => policyName);
  const planned = step("create", "desk", {}, { username: "desk", encryption: "required" });
  expect(await violated(planned, note("adopts it", "desk"))).toEqual(["sip-endpoint-send-as"]);
  const found = ["read", "refresh"].map((op) => step(op, "other", {}, { username: "other" }));
  expect(await violated(...found)).toEqual([]);
  expect(await violated(failure("No.", "desk"))).toEqual(["sip-endpoint-encryption", "sip-endpoint-send-as"]);
});

test("with a plan, the rules judge what the program declares, in components too, and name its resources", async () => {
  const eu = "urn:pulumi:prod::phones::pulumi:providers:signalwire::eu";
  const metadataOf = (type: string, name: string, inputs: object, provider = "") => {
    const urn = `urn:pulumi:prod::phones::my:index:Office$${type}::${name}`;
    return { ...{ op: "create", urn, type }, new: { inputs, outputs: inputs, provider } };
  };
  const all = [
    { ...metadataOf("pulumi:providers:signalwire", "eu", { projectId: "eu" }), urn: eu },
    metadataOf("signalwire:index:SipProfile", "profile", { defaultEncryption: "optional" }, `${eu}::1`),
    metadataOf("signalwire:index:SipEndpoint", "desk", { callerId: "911", codecs: ["[secret]"] }, `${eu}::1`),
    metadataOf("signalwire:index:SipEndpoint", "elsewhere", {}),
    metadataOf("signalwire:index:SipEndpoint", "removed", { callerId: "911" }),
  ];
  const resourcePlans = Object.fromEntries(all.map(({ urn }) => [urn, urn.endsWith("removed") ? {} : { goal: {} }]));
  const events = all.flatMap((metadata) => [own(metadata), { resOutputsEvent: { metadata } } as never]);
  const found = await policyEvents({ events, reported: new Map(), plan: { resourcePlans } });
  expect(found.map((each) => `${each.policyName}: ${each.resourceUrn?.split("::").at(-1)}`)).toEqual([
    "sip-endpoint-encryption: profile",
    "sip-endpoint-send-as: desk",
    "sip-endpoint-caller-id: desk",
    "sip-endpoint-encryption: desk",
    "sip-endpoint-codecs: ",
  ]);
});

test("a rule that this process evaluates refuses a preview like one of the engine's pack", () => {
  const { policyEvent } = violation("a", "desk", "No.", "high");
  const refused = previewed([step("create", "desk"), violation("a", "desk", "No.", "high")], { failure: "refused" });
  expect(previewed([step("create", "desk")], { own: policyEvent ? [policyEvent] : [] })).toEqual(refused);
});

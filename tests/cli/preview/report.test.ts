import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { knownIn } from "../../../cli/preview/violations.ts";
import { json } from "../../../cli/report/json.ts";
import { terminal } from "../../../cli/report/terminal.ts";
import { shown } from "../../../cli/report/text.ts";
import { UNKNOWN } from "../../../contract/index.ts";
import { IN_FORCE } from "../../../policy/exemptions.ts";
import { NO_CHANGE } from "../../../server/reach/compare.ts";
import { temporaryFolder } from "../../scripts/machine.ts";
import { failure, previewed, previews, step, violation } from "./reports.ts";

const itemsOf = (report: ReturnType<typeof previewed> | undefined) => report?.groups[0]?.items ?? [];
const named = (report: ReturnType<typeof previewed>) =>
  itemsOf(report).map(({ section, subject }) => `${section} ${subject}`);

test("a replacement counts once, and the stack itself is no change", () => {
  const events = [step("create-replacement", "a"), step("replace", "a"), step("delete-replaced", "a")];
  events.push(step("import-replacement", "b"), step("discard", "c10"), step("import", "c9"));
  const urn = "urn:pulumi:prod::phones::pulumi:pulumi:Stack::phones-prod";
  const stack = { resourcePreEvent: { metadata: { op: "create", urn, type: "pulumi:pulumi:Stack" } } };
  expect(named(previewed([...events, stack as never]))).toEqual([
    ...["replace SipEndpoint a", "replace SipEndpoint b", "import SipEndpoint c9", "delete SipEndpoint c10"],
  ]);
});

test("an error is reported once, without the failure of the run, and in the first lines", () => {
  const events = [
    failure("<{%reset%}>It is refused.<{%reset%}>\n", "a"),
    failure("It is refused.", "a"),
    failure("preview failed"),
  ];
  const report = previewed(events, { failure: "" });
  expect(itemsOf(report)).toMatchObject([{ section: "failed", subject: "SipEndpoint a", lines: ["It is refused."] }]);
  expect(report).toMatchObject({ title: "prod: preview failed", level: "error", exitCode: 1 });
  expect(report.facts[0]).toBe("Fails 1: SipEndpoint a: It is refused.");
});

test("an error from before the first resource is taken from what the engine printed", () => {
  const text = "Loading\nerror: Running program failed with an unhandled exception:\nTypeError: x is not a function\n";
  const report = previewed([], { failure: "", text });
  expect(report.facts[0]).toBe(
    "Fails 1: The run: Running program failed with an unhandled exception: TypeError: x is not a function",
  );
});

test("the classes' closing sentence is no failure beside the problems of their resources", () => {
  const events = [
    failure("username must not contain white space", "a"),
    failure("Correct the problems listed by resource and run the command again. Nothing was changed at the service."),
  ];
  expect(named(previewed(events, { failure: "" }))).toEqual(["failed SipEndpoint a"]);
});

test("a new resource shows its values without secrets, and more than twenty show theirs with --verbose", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "x" };
  const created = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      step("create", `desk-${at}`, {}, { username: `desk-${at}`, password: secret, encryption: UNKNOWN }),
    );
  const text = terminal(shown(previewed(created(1))), false);
  expect(text).toContain('username    "desk-0"\n');
  expect(text).toContain("password    [secret]\n");
  expect(text).toContain("encryption  (known after the `up`)\n");
  const values = (count: number, isVerbose: boolean) =>
    itemsOf(previewed(created(count), { isVerbose })).flatMap((each) => each.changes).length;
  expect([values(20, false), values(21, false), values(21, true)]).toEqual([60, 0, 63]);
});

test("a stack that takes no calls has no sentence about who rings", () => {
  expect(previewed([], { calls: { numbers: 0, paths: NO_CHANGE } }).facts).toEqual([]);
});

test("deletions are in the first lines, and a refusal names its rules, the failures beside them and not its own end", () => {
  expect(previews["many deletions"]?.facts[0]).toMatch(/^Deletes 40: SipEndpoint old-0, .* and 32 more$/);
  const refused = [violation("a", "x", "No.", true)];
  const more = { failure: "preview failed", text: "error: preview failed\n" };
  expect(previewed(refused, more).facts.join()).not.toContain("Fails");
  expect(previewed([failure("It is taken.", "b"), ...refused], more).facts).toContain(
    "Fails 1: SipEndpoint b: It is taken.",
  );
});

test("a refusal says what else is wrong, and a long first line is cut", () => {
  const lost = { alarm: "nobody", path: "+12025550101", count: 1, after: "Did not ring" } as const;
  const calls = { numbers: 1, paths: { ...NO_CHANGE, rows: [lost] } };
  const refused = previewed([violation("a", "x", "No.", true)], { failure: "", calls });
  expect(refused.title).toMatch(/^prod: refused by 1 mandatory violation; 1 .* nobody; no changes$/);
  const [first] = previewed([failure("x".repeat(301), "a")], { failure: "" }).facts;
  expect(first).toBe(`Fails 1: SipEndpoint a: ${"x".repeat(300)}…`);
});

test("an exemption is reported as known", () => {
  const [item] = itemsOf(previewed([violation("a-rule", "desk", `${IN_FORCE}until 2027`)]));
  expect(item).toMatchObject({ section: "exempt", level: "info", rule: { isKnown: true } });
});

test("a rule that this process evaluates refuses a preview like one of the engine's pack", () => {
  const refused = previewed([step("create", "desk"), violation("a", "desk", "No.", true)], { failure: "refused" });
  const { policyEvent } = violation("a", "desk", "No.", true);
  expect(previewed([step("create", "desk")], { own: policyEvent ? [policyEvent] : [] })).toEqual(refused);
});

test("an unknown value is known after the up", () => {
  const report = previews["an edited menu"] as ReturnType<typeof previewed>;
  const text = terminal(shown(report), false);
  expect(text).toContain('contents.a[0].play  "x" → "y"');
  expect(text).toContain('callRelayScriptUrl  "https://a.example/" → (known after the `up`)');
  const { items } = JSON.parse(json(report)).groups[0];
  const moved = items.find(({ subject }: { subject: string }) => subject === "PhoneNumber moved");
  expect(moved.changes[0].actual).toEqual({ unknown: true });
});

test("a script that the program writes as an object shows the place that differs", () => {
  const [before, after] = ["open", "shut"].map((word) => ({ contents: { main: ["x", word] } }));
  const text = terminal(shown(previewed([step("update", "hours", before, after, "SwmlScript")])), false);
  expect(text).toContain('contents.main[1]  "open" → "shut"');
});

test.each([
  ["12 more resources violate it: a, b. Set it.", "11 more resources violate it: b. Set it.", true],
  ["11 more resources violate it: b. Set it.", "12 more resources violate it: a, b. Set it.", false],
  ["12 more resources violate it: a, b. Set it.", "12 more resources violate it: a, b. Set it.", true],
  ["the stack has 52 SIP endpoints, and 50 is the limit", "the stack has 51 SIP endpoints, and 50 is the limit", true],
  ["the stack has 51 SIP endpoints, and 50 is the limit", "the stack has 52 SIP endpoints, and 50 is the limit", false],
  ["https://a.example:8080 is no host", "https://a.example:8081 is no host", false],
  ["desk1 rings +12025550101", "desk1 rings +12025550102", false],
])("after %j in the baseline, %j is known: %s", async (before, now, isKnown) => {
  const file = join(temporaryFolder(), "baseline.json");
  writeFileSync(file, json(previewed([violation("a-rule", "desk", before)])));
  const [found] = itemsOf(previewed([violation("a-rule", "desk", now)], { known: await knownIn(file) }));
  expect(found).toMatchObject({ section: isKnown ? "known" : "advisory", rule: { isKnown } });
});

test("checks that wait for the update are no violations, and their rules are named", () => {
  const message = "can't run policy 'a-rule' from policy pack 'own@v0.0.0' during preview: line.name is not known";
  const report = previewed([
    violation("a-rule", "x", message),
    violation("a-rule", "x", "We can't run policy 'a-rule' here"),
  ]);
  expect(itemsOf(report)).toHaveLength(1);
  expect(report.facts).toContain("Only the `up` checks 1: a-rule");
});

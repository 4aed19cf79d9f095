// Messages for authors of rules: from the types, from the pack's construction, and from testRule.

import { describe, expect, it } from "vitest";
import { resourceNames } from "../../contract/index.ts";
import {
  pattern,
  policiesOf,
  type Rule,
  resourceRule,
  testRule,
  texts,
  unknown,
  wholeNumber,
} from "../../policy/index.ts";

const about = {
  name: "our-rule",
  demands: "It is so.",
  because: "It must.",
  remedy: "Make it so.",
  severity: "low",
  levels: { baseline: "mandatory", strict: "mandatory" },
} as const;

const required = resourceRule({
  ...about,
  options: { most: wholeNumber(3, "How many.") },
  covers: ["SipEndpoint"],
  *validate(endpoint) {
    if (endpoint.get("encryption") === "optional") yield "encryption is optional";
  },
  remediate: (endpoint) => (endpoint.get("encryption") === "optional" ? { encryption: "required" } : {}),
});

const { validate, ...unfinished } = required;
const COVERS = `covers must be "stack" or a list of ${resourceNames.join(", ")}`;
const TAKEN = "options may not have one named exempt or longestExemption, which every rule has";
const withOption = (name: string, option: unknown) => ({ ...required, options: { [name]: option } });

it.each<[problem: string, ...rules: unknown[]]>([
  [
    "has no member valdiate (did you mean validate?), remdiate (did you mean remediate?), xyz",
    { ...required, valdiate: 1, remdiate: 1, xyz: 1 },
  ],
  ["validate must be a function", unfinished],
  ["because must say something", { ...required, because: "" }],
  ["severity must be low, medium, high or critical", { ...required, severity: "severe" }],
  ["name must be lower-case words with hyphens", { ...required, name: "Our Rule" }],
  ["name must be lower-case words with hyphens", { ...required, name: "our--rule" }],
  ["name is taken: a configuration means something else by it", { ...required, name: "all" }],
  [
    "levels baseline must be disabled, advisory, mandatory or remediate",
    { ...required, levels: { baseline: "error", strict: "mandatory" } },
  ],
  [COVERS, { ...required, covers: [] }],
  [
    "options most has no member defualt (did you mean default?)",
    withOption("most", { ...wholeNumber(3, "x"), defualt: 3 }),
  ],
  ["options most default is missing", withOption("most", { ...wholeNumber(3, "x"), default: undefined })],
  ["options most must be made by texts, wholeNumber, yesNo or pattern", withOption("most", 3)],
  [TAKEN, withOption("exempt", texts([], "x"))],
  [TAKEN, withOption("longestExemption", texts([], "x"))],
  ["is about the stack, so validateStack and remediate are never called", { ...required, covers: "stack" }],
])("a pack is not made of a rule that has the problem: %s", (problem, ...rules) => {
  const [{ name }] = rules as [Rule];
  const message = `The policy pack cannot be made: the rule ${name}: ${problem}.`;
  // The SDK prints the stack.
  expect(() => policiesOf(rules as Rule[])).toThrow(expect.objectContaining({ message, stack: message }));
});

it("a pack is not made of two rules of one name, nor of a rule without one", () => {
  expect(() => policiesOf([required, required])).toThrow("cannot be made: two rules are named our-rule.");
  expect(() => policiesOf([undefined as never])).toThrow("cannot be made: the rule without a name: ");
});

it("the types refuse what would be a mistake", () => {
  const base = { ...about, options: {} };
  // @ts-expect-error a misspelt member
  resourceRule({ ...base, covers: ["SipEndpoint"], *validate() {}, remdiate: () => ({}) });
  // @ts-expect-error `validate` returns a text
  resourceRule({ ...base, covers: ["SipEndpoint"], validate: () => "it is wrong" });
  // @ts-expect-error a resource of another class
  expect(() => testRule(required, [{ kind: "PhoneNumber", args: {} }])).toThrow("our-rule is not about PhoneNumber");
  // @ts-expect-error a misspelt argument
  expect(() => testRule(required, [{ kind: "SipEndpoint", args: { encrypton: "optional" } }])).toThrow(
    "tried: encrypton is not an argument",
  );
  // @ts-expect-error a value that the argument does not take
  expect(() => testRule(required, [{ kind: "SipEndpoint", args: { encryption: "off" } }])).toThrow(
    "encryption must be one of",
  );
  // @ts-expect-error a misspelt option
  expect(() => testRule(required, [], { options: { msot: 3 } })).toThrow("has no option msot; it has most");
  // @ts-expect-error a value of another type
  expect(() => testRule(required, [], { options: { most: "3" } })).toThrow("most: Invalid input: expected number");
  expect(() => testRule(required, [], { options: { most: 0 } })).toThrow("most: Too small");
  const listing = { ...required, options: { names: texts([], "Names.") } };
  expect(() => testRule(listing, [], { options: { names: ["a", ""] } })).toThrow("names.1: Too small");
  const ofNumbers = { ...required, covers: ["PhoneNumber"] } as const;
  expect(() => testRule(ofNumbers, [{ kind: "PhoneNumber", args: { capabilities: ["voice"] } }])).toThrow(
    "tried: capabilities is not an argument",
  );
  const fitting = { ...required, options: { name: pattern("x", "A pattern.") } };
  const wrong = { name: "\\-", b: 1, a: 2 };
  expect(() => testRule(fitting, [], { options: wrong })).toThrow(
    /has no option a; it has name; has no option b; it has name; name is not a regular expression/,
  );
});

describe("testRule", () => {
  it("names a supplier that the trial lacks, and an argument of another type that the service returns too", () => {
    const trial = { kind: "SipEndpoint", args: {}, from: { sendAs: "line" } } as const;
    const reading = resourceRule({
      ...required,
      validateStack: (stack) =>
        stack.all("SipEndpoint").flatMap((each) => each.originsOf("sendAs").map((message) => ({ message }))),
    });
    expect(() => testRule(reading, [trial])).toThrow("no resource of the trial is named line");
    expect(() => testRule(reading, [{ ...trial, args: { sendAs: 5 as never } }])).toThrow("tried: sendAs must");
  });

  it.each<[validate: () => unknown, problem: string]>([
    [async () => [], "validate returned a promise, for which only the pack waits"],
    [() => undefined, "validate returned no list; make it a generator"],
    [() => null, "validate returned no list; make it a generator"],
    [() => [1], "validate yielded something else than what is wrong; make it a generator"],
  ])("refuses what is no list of messages: %s", (validate, problem) => {
    expect(() => testRule({ ...required, validate } as Rule, [{ kind: "SipEndpoint", args: {} }])).toThrow(problem);
  });

  it("shows the corrections of remediate, and leaves valid and unknown values alone", () => {
    const tried = (encryption: "optional" | "required" | typeof unknown) =>
      testRule(required, [{ kind: "SipEndpoint", args: { encryption } }]).corrections;
    expect(tried("optional")).toEqual([{ encryption: "required" }]);
    expect(tried("required")).toEqual([]);
    expect(tried(unknown)).toEqual([]);
  });

  it.each([
    [{ encryption: "off" }, "encryption must be one of"],
    [{ encrypted: true }, "encrypted is not an argument"],
    [{ callerId: "Desk" }, "remediate leaves it: encryption is optional"],
  ])("refuses a correction that the engine would, or that corrects nothing: %j", (correction, problem) => {
    const rule = resourceRule({ ...required, remediate: () => correction });
    expect(() => testRule(rule, [{ kind: "SipEndpoint", args: { encryption: "optional" } }])).toThrow(problem);
  });
});

// What a change does to callers, as whole rows, and which of its paths are an alarm.

import { expect, test } from "vitest";
import type { StepCode } from "../../server/calls/events.ts";
import type { ExploredCaller, Path, PathEnd } from "../../server/index.ts";
import { alarms } from "../../server/reach/alarms.ts";
import { compare } from "../../server/reach/compare.ts";

type More = Partial<Path> & { readonly code?: StepCode };

const pathTo = (key: string, kind: PathEnd["kind"], text: string, more: More = {}): Path => {
  const { code, ...others } = more;
  return {
    ...{ choices: key === "" ? [] : key.split(", "), key, isFailure: false, digits: "", mistakes: [] },
    ...{ end: { kind, text, ...(code && { code }) }, reached: { rings: [], takers: [], handedTo: [] }, ...others },
  };
};
const callerOf = (to: string, paths: readonly Path[], more: Partial<ExploredCaller> = {}): ExploredCaller => {
  return { kind: "call", to, party: { what: "phone number", name: to }, paths, isComplete: true, ...more };
};
const rings = (name: string) => ["rings", `Rings ${name}`] as const;
const lost = ["nobody", "Did not ring"] as const;
const unknown = ["unknown", "Not tried: a secret"] as const;

test("callers with the same paths have one row for each change, alarms first, and allowed ones apart", async () => {
  const was = [
    pathTo("key 1", ...rings("sales")),
    pathTo("key 2", ...rings("sales")),
    pathTo("key 3", ...rings("desk")),
    pathTo("key 4", ...unknown),
  ];
  const is = [
    pathTo("key 1", ...lost),
    pathTo("key 2", ...lost),
    pathTo("key 3", ...rings("home")),
    pathTo("key 4", ...unknown),
    pathTo("key 5", ...unknown),
  ];
  const numbers = ["+1", "+2", "+3", "+4"];
  const carrier = { party: { what: "domain application", name: "carrier" }, sourceIp: "203.0.113.5" };
  const [gone, message] = [
    [pathTo("", ...rings("desk")), pathTo("late", ...rings("voicemail"), { isFailure: true })],
    [pathTo("", ...rings("desk")), pathTo("fails", ...lost, { isFailure: true })],
  ];
  const before = [
    ...numbers.map((to) => callerOf(to, was)),
    callerOf("sip:a@b", gone, carrier),
    callerOf("+5", message, { kind: "message" }),
  ];
  const after = [
    ...numbers.map((to) => callerOf(to, is)),
    callerOf("+6", [pathTo("", ...rings("new"))], { isComplete: false }),
  ];
  const shown = (isAllowed?: (path: string) => boolean) =>
    compare(before, after, isAllowed).rows.map(
      ({ path, count, before = "—", after = "—", alarm, allowedBy, parties }) =>
        [path, count, `${before} → ${after}`, alarm, allowedBy, parties.map(({ name }) => name)].join(" | "),
    );
  const some: { readonly [what: string]: ((path: string) => boolean) | undefined } = {
    "nothing is allowed": undefined,
    "a row is allowed": (path) => path === "4 callers (+1, …): key 1 and 1 more path",
    "a caller is allowed": (path) => path === "+2",
    "a key is allowed": (path) => /: key 1$/.test(path),
  };
  const all = Object.entries(some).map(([what, isAllowed]) => [what, ...shown(isAllowed)].join("\n  "));
  await expect(all.join("\n")).toMatchFileSnapshot("golden/changes.txt");
  // A domain application whose user changes keeps its domain.
  const moved = compare([callerOf("sip:a@b", gone, carrier)], [callerOf("sip:c@b", gone, carrier)]);
  expect(moved.rows.map(({ path, before, after, alarm }) => [path, before, after, alarm])).toEqual([
    ["sip:c@b from 203.0.113.5", undefined, "Rings desk", undefined],
    ["sip:c@b from 203.0.113.5: late", undefined, "Rings voicemail", undefined],
    ["sip:a@b from 203.0.113.5", "Rings desk", undefined, undefined],
    ["sip:a@b from 203.0.113.5: late", "Rings voicemail", undefined, undefined],
  ]);
  const { rows, ...others } = compare(before, after);
  const untried = { path: "4 callers (+1, …): key 4 and 1 more path", reason: "Not tried: a secret", count: 8 };
  expect([rows.length, others]).toEqual([8, { callers: 7, paths: 25, notTried: [untried], cut: ["+6"] }]);
});

const isFailure = true as const;
const refused = { code: "source_refused" } as const;
const dialled = { what: "phone number", name: "+1" };
const idle = pathTo("", ...lost, { code: "handler_unset" });
const ends = (code?: StepCode) => pathTo("k", "answered", "Answered", code ? { code } : {});
const unchecked = pathTo("k", "unknown", "Goes on", { code: "dials_unchecked" });
const elsewhere = pathTo("k", "unknown", "Rings x", { code: "endpoint_unchecked" });
const mistakes = [{ code: "dials_unknown" as const, text: "The document dials x" }];
const at = (hours: string, first: number, last: number) =>
  pathTo(`k, ${hours}`, ...lost, { hours, times: [[first, last]] });

test.each<[what: string, before: readonly Path[] | undefined, after: Path, alarm: string | undefined]>([
  ["a key that reached a desk", [pathTo("k", ...rings("a"))], pathTo("k", ...lost), "nobody"],
  ["a key that reached nobody before", [pathTo("k", ...lost)], pathTo("k", ...lost), undefined],
  ["a new key", [pathTo("k", ...rings("a"))], pathTo("j", ...lost), "nobody"],
  ["a new caller", undefined, pathTo("", ...lost), "nobody"],
  ["a new number without a handler", undefined, idle, undefined],
  ["a new number that is dialled", undefined, { ...idle, end: { ...idle.end, party: dialled } }, "nobody"],
  ["a refusal beside a path without a handler", [idle, unchecked], pathTo("j", ...lost, refused), "nobody"],
  ["a new caller that a list refuses", undefined, pathTo("", ...lost, refused), undefined],
  ["a new number for calls alone", undefined, pathTo("", ...lost, { code: "messages_unsupported" }), undefined],
  ["a number that gets a handler", [idle], pathTo("", ...lost, { code: "call_rejected" }), "nobody"],
  ["a failure", [pathTo("k", ...rings("a"), { isFailure })], pathTo("k", ...lost, { isFailure }), "nobody"],
  ["a failure of a new key", [pathTo("j", ...rings("a"))], pathTo("k", ...lost, { isFailure }), undefined],
  [
    "a failure with a known cause",
    [pathTo("k", ...rings("a"), { isFailure }), pathTo("j", ...lost, { isFailure })],
    pathTo("k", ...lost, { isFailure }),
    undefined,
  ],
  ["a menu that ends in place of a desk", [pathTo("k", ...rings("a"))], ends("menu_ends"), "nobody"],
  ["a menu that ends in place of a recording", [ends("taken_by")], ends("menu_ends"), "nobody"],
  ["a menu that ends in place of a sentence", [ends()], ends("menu_ends"), undefined],
  ["an unchecked desk in place of one", [pathTo("k", ...rings("a"))], unchecked, "unchecked"],
  ["an endpoint of elsewhere in place of a desk", [pathTo("k", ...rings("a"))], elsewhere, "unchecked"],
  ["an unchecked desk as before", [unchecked], unchecked, undefined],
  ["a mistake", [pathTo("k", ...rings("a"))], pathTo("k", ...rings("a"), { mistakes }), "mistake"],
  ["a known mistake", [pathTo("k", ...rings("a"), { mistakes })], pathTo("k", ...rings("a"), { mistakes }), undefined],
  ["a mistake on a lost path", [pathTo("k", ...lost)], pathTo("k", ...lost, { mistakes }), "nobody"],
  ["hours of which some were lost before", [at("Mon", 0, 9)], at("Tue", 5, 10), "nobody"],
  ["hours that were lost before", [at("Mon", 0, 9), at("Wed", 1, 3)], at("Tue", 5, 9), undefined],
])("the alarm of %s", (_, before, after, alarm) => {
  expect(alarms(before, [after])(after)).toBe(alarm);
});

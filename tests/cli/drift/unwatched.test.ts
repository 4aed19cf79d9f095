// Changes to settings outside the program, and references to missing objects, in every report.

import { expect, test } from "vitest";
import { findingsOf } from "../../../cli/drift/findings.ts";
import { annotations } from "../../../cli/drift/renderers/github.ts";
import { jsonReport } from "../../../cli/drift/renderers/json.ts";
import { junitReport } from "../../../cli/drift/renderers/junit.ts";
import { markdownReport } from "../../../cli/drift/renderers/markdown.ts";
import { terminalReport } from "../../../cli/drift/renderers/terminal.ts";
import { reportOf } from "../../../cli/drift/report.ts";
import { resource } from "./reports.ts";

const GONE = "`callSipEndpointId` names a SIP endpoint that the project does not have.";
const line = resource("line", "unwatched", {
  type: "PhoneNumber",
  leftOut: 24,
  unwatched: [
    { property: "callHandler", expected: "dialogflow", actual: "video_room" },
    { property: "extra.call_relay_topic", actual: "https://a:b@example.com" },
  ],
});
const dead = resource("dead", "dangling", { type: "PhoneNumber", leftOut: 22, message: GONE });
const found = (resources: Parameters<typeof resource>[2][], failOn: readonly ("drift" | "unwatched")[]) =>
  findingsOf(reportOf([{ stack: "prod", resources: resources as never }], [], new Date(0), failOn), failOn);

test("a change outside the program counts only with --strict", () => {
  expect(found([line], ["drift"]).report.exitCode).toBe(0);
  expect(found([line], ["drift", "unwatched"]).report.exitCode).toBe(7);
  expect(found([line], ["drift"]).outcome.title).toBe("No drift, but changes where the program says nothing");
});

test("a reference to a missing object counts as drift", () => {
  expect(found([dead], ["drift"]).report.exitCode).toBe(7);
});

test("the terminal shows both values, what dangles, and how much is not managed", () => {
  const text = terminalReport(found([line, dead], ["drift"]), { colour: false });
  expect(text).toMatch(/unwatched\s+PhoneNumber line/);
  expect(text).toMatch(/callHandler\s+"dialogflow" → "video_room"/);
  expect(text).toMatch(/extra\.call_relay_topic\s+\(not set\) → "https:\/\/\[secret\]@example\.com"/);
  expect(text).toContain(GONE);
  expect(text).toContain("46 settings of 2 phone numbers not managed");
  expect(text).toContain('PhoneNumber "line": set callHandler: "dialogflow"');
});

test("every other report names both", () => {
  const all = found([line, dead], ["drift"]);
  expect(markdownReport(all)).toMatch(/`callHandler` \| `"dialogflow"` \| `"video_room"`/);
  expect(junitReport(all)).toMatch(/<skipped message="callHandler: expected &quot;dialogflow&quot;/);
  expect(junitReport(all)).toContain('<failure type="dangling"');
  expect(annotations(all).map((each) => each.split(" ")[0])).toEqual(["::error", "::warning"]);
  const [first] = JSON.parse(jsonReport(all)).stacks[0].resources;
  expect(first.unwatched[0]).toEqual({ property: "callHandler", expected: "dialogflow", actual: "video_room" });
});

test("a secret is no text in the JSON report, and other values are as they are", () => {
  const changes = [
    { property: "a", expected: "[secret]", actual: "[secret]" },
    { property: "b", expected: [1, null, true], actual: { deep: 2 } },
  ];
  const all = found([resource("desk", "drifted", { changes })], ["drift"]);
  expect(JSON.parse(jsonReport(all)).stacks[0].resources[0].changes).toEqual([
    { property: "a", expected: { secret: true }, actual: { secret: true } },
    { property: "b", expected: [1, null, true], actual: { deep: 2 } },
  ]);
});

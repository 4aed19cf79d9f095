import { expect, test } from "vitest";
import { annotations } from "../../../cli/report/github.ts";
import type { Report } from "../../../cli/report/model.ts";
import { lineOf, shown } from "../../../cli/report/text.ts";
import { large, report, resource } from "../drift/reports.ts";
import { previews } from "../preview/reports.ts";

test("a rule has one annotation for a file, and ten of a level are the most", () => {
  const lines = annotations(shown(previews.refused as Report))
    .trim()
    .split("\n");
  expect(lines.map((line) => line.split("::")[1])).toEqual([
    "error file=index.ts,line=4,title=sip-endpoint-encryption%3A SipEndpoint desk",
    "warning file=index.ts,line=2,title=sip-endpoint-send-as%3A 2 resources",
    "warning file=index.ts,line=4,title=a-rule%3A SipEndpoint desk-3",
  ]);
  const errors = annotations(shown(large(8)))
    .split("\n")
    .filter((line) => line.startsWith("::error"));
  expect(errors).toHaveLength(10);
  expect(errors.at(-1)).toBe("::error title=15 more errors::See the page of this run.");
  const ten = Array.from({ length: 10 }, (_, at) => resource(`${at}`, "dangling", { message: `${at} names nothing.` }));
  expect(annotations(shown(report([{ stack: "prod", resources: ten }])))).not.toContain("more error");
});

test("equal findings have one annotation, which names them once", () => {
  const dangling = ["a", "b"].map((name) => resource(name, "dangling", { message: "`x` names nothing." }));
  expect(annotations(shown(report([{ stack: "prod", resources: dangling }])))).toBe(
    "::error title=dangling%3A 2 resources::SipEndpoint a and SipEndpoint b:%0A`x` names nothing.\n",
  );
});

test("sentences are one line, and what does not end one gets a semicolon", () => {
  const item = { section: "a", level: "error", fails: true, subject: "x", changes: [] } as const;
  expect(lineOf({ ...item, lines: ["Do you mean a?", "No!", "Yes.", "b", "c"] })).toBe("Do you mean a? No! Yes. b; c");
});

// The report that GitHub's code scanning shows beside the code.

import { createHash } from "node:crypto";
import type { ShownItem, ShownReport } from "./model.ts";
import { itemsOf, lineOf } from "./text.ts";

/** GitHub's code scanning sorts by a score from 0 to 10. */
const SCORES: { readonly [severity: string]: string } = { critical: "9.5", high: "8.0", medium: "5.5", low: "2.0" };

/** Returns SARIF 2.1.0. A known violation is suppressed. `projectFile` is the place of what no line declares. */
export function sarif(report: ShownReport, projectFile: string, version: string): string {
  const problems = problemsOf(report);
  const rules = new Map(problems.map((item) => [nameOf(item), item.rule]));
  const results = problems.map((item) => ({
    ruleId: nameOf(item),
    level: item.level === "error" ? "error" : "warning",
    message: { text: textOf(item) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: pathOf(item.source?.file ?? projectFile) },
          region: { startLine: item.source?.line ?? 1 },
        },
      },
    ],
    partialFingerprints: { "violation/v1": fingerprintOf(item) },
    ...(item.rule?.isKnown && { suppressions: [{ kind: "external" }] }),
  }));
  const driver = {
    name: "pulumi-signalwire",
    version,
    rules: [...rules].map(([id, rule]) => ({
      id,
      ...(rule?.link && { helpUri: rule.link }),
      // Only a policy's violation is an alert of security.
      ...(rule && { properties: { "security-severity": SCORES[rule.severity ?? ""] ?? SCORES.medium } }),
    })),
  };
  const runs = [{ tool: { driver }, results }];
  return json({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs });
}

/** A folder may be named `c#`, which would end the path of an address. */
function pathOf(file: string): string {
  return file.split("/").map(encodeURIComponent).join("/");
}

/** Also a group that could not be checked: without any result, code scanning would close the alerts of the last check. */
function problemsOf({ groups }: ShownReport): ShownItem[] {
  const items = groups.flatMap((group) => itemsOf(group, "not-checked"));
  return items.filter(({ level, rule }) => rule || level === "error" || level === "warning");
}

function nameOf({ rule, section }: ShownItem): string {
  return rule?.name ?? section;
}

function textOf(item: ShownItem): string {
  return `${item.subject}: ${lineOf(item)}`;
}

function fingerprintOf(item: ShownItem): string {
  const identity = JSON.stringify([item.section, item.urn ?? item.id ?? item.subject, item.lines, item.changes]);
  return item.rule?.fingerprint ?? createHash("sha256").update(identity).digest("hex");
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

import { clip } from "../../contract/index.ts";
import type { Section, ShownItem, ShownReport } from "./model.ts";
import { lineOf, linesOf, placeOf } from "./text.ts";
import { element, escaped } from "./xml.ts";

const LONGEST_MESSAGE = 500;

/**
 * Returns JUnit XML: a suite for each group, valid under both common schemas. Warnings and what was not checked are skipped. What
 * only informs, such as a planned change, passes; the suite's output has its words.
 */
export function junit({ kind, at, groups, sections }: ShownReport): string {
  const suites = groups.map(({ title, error, items, notes }, id) => {
    const failed: ShownItem[] =
      error === undefined
        ? []
        : [{ section: "not-checked", level: "error", fails: true, subject: title, lines: [error], changes: [] }];
    const cases = unique([...failed, ...items]).map((item) => caseOf(item, sections[item.section]));
    const words = cases.flatMap(({ words }) => words);
    const count = (wanted: string) => cases.filter(({ outcome }) => outcome === wanted).length;
    const attributes = {
      name: title,
      package: `pulumi-signalwire.${kind}`,
      id,
      // The schema of Ant's reports allows neither a time zone nor fractions of a second.
      timestamp: at.slice(0, "2026-11-21T03:00:00".length),
      hostname: "localhost",
      tests: cases.length,
      failures: count("failure"),
      errors: count("error"),
      skipped: count("skipped"),
      time: 0,
    };
    const parts = [
      element("properties", {}),
      ...cases.map(({ xml }) => xml),
      element("system-out", {}, escaped([...words, ...notes].map((line) => `${line}\n`).join(""))),
      element("system-err", {}),
    ];
    return element("testsuite", attributes, joined(parts));
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", {}, joined(suites))}\n`;
}

function caseOf(item: ShownItem, { isUnchecked = false }: Partial<Section> = {}) {
  const { section, level, fails, subject, id, source, rule } = item;
  const attributes = { classname: rule?.name ?? section, name: subject, time: 0 };
  const told = lineOf(item);
  if (level === "ok" || (level === "info" && (!isUnchecked || told === "")))
    return {
      outcome: "passed",
      words: level === "ok" || told === "" ? [] : [`${section}: ${subject}: ${told}`],
      xml: element("testcase", attributes),
    };
  const outcome = !fails ? "skipped" : /^(?:error|failed|not-checked)$/.test(section) ? "error" : "failure";
  const message = clip(told || section, LONGEST_MESSAGE);
  const reason = { ...(outcome !== "skipped" && { type: section }), message };
  const body = [
    subject,
    ...linesOf(item),
    ...(id ? [`Its id is ${id}.`] : []),
    ...(source ? [`Declared at ${placeOf(source)}.`] : []),
  ];
  return {
    outcome,
    words: [],
    xml: element("testcase", attributes, joined([element(outcome, reason, escaped(body.join("\n")))])),
  };
}

/** Makes case names unique: a viewer shows only one of two cases with the same name. */
function unique(items: readonly ShownItem[]): ShownItem[] {
  const seen = new Set<string>();
  return items.map((item) => {
    const name = (times: number) => (times === 1 ? item.subject : `${item.subject} (${times})`);
    let times = 1;
    while (seen.has(`${item.rule?.name ?? item.section} ${name(times)}`)) times++;
    seen.add(`${item.rule?.name ?? item.section} ${name(times)}`);
    return { ...item, subject: name(times) };
  });
}

function joined(elements: readonly string[]): string {
  return elements.length === 0 ? "" : `\n${elements.join("\n")}\n`;
}

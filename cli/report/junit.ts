import type { ShownItem, ShownReport } from "./model.ts";
import { clip, lineOf, linesOf, placeOf } from "./text.ts";
import { element, escaped } from "./xml.ts";

const LONGEST_MESSAGE = 500;

/** Returns JUnit XML: a suite for each group, valid under both common schemas. What does not fail the run is skipped. */
export function junit({ kind, at, groups }: ShownReport): string {
  const suites = groups.map(({ title, error, items, notes }, id) => {
    const failed: ShownItem[] =
      error === undefined
        ? []
        : [{ section: "not-checked", level: "error", fails: true, subject: title, lines: [error], changes: [] }];
    const cases = unique([...failed, ...items]).map(caseOf);
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
      element("system-out", {}, escaped(notes.map((note) => `${note}\n`).join(""))),
      element("system-err", {}),
    ];
    return element("testsuite", attributes, joined(parts));
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element("testsuites", {}, joined(suites))}\n`;
}

function caseOf(item: ShownItem) {
  const { section, level, fails, subject, id, lines, changes, source, rule } = item;
  const attributes = { classname: rule?.name ?? section, name: subject, time: 0 };
  if (level === "ok" || (level === "info" && lines.length + changes.length === 0))
    return { outcome: "passed", xml: element("testcase", attributes) };
  const outcome = !fails ? "skipped" : /^(?:error|failed|not-checked)$/.test(section) ? "error" : "failure";
  const message = clip(lineOf(item) || section, LONGEST_MESSAGE);
  const reason = { ...(outcome !== "skipped" && { type: section }), message };
  const body = [
    subject,
    ...linesOf(item),
    ...(id ? [`Its id is ${id}.`] : []),
    ...(source ? [`Declared at ${placeOf(source)}.`] : []),
  ];
  return {
    outcome,
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

import { clip } from "../../contract/index.ts";
import type { Section, ShownItem, ShownReport } from "./model.ts";
import { itemsOf, lineOf, linesOf, placeOf } from "./text.ts";

const LONGEST_MESSAGE = 500;

/**
 * Returns JUnit XML: a suite for each group, valid under both common schemas. Warnings and what was not checked are skipped. What
 * only informs, such as a planned change, passes; the suite's output has its words.
 */
export function junit({ kind, at, groups, sections }: ShownReport): string {
  const suites = groups.map((group, id) => {
    const { title, notes } = group;
    const cases = unique(itemsOf(group, "not-checked")).map((item) => caseOf(item, sections[item.section]));
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
  if (level === "ok" || (level === "info" && !isUnchecked))
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

/** Returns an element. `content` must already be XML. */
function element(name: string, attributes: { readonly [name: string]: string | number }, content = ""): string {
  const list = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escaped(String(value)).replaceAll('"', "&quot;")}"`,
  );
  return content === "" ? `<${name}${list.join("")}/>` : `<${name}${list.join("")}>${content}</${name}>`;
}

function escaped(text: string): string {
  return text.replace(FORBIDDEN, "").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

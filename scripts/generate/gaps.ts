// Renders the assumptions about open questions of the specification for docs/assumptions.md.

import { existsSync, readFileSync } from "node:fs";
import { type Gap, gaps } from "../../contract/index.ts";
import { table } from "./table.ts";

const entries = Object.entries<Gap>(gaps);

/** A record of tests/live/main.ts from a real space. */
const RECORD = new URL("../../tests/live/record.json", import.meta.url);

/** Returns a table of the assumptions that tests/live tries, with the results of a recorded run at a real space. */
export function renderTried(): string {
  const record = existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : undefined;
  const seen = (id: string) => (record ? cell(`${record.assumptions[id]?.verdict ?? "not tried"}, ${record.at}`) : "");
  const rows = entries.flatMap(([id, gap]) => (gap.probe ? [[`\`${id}\``, ...wordsOf(gap), seen(id)]] : []));
  return table(["Id", "Question", "Answer", "At a space"], rows);
}

export function renderUntried(): string {
  const rows = entries.flatMap(([, gap]) => (gap.probe ? [] : [wordsOf(gap)]));
  return table(["Question", "Answer"], rows);
}

/** Returns question and answer, without the remarks about the specification: ` (spec §2.1)`. */
function wordsOf({ question, answer }: Gap): string[] {
  return [cell(question.replace(/ \((?:the specification has|spec §)[^)]*\)/g, "")), cell(answer)];
}

/** Escapes a bar, which would end the cell, and tags such as `<Gather>`, which Markdown would hide. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

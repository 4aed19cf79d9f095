// Renders the assumptions about open questions of the specification, by grade, for docs/assumptions.md.

import { type Gap, GRADES, type Grade, gaps } from "../../contract/index.ts";
import { upperFirst } from "./names.ts";
import { table } from "./table.ts";

const entries = Object.entries<Gap>(gaps);

/** Returns a table of assumptions for each grade, the best proved first. */
export function renderAssumptions(): string {
  const parts = GRADES.map((grade) => {
    const rows = ofGrade(grade).map(([id, gap]) => [
      ...wordsOf(gap),
      gap.probe ? `${gap.evidence.date} \`${id}\`` : gap.evidence.date,
    ]);
    return `### ${upperFirst(grade)}\n\n${table(["Question", "Answer", "Day, and id"], rows)}`;
  });
  return parts.join("\n\n");
}

function ofGrade(grade: Grade): [string, Gap][] {
  return entries.filter(([, { evidence }]) => evidence.grade === grade);
}

/** Returns question and answer, without the remarks about the specification: ` (spec §2.1)`. */
function wordsOf({ question, answer }: Gap): string[] {
  return [cell(question.replace(/ \((?:the specification has|spec §)[^)]*\)/g, "")), cell(answer)];
}

/** Escapes a bar, which would end the cell, and tags such as `<Gather>`, which Markdown would hide. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

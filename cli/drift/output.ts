// Decides where each report goes: files that were named, standard output, and what GitHub Actions reads.

import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CheckImpossible } from "./failures.ts";
import type { DriftReport } from "./model.ts";
import type { DriftOptions } from "./options.ts";
import { annotations } from "./report/annotations.ts";
import { jsonReport } from "./report/json.ts";
import { junitReport } from "./report/junit.ts";
import { markdownReport } from "./report/markdown.ts";
import { terminalReport } from "./report/terminal.ts";

export async function writeReports(report: DriftReport, options: DriftOptions): Promise<void> {
  const wanted = [
    [options.json, () => jsonReport(report)],
    [options.junit, () => junitReport(report)],
    [options.markdown, () => markdownReport(report)],
  ] as const;
  // One report on standard output is there to be read by a program; what people read then goes beside it.
  const printed = wanted.find(([place]) => place === true || place === "-");
  const stream = printed ? process.stderr : process.stdout;
  await print(stream, terminalReport(report, { colour: hasColour(stream) }));
  if (printed) await print(process.stdout, printed[1]());
  for (const [place, write] of wanted) if (typeof place === "string" && place !== "-") await save(place, write());

  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  if (GITHUB_ACTIONS === "true") for (const line of annotations(report)) await print(stream, `${line}\n`);
  if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, markdownReport(report));
}

async function save(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new CheckImpossible(`The report ${file} could not be written: ${(error as Error).message}`);
  }
}

/** Resolves when the text is out: what is left in a pipe when a process ends would be lost. */
function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done, failed) => stream.write(text, (error) => (error ? failed(error) : done())));
}

function hasColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return Boolean(stream.isTTY) || (FORCE_COLOR !== undefined && FORCE_COLOR !== "0");
}

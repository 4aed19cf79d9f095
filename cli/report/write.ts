// `--report <format>[=file]`: writes every report that was asked for, and the one for people.

import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CheckImpossible } from "../engine/failures.ts";
import { version } from "../package.ts";
import type { Format, Wanted } from "./formats.ts";
import { annotations } from "./github.ts";
import { json } from "./json.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";
import type { Report } from "./model.ts";
import { sarif } from "./sarif.ts";
import { terminal } from "./terminal.ts";
import { shown } from "./text.ts";

/**
 * A page on GitHub holds 1 MiB, and GitHub drops larger ones. A comment holds 65,536 characters, which the report of a preview may
 * share with the one of a drift check.
 */
const PAGE = 1_000_000;
const COMMENT = 50_000;

export function requireOnePrinted(reports: readonly Wanted<string>[]): void {
  if (reports.filter(({ file }) => file === undefined).length < 2) return;
  throw new CheckImpossible(
    "Standard output takes one report: name a file for the others, for example --report junit=report.xml.",
  );
}

/**
 * Writes the reports. The text for people goes to standard output, or to standard error when a report is printed there.
 *
 * @param projectFile The place of items that no line declares.
 * @param forOthers The report in every other format. Default: the same.
 */
export async function writeReports(
  report: Report,
  reports: readonly Wanted[],
  projectFile: string,
  forOthers = report,
): Promise<void> {
  const forPeople = shown(forOthers);
  const texts: { readonly [format in Format]: (stream?: NodeJS.WriteStream) => string } = {
    text: (stream) => terminal(shown(report), stream !== undefined && hasColour(stream)),
    markdown: () => markdown(forPeople, COMMENT),
    json: () => json(forOthers),
    junit: () => junit(forPeople),
    sarif: () => sarif(forPeople, projectFile, version()),
    github: () => annotations(forPeople),
  };
  const printed = reports.find(({ file }) => file === undefined)?.format;
  const stream = printed === undefined || printed === "text" ? process.stdout : process.stderr;
  await print(stream, texts.text(stream));
  await writeTexts(
    reports.filter(({ format, file }) => file !== undefined || format !== "text"),
    texts,
  );
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env;
  if (GITHUB_ACTIONS === "true" && printed !== "github") await print(stream, texts.github());
  if (GITHUB_STEP_SUMMARY) await appendFile(GITHUB_STEP_SUMMARY, markdown(forPeople, PAGE));
  process.exitCode = report.exitCode;
}

export async function writeTexts<Name extends string>(
  wanted: readonly Wanted<Name>[],
  texts: { readonly [format in Name]: (stream?: NodeJS.WriteStream) => string },
): Promise<void> {
  for (const { format, file } of wanted) {
    if (file === undefined) await print(process.stdout, texts[format](process.stdout));
    else await save(file, texts[format]());
  }
}

/** Writes a report into its file, in a new folder if necessary. @throws CheckImpossible when that fails. */
async function save(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new CheckImpossible(
      `The report ${file} could not be written: ${(error as Error).message}. Name another file with --report.`,
    );
  }
}

/** Waits for the stream to drain: output still in the pipe is lost when the process exits. */
function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done, failed) => stream.write(text, (error) => (error ? failed(error) : done())));
}

export function hasColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return Boolean(stream.isTTY) || (FORCE_COLOR !== undefined && FORCE_COLOR !== "0");
}

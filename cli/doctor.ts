import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { examine } from "./doctor/examine.ts";
import { jsonReport, terminalReport } from "./doctor/report.ts";

export interface DoctorOptions {
  readonly cwd: string;
  readonly stack?: string;
  /** A file; `true` stands for standard output. */
  readonly json?: string | true;
}

export async function doctor({ cwd, stack, json }: DoctorOptions): Promise<void> {
  const { report, hidden } = await examine(resolve(cwd), stack);
  const isPrinted = json === true || json === "-";
  const stream = isPrinted ? process.stderr : process.stdout;
  stream.write(terminalReport(report, hasColour(stream)));
  if (isPrinted) process.stdout.write(jsonReport(report, hidden));
  else if (json !== undefined) await save(json, jsonReport(report, hidden));
  if (report.checks.some(({ status }) => status === "problem")) process.exitCode = 1;
}

async function save(file: string, text: string): Promise<void> {
  await mkdir(dirname(resolve(file)), { recursive: true });
  await writeFile(file, text);
}

function hasColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return Boolean(stream.isTTY) || (FORCE_COLOR !== undefined && FORCE_COLOR !== "0");
}

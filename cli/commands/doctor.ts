import { resolve } from "node:path";
import { Command } from "commander";
import { examine } from "../doctor/examine.ts";
import { anonymousReport, doctorReport } from "../doctor/report.ts";
import type { Wanted } from "../report/formats.ts";
import { projectFileIn } from "../report/sources.ts";
import { requireOnePrinted, writeReports } from "../report/write.ts";
import { reporting } from "./shared-options.ts";

export function doctorCommand(): Command {
  return reporting(new Command("doctor"))
    .option("--stack <name>", "the stack; else the selected one")
    .option("--cwd <folder>", "the folder of the Pulumi project", ".")
    .addHelpText("after", CHECKED)
    .action(doctor);
}

interface DoctorOptions {
  readonly cwd: string;
  readonly stack?: string;
  readonly report: readonly Wanted[];
}

async function doctor({ cwd, stack, report: wanted }: DoctorOptions): Promise<void> {
  requireOnePrinted(wanted);
  const folder = resolve(cwd);
  const { checks, hidden } = await examine(folder, stack);
  const report = doctorReport(checks, new Date());
  await writeReports(report, wanted, projectFileIn(folder), anonymousReport(report, hidden));
}

const CHECKED = `
Exit codes:
  0  no problem was found; warnings do not count
  1  a problem was found, and its remedy is printed`;

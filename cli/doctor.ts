import { resolve } from "node:path";
import { examine } from "./doctor/examine.ts";
import { anonymousReport, doctorReport } from "./doctor/report.ts";
import type { Wanted } from "./report/formats.ts";
import { projectFileIn } from "./report/sources.ts";
import { requireOnePrinted, writeReports } from "./report/write.ts";

export interface DoctorOptions {
  readonly cwd: string;
  readonly stack?: string;
  readonly report: readonly Wanted[];
}

export async function doctor({ cwd, stack, report: wanted }: DoctorOptions): Promise<void> {
  requireOnePrinted(wanted);
  const folder = resolve(cwd);
  const { report: checked, hidden } = await examine(folder, stack);
  const report = doctorReport(checked, new Date());
  await writeReports(report, wanted, projectFileIn(folder), anonymousReport(report, hidden));
}

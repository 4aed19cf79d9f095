import { expect, test } from "vitest";
import { anonymousReport, checking, doctorReport } from "../../../cli/doctor/report.ts";

test("a project with the package's name keeps the names of commands and variables in the report", () => {
  const remedies = ["Set SIGNALWIRE_API_TOKEN, then run `npx --no -- pulumi-signalwire doctor`."];
  const report = doctorReport(
    [checking("service", "Service").problem("phones-prod does not answer", remedies)],
    new Date(),
  );
  const lines = (name: string) => anonymousReport(report, [[name, "[project name]"]]).groups[0]?.items[0]?.lines;
  expect(lines("signalwire")).toEqual(["phones-prod does not answer", `→ ${remedies[0]}`]);
  expect(lines("phones")?.[0]).toBe("[project name]-prod does not answer");
});

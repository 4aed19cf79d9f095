import { expect, test } from "vitest";
import { anonymousReport, checking, doctorReport, privateValuesOf } from "../../../cli/doctor/report.ts";

test("a project with the package's name keeps the names of commands and variables in the report", () => {
  const remedies = ["Set SIGNALWIRE_API_TOKEN, then run `npx --no -- pulumi-signalwire doctor`."];
  const report = doctorReport(
    [checking("service", "Service").problem("phones-prod does not answer", remedies)],
    new Date(),
  );
  const lines = (name: string) => anonymousReport(report, [[name, "[project name]"]]).groups[0]?.items[0]?.lines;
  expect(lines("signalwire")).toEqual(["phones-prod does not answer", `→ ${remedies[0]}`]);
  expect(lines("phones")?.[0]).toBe("[project name]-prod does not answer");
  expect([lines("not")?.[0], lines("do")?.[0]]).toEqual([
    ...["phones-prod does [project name] answer", "phones-prod does not answer"],
  ]);
  const both = anonymousReport(report, [
    ["phones", "[project name]"],
    ["phones-prod", "[stack]"],
  ]);
  expect(both.groups[0]?.items[0]?.lines[0]).toBe("[stack] does not answer");
});

test("a report hides the ids, the token, the address and the proxy of a connection, but no local address", () => {
  const proxy = { shown: "http://proxy.example" };
  const hidden = ["https://acme.example:8443", "http://127.0.0.1:80", "http://localhost", "http://[::1]"].map(
    (baseUrl) => privateValuesOf({ baseUrl, projectId: "the-id", apiToken: "the-token", proxy } as never),
  );
  expect(hidden.map((values) => values.map(([value]) => value))).toEqual(
    ["acme.example", undefined, undefined, undefined].map((host) => ["the-id", "the-token", host, proxy.shown]),
  );
  expect(hidden[0]?.map(([, shown]) => shown)).toEqual(["[project ID]", "[secret]", "[address]", "[proxy]"]);
});

test("the level of a report is that of its worst check", () => {
  const of = checking("service", "Service");
  const levelOf = (...checks: Parameters<typeof doctorReport>[0]) => {
    const { level, exitCode, title } = doctorReport(checks, new Date(0));
    return [level, exitCode, title];
  };
  expect(levelOf(of.ok(), of.notTried("it is off"))).toEqual(["ok", 0, "No problems"]);
  expect(levelOf(of.ok(), of.warning("It is old.", "Renew it."))).toEqual(["warning", 0, "1 warning"]);
  expect(levelOf(of.problem("It is gone.", []), of.warning("It is old.", "Renew it."))).toEqual([
    ...["error", 1, "1 problem and 1 warning"],
  ]);
});

// What a user of `npm run bench` sees. Times themselves are no matter of tests.

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Row, row, table } from "../../scripts/bench/report.ts";

const program = fileURLToPath(new URL("../../scripts/bench.ts", import.meta.url));

function bench(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

describe("the command line of the benchmarks", () => {
  it.each([
    [["motor"], "Unknown benchmark: motor. Known: engine, provider, server, policy, drift."],
    [["engine", "--rounds", "3"], "Unknown option '--rounds'. Options: --n, --runs, --contestants, --json, --help."],
    [["engine", "--n", "many"], '--n takes whole numbers from 1 to 999999, not "many".'],
    [["engine", "--n", "100,0"], '--n takes whole numbers from 1 to 999999, not "0".'],
    [["--runs", "1.5"], '--runs takes whole numbers from 1 to 999999, not "1.5".'],
    [
      ["--contestants", "floor,terraform"],
      '--contestants takes some of floor,ordinary,no-http,prism,mockoon, not "terraform".',
    ],
  ])("refuses %j and says what is possible", async (args, message) => {
    expect(await bench(...args)).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
  });

  it("explains every benchmark and option", async () => {
    const { code, stdout } = await bench("--help");
    expect(code).toBe(0);
    for (const word of ["engine", "provider", "server", "policy", "drift", "--n", "--runs", "--contestants", "--json"])
      expect(stdout).toMatch(new RegExp(`^  ${word} `, "m"));
  });

  it("writes one table, and all figures with machine and versions into a file", async () => {
    const folder = await mkdtemp(join(tmpdir(), "signalwire-bench-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, "out.json");
    const { code, stdout } = await bench("provider", "--n", "10", "--runs", "1", "--json", file);
    const told: { node: string; date: string; rows: Row[] } = JSON.parse(await readFile(file, "utf8"));
    expect(told.node).toBe(process.version);
    expect(Date.parse(told.date)).toBeGreaterThan(0);
    expect(new Set(told.rows.map(({ benchmark }) => benchmark))).toEqual(new Set(["provider"]));
    expect(stdout).toMatch(/^provider +process ready +[\d,]+ ms +does nothing +[\d,]+ ms +[\d.]+ +at most/m);
    expect(code).toBe(told.rows.some(({ met }) => met === false) ? 1 : 0);
    // Three contestants, each a process of Pulumi's and several operations.
  }, 120_000);
});

describe("a figure of a benchmark", () => {
  it("is the median of its rounds, its ratio the median of each round's own ratio", () => {
    // A round in which the machine was busy with something else.
    const figures = { ours: [1, 30, 2], beside: { name: "theirs", values: [2, 60, 1] } };
    const { ours, beside } = row("engine", { what: "up", unit: "s", ...figures });
    expect(ours).toBe(2);
    expect(beside).toEqual({ name: "theirs", value: 2, ratio: 0.5 });
  });

  it.each([
    [{ ratioAtMost: 1.5 }, 3, 2, true],
    [{ ratioAtMost: 1.5 }, 3.1, 2, false],
    [{ ratioAtLeast: 0.6 }, 1.2, 2, true],
    [{ ratioAtLeast: 0.6 }, 1.1, 2, false],
    [{ moreAtMost: 0.5 }, 2.5, 2, true],
    [{ moreAtMost: 0.5 }, 2.6, 2, false],
    [{ atMost: 2 }, 2, 1, true],
    [{ atMost: 2 }, 3, 9, false],
  ])("with the goal %j, %d beside %d holds: %s", (goal, ours, theirs, met) => {
    const beside = { name: "theirs", values: [theirs] };
    expect(row("engine", { what: "up", unit: "s", ours: [ours], beside, goal }).met).toBe(met);
  });

  it("is never held where it could not be measured", () => {
    const beside = { name: "theirs", values: [1] };
    const { met } = row("engine", { what: "up", unit: "MB", ours: [Number.NaN], beside, goal: { ratioAtMost: 9 } });
    expect(met).toBe(false);
  });

  it("stands in the table with its unit, its ratio and whether its goal held", () => {
    const figures = (name: string, theirs: number) => ({ ours: [42.1], beside: { name, values: [theirs] } });
    const rows = [
      row("engine", { what: "up of 1,000", unit: "s", ...figures("floor", 31), goal: { ratioAtMost: 1.5 } }),
      row("engine", { what: "up of 1,000", unit: "s", ...figures("ordinary", 100), goal: { ratioAtMost: 0.25 } }),
    ];
    expect(table(rows)).toBe(
      [
        "                       ours  beside    theirs  ratio  goal",
        "engine  up of 1,000  42.1 s  floor     31.0 s   1.36  at most 1.50 ×  held",
        "                             ordinary   100 s   0.42  at most 0.25 ×  MISSED",
      ].join("\n"),
    );
  });
});

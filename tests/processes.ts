// Set-up of every test file: at its end, ends all processes that it started, but the host of inline programs: grandchildren, and
// process groups of their own, which a signal to the tests' group does not reach.

import { execFileSync } from "node:child_process";
import { afterAll } from "vitest";
import { isHost } from "./engine/inline.ts";

afterAll(() => {
  for (const pid of descendants()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // The process, such as `ps` itself, has already ended.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
});

/** Returns all direct and indirect children of this process; none on Windows. */
function descendants(): number[] {
  if (process.platform === "win32") return [];
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const childrenOf = new Map<number, number[]>();
  for (const line of table.trim().split("\n")) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] =>
    (childrenOf.get(pid) ?? []).filter((child) => !isHost(child)).flatMap((child) => [child, ...below(child)]);
  return below(process.pid);
}

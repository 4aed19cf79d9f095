// Ends what tests left running, also processes in groups of their own, which a signal to the tests' own group does not reach.
import { execFileSync } from "node:child_process";

/** Ends all processes that this process started, directly or not. On Windows it ends none. */
export function endDescendants(): void {
  for (const pid of descendants()) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // `ps` itself has ended since.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

function descendants(): number[] {
  if (process.platform === "win32") return [];
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const childrenOf = new Map<number, number[]>();
  for (const line of table.trim().split("\n")) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => (childrenOf.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(process.pid);
}

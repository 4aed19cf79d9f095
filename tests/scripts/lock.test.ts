import { existsSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withLock } from "../../scripts/engine/lock.mjs";
import { temporaryFolder } from "./machine.ts";

/** No process has this id: it is above every system's maximum. */
const deadPid = 2 ** 30;

describe("withLock", () => {
  it("lets one at a time do the work", async () => {
    const path = join(temporaryFolder(), "lock");
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await sleep(5);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(path, work, { pollMs: 1 })));
    expect(most).toBe(1);
  });

  it("takes the lock of a dead process over, once, however many notice", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "lock");
    writeFileSync(path, JSON.stringify({ pid: deadPid, host: hostname(), nonce: "dead" }));
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await sleep(5);
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withLock(path, work, { pollMs: 1 })));
    expect(most).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("takes the lock of another machine over when its holder has long been silent", async () => {
    const path = join(temporaryFolder(), "lock");
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: "another-machine", nonce: "silent" }));
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(path, longAgo, longAgo);
    await expect(withLock(path, async () => "done", { pollMs: 1 })).resolves.toBe("done");
  });

  it("says once for whom it waits", async () => {
    const path = join(temporaryFolder(), "lock");
    const waits: number[] = [];
    const first = withLock(path, () => sleep(60));
    const second = withLock(path, async () => undefined, { pollMs: 5, onWait: (pid) => waits.push(pid) });
    await Promise.all([first, second]);
    expect(waits).toEqual([process.pid]);
  });

  it("is released when the work fails", async () => {
    const path = join(temporaryFolder(), "lock");
    await expect(withLock(path, () => Promise.reject(new Error("work failed")))).rejects.toThrow("work failed");
    expect(existsSync(path)).toBe(false);
  });
});

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { withLock } from "../../scripts/engine/lock.mjs";

const module = new URL("../../scripts/engine/lock.mjs", import.meta.url);

/** Lets eight waiters do a work. Returns how many were in it at a time. */
async function mostAtOnce(name: string): Promise<number> {
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    most = Math.max(most, ++inside);
    await sleep(5);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withLock(name, work)));
  return most;
}

it("lets one at a time do the work", async () => {
  expect(await mostAtOnce(randomUUID())).toBe(1);
});

it("takes the lock of a killed process over, once, however many notice", async () => {
  const name = randomUUID();
  const holding = `import { withLock } from ${JSON.stringify(module.href)};
await withLock(${JSON.stringify(name)}, () => new Promise(() => setInterval(() => {}, 1e6) && console.log("held")));`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", holding]);
  await once(child.stdout, "data");
  const waits: number[] = [];
  const waiting = withLock(name, async () => "done", { onWait: (pid) => waits.push(pid) });
  await expect.poll(() => waits).toEqual([child.pid]);
  child.kill("SIGKILL");
  expect([await mostAtOnce(name), await waiting]).toEqual([1, "done"]);
});

it("is released when the work fails", async () => {
  const name = randomUUID();
  await expect(withLock(name, () => Promise.reject(new Error("work failed")))).rejects.toThrow("work failed");
  expect(await withLock(name, async () => "done")).toBe("done");
});

// Work that must happen once (install, compile, build the engine): one process does it, and others wait. The holder listens at a
// local address, which the system frees when the process ends, however it ends.
// Plain JavaScript, because setup.mjs runs it under Node 20, before anything is installed.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

export async function withLock(name, work, { onWait } = {}) {
  const address = addressOf(`pulumi-signalwire-${createHash("sha256").update(name).digest("hex").slice(0, 32)}`);
  let announced = false;
  let holding = await listen(address);
  while (!holding) {
    const pid = await holderAt(address);
    if (pid !== undefined && !announced) onWait?.(pid);
    announced ||= pid !== undefined;
    await sleep(100);
    holding = await listen(address);
  }
  try {
    return await work();
  } finally {
    holding.close();
  }
}

/** Only where it is a file, such as on macOS, does an address outlive a killed process. */
function addressOf(name) {
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), name);
}

/** Returns undefined while another process has the address. */
function listen(address) {
  // A waiting process may end before it has the answer.
  const server = createServer((socket) => socket.on("error", () => {}).end(String(process.pid)));
  return new Promise((done, fail) => {
    server.once("error", (error) => (error.code === "EADDRINUSE" ? done(undefined) : fail(error)));
    server.listen(address, () => done(server));
  });
}

/** Returns the process ID of the holder; undefined when it is gone. */
async function holderAt(address) {
  try {
    return Number(await text(connect(address)));
  } catch (error) {
    if (error.code === "ECONNREFUSED" && !address.startsWith("\0")) rmSync(address, { force: true });
    return undefined;
  }
}

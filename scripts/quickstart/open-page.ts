import { spawn } from "node:child_process";
import { once } from "node:events";

/** Opens an address in the default browser. A failure is ignored, because the address is also printed. */
export function openPage(url: string): void {
  const [command, args] = OPENERS[process.platform] ?? ["xdg-open", []];
  const child = spawn(command, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => console.error("· No browser could be started. Open the link above."));
  child.unref();
}

const OPENERS: { readonly [platform: string]: readonly [command: string, args: readonly string[]] } = {
  darwin: ["open", []],
  win32: ["cmd", ["/c", "start", ""]],
};

/** Resolves at Ctrl+C or SIGTERM. */
export async function untilStopped(): Promise<void> {
  // Waiting for a signal does not keep a process alive; the server does.
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
}

import { renameSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Renames a folder, with retries for 2 s: Windows refuses while a virus scanner reads new files in it. */
export async function renameWhenFree(from: string, to: string): Promise<void> {
  for (let triesLeft = process.platform === "win32" ? 20 : 1; ; ) {
    try {
      return renameSync(from, to);
    } catch (error) {
      triesLeft -= 1;
      const { code = "" } = error as NodeJS.ErrnoException;
      if (triesLeft === 0 || !["EPERM", "EACCES", "EBUSY"].includes(code)) throw error;
      await sleep(100);
    }
  }
}

import { renameSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export async function renameWhenFree(from, to, options = {}) {
  const { platform = process.platform, rename = renameSync, tries = 20, pauseMs = 100 } = options;
  for (let left = platform === "win32" ? tries - 1 : 0; ; left -= 1) {
    try {
      return rename(from, to);
    } catch (error) {
      if (left === 0 || !["EPERM", "EACCES", "EBUSY"].includes(error.code)) throw error;
      await sleep(pauseMs);
    }
  }
}

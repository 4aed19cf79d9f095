/** Runs `work` while this process is the only holder of the lock file; see lock.mjs. */
export function withLock<T>(
  path: string,
  work: () => Promise<T>,
  options?: {
    /** Called once, when another process holds the lock. */
    onWait?: (pid: number) => void;
    pollMs?: number;
    /** A holder that was silent for this many milliseconds counts as dead, even when its process id exists. */
    silentMs?: number;
  },
): Promise<T>;

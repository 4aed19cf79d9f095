/** Runs `work` while this process is the only holder of the lock file; see lock.mjs. */
export function withLock<T>(
  path: string,
  work: () => Promise<T>,
  options?: {
    /** Called once, when another process holds the lock. */
    onWait?: (pid: number) => void;
    pollMs?: number;
    /** A holder that gave no sign of life for this long is dead, whatever its process id says. */
    silentMs?: number;
  },
): Promise<T>;

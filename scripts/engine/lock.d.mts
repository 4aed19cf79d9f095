/** Runs `work` while no other process of this machine has the lock of that name; see lock.mjs. */
export function withLock<T>(
  name: string,
  work: () => Promise<T>,
  options?: {
    /** Called once, with the process ID of the holder, when another process has the lock. */
    onWait?: (pid: number) => void;
  },
): Promise<T>;

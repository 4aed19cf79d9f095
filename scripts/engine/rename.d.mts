/** Renames a file or folder, with retries for 2 s: Windows refuses while a virus scanner reads new files in it. */
export function renameWhenFree(
  from: string,
  to: string,
  options?: {
    platform?: NodeJS.Platform;
    rename?: (from: string, to: string) => void;
    tries?: number;
    pauseMs?: number;
  },
): Promise<void>;

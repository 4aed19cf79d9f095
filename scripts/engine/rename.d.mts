/** Renames. Windows refuses that while a virus scanner reads what lies in the folder, which it does with new files: tried for 2 s. */
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

export type Progress = {
  /** Shows the current detail. */
  update(detail: string): void;
  done(): void;
  failed(reason: string): void;
};

/** Shows the progress of a long step; see progress.mjs. */
export function startProgress(
  title: string,
  options?: {
    /** Receives whole lines. Default: stderr. */
    log?: ((line: string) => void) | undefined;
  },
): Progress;

export function printLine(line: string): void;

export type Progress = {
  /** What is being done at this moment. */
  update(detail: string): void;
  done(): void;
  failed(reason: string): void;
};

/** Shows a step that takes time; see progress.mjs. */
export function startProgress(
  title: string,
  options?: {
    /** Receives whole lines instead of stderr. */
    log?: ((line: string) => void) | undefined;
    everyMs?: number;
  },
): Progress;

export function printLine(line: string): void;

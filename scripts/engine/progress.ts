/** stdout belongs to the command that follows. */
export function printLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Does a long work, and logs its progress every ten seconds and its end. `work` gets a function that notes the current detail. */
export async function withProgress<T>(
  title: string,
  log: (line: string) => void,
  work: (note: (detail: string) => void) => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const elapsed = () => `${Math.round((performance.now() - started) / 1_000)} s`;
  let progress = "";
  const timer = setInterval(() => log(`· ${title} … ${progress}${elapsed()}`), 10_000);
  try {
    const result = await work((detail) => {
      progress = `${detail}, `;
    });
    log(`· ${title} … ${elapsed()}`);
    return result;
  } catch (error) {
    log(`· ${title} … not possible: ${error instanceof Error ? error.message : error}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

// The output of a command: reports in files or one on standard output, and the reason of a failure.

import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { CheckImpossible } from "./engine/engine.ts";

/** Runs `work`. Prints the reason and fails when the run is not possible. */
export async function explaining(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CheckImpossible)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** A file; `true` and `-` mean standard output. */
export type Place = string | true | undefined;

/** True for a report that goes to standard output. */
export function isPrinted(place: Place): boolean {
  return place === true || place === "-";
}

/** Fails when several reports go to standard output. `example` shows a file for one of the others. */
export function requireOnePrinted(places: readonly Place[], example: string): void {
  if (places.filter(isPrinted).length < 2) return;
  throw new CheckImpossible(`Standard output takes one report: name a file for the others, for example ${example}.`);
}

/** Writes a report into its file, in a new folder if necessary. @throws CheckImpossible when that fails. */
export async function save(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (error) {
    throw new CheckImpossible(`The report ${file} could not be written: ${(error as Error).message}`);
  }
}

/** Waits for the stream to drain: output still in the pipe is lost when the process exits. */
export function print(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done, failed) => stream.write(text, (error) => (error ? failed(error) : done())));
}

export function hasColour(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return Boolean(stream.isTTY) || (FORCE_COLOR !== undefined && FORCE_COLOR !== "0");
}

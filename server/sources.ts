// Decides where time and randomness come from when nobody injects them. Nothing else in the server asks the machine.

import { randomBytes, randomUUID } from "node:crypto";

/** Where the server takes identifiers and secrets from. */
export interface Randomness {
  /** A UUID not given out before. */
  uuid(): string;
  bytes(count: number): Uint8Array;
}

export const machineRandomness: Randomness = {
  uuid: () => randomUUID(),
  bytes: (count) => randomBytes(count),
};

/** Milliseconds since 1970, as the machine has them. */
export const machineTime = (): number => Date.now();

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Real milliseconds, for measuring how long something took. */
export const stopwatch = (): number => performance.now();

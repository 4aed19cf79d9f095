import { randomBytes, randomUUID } from "node:crypto";

/** The source of identifiers and secrets. */
export interface Randomness {
  /** Returns a new UUID. */
  uuid(): string;
  bytes(count: number): Uint8Array;
}

export const machineRandomness: Randomness = { uuid: randomUUID, bytes: randomBytes };

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

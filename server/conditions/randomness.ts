import { randomBytes, randomUUID } from "node:crypto";

/** Where the server takes identifiers and secrets from. */
export interface Randomness {
  /** A UUID not given out before. */
  uuid(): string;
  bytes(count: number): Uint8Array;
}

export const machineRandomness: Randomness = { uuid: randomUUID, bytes: randomBytes };

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

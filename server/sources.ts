// Decides where time and randomness come from when nobody injects them. Nothing else in the server asks the machine.

import { randomBytes, randomFillSync } from "node:crypto";

/** Where the server takes identifiers and secrets from. */
export interface Randomness {
  /** A UUID not given out before. */
  uuid(): string;
  bytes(count: number): Uint8Array;
}

export const machineRandomness: Randomness = {
  uuid,
  bytes: (count) => randomBytes(count),
};

/**
 * A UUID of version 4 as one piece of text. What `randomUUID` returns is glued from twenty, and putting it together takes a Map
 * longer than everything else about storing an object.
 */
function uuid(): string {
  if (drawn === POOL.length) {
    randomFillSync(POOL);
    drawn = 0;
  }
  POOL.writeUInt8((POOL.readUInt8(drawn + 6) & 0x0f) | 0x40, drawn + 6);
  POOL.writeUInt8((POOL.readUInt8(drawn + 8) & 0x3f) | 0x80, drawn + 8);
  for (const place of PLACES) {
    TEXT.writeUInt16BE(PAIRS.readUInt16BE(POOL.readUInt8(drawn) * 2), place);
    drawn += 1;
  }
  return TEXT.toString("latin1");
}

const POOL = Buffer.alloc(16 * 256);
let drawn = POOL.length;
/** The two digits of each byte there can be. */
const PAIRS = Buffer.from(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString("hex"));
/** Where the digits of each byte stand between the dashes. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const TEXT = Buffer.from("00000000-0000-0000-0000-000000000000");

/** Milliseconds since 1970, as the machine has them. */
export const machineTime = (): number => Date.now();

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

/** Real milliseconds, for measuring how long something took. */
export const stopwatch = (): number => performance.now();

// What a guesser would try, and what not.

import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { testRule } from "../../policy/index.ts";
import { unguessableName } from "../../policy/rules/client-token/unguessable-name.ts";
import { strongPassword } from "../../policy/rules/sip-endpoint/strong-password.ts";

function weaknesses(password: string, username = "front-desk"): readonly string[] {
  return testRule(strongPassword, [{ kind: "SipEndpoint", args: { username, password } }]).violations;
}

/** As good as random, and the same on each run. */
function randomBytes(at: number, size: number): Buffer {
  return createHash("sha512").update(String(at)).digest().subarray(0, size);
}

function guessable(resourceName: string): readonly string[] {
  return testRule(unguessableName, [{ kind: "ClientToken", args: { resourceName } }]).violations;
}

describe("a password", () => {
  it.each([
    "passwordpassword",
    "P4ssw0rd!P4ssw0rd!",
    "qwertyuiop12",
    "1qaz2wsx3edc",
    "123456789012",
    "4815162342108",
    "aaaaaaaaaaaaaaaaaaaaaaaa",
    "abcdefghijklmnopqrstuvwxyz",
    "ksed-tnorf-ksed-tnorf",
    "front-desk-2026",
    "Summer2026!Summer",
    "asterisk-sip-password",
  ])("is easy to guess: %s", (password) => {
    expect(weaknesses(password)).toEqual(["password is easy to guess: it has fewer than 60 bits"]);
  });

  it.each([
    "kV7-canary-qX2pLw9z",
    "correct-horse-battery-staple",
    "7kX9-2pLw7-q7V7zz",
    "t7Kq0v9RzLmW",
    createHash("sha256").update("front-desk").digest("hex"),
  ])("is hard to guess: %s", (password) => {
    expect(weaknesses(password)).toEqual([]);
    // A short user name gives nothing away.
    expect(weaknesses(password, "7")).toEqual([]);
  });

  it("is hard to guess whenever it is random and long enough", () => {
    for (let at = 0; at < 200; at++)
      for (const password of [randomBytes(at, 15).toString("base64url"), randomBytes(at, 24).toString("hex")])
        expect(weaknesses(password), password).toEqual([]);
  });

  it("is judged in well under a millisecond", () => {
    const started = process.cpuUsage();
    for (let at = 0; at < 1_000; at++) weaknesses(randomBytes(at, 24).toString("base64url"));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
  });
});

describe("the name of a client", () => {
  it.each(["alice", "alice-2026", "room-12-floor-3", "reception-desk-1", "a1b2c3d4", "support"])(
    "is easy to guess: %s",
    (name) => {
      expect(guessable(name)).toHaveLength(1);
    },
  );

  it("is hard to guess where it is a UUID, a hash, or ends in random characters", () => {
    for (let at = 0; at < 200; at++) {
      const names = [
        "3fa85f64-5717-4562-b3fc-2c963f66afa6",
        createHash("sha256").update(String(at)).digest("hex"),
        randomBytes(at, 16).toString("hex"),
        randomBytes(at, 16).toString("base64url"),
        `alice-${randomBytes(at, 16).toString("hex")}`,
      ];
      for (const name of names) expect(guessable(name), name).toEqual([]);
    }
  });
});

// Passwords that are easy to guess, and passwords that are not.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testRule } from "../../policy/index.ts";
import { unguessableName } from "../../policy/rules/client-token.ts";
import { strongPassword } from "../../policy/rules/sip-endpoint.ts";

function weaknesses(password: string, username = "front-desk"): readonly string[] {
  return testRule(strongPassword, [{ kind: "SipEndpoint", args: { username, password } }]).violations;
}

/** The violations under the preset strict. */
function strictly(password: string, username = "lobby"): readonly string[] {
  const options = { minimumLength: 20, minimumBits: 70 };
  return testRule(strongPassword, [{ kind: "SipEndpoint", args: { username, password } }], { options }).violations;
}

/** As good as random, and the same on each run. */
function randomBytes(at: number, size: number): Buffer {
  return createHash("sha512").update(String(at)).digest().subarray(0, size);
}

function guessable(resource: string): readonly string[] {
  return testRule(unguessableName, [{ kind: "ClientToken", args: { resource } }]).violations;
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
    "correct-horse-battery-staple",
    "00:1A:2B:3C:4D:5E",
    "001a.2b3c.4d5e",
    "AA-BB-CC-DD-EE-FF",
    "001a2b3c4d5e",
    "zaq1xsw2cde3vfr4",
    "poiuytrewqlkjhgfdsa",
    "MayTheForceBeWithYou",
  ])("is easy to guess: %s", (password) => {
    expect(weaknesses(password)).toEqual(["password is easy to guess: it has fewer than 60 bits (option minimumBits)"]);
  });

  it.each([
    "kV7-canary-qX2pLw9z",
    "vivid-otter-lunar-canyon-brisk-maple",
    "7kX9-2pLw7-q7V7zz",
    "t7Kq0v9RzLmW",
    createHash("sha256").update("front-desk").digest("hex"),
  ])("is hard to guess: %s", (password) => {
    expect(weaknesses(password)).toEqual([]);
    // A short user name gives nothing away.
    expect(weaknesses(password, "7")).toEqual([]);
  });

  it("is easy to guess where the user name is most of it", () => {
    expect(weaknesses("kV7qX2pLw9zR", "kV7qX2pLw9zR")).toHaveLength(1);
    expect(weaknesses("Rz9wLp2Xq7Vk", "kV7qX2pLw9zR")).toHaveLength(1);
    expect(weaknesses("kV7qX2pLw9zR", "lobby")).toEqual([]);
  });

  // Each was once taken for 65 bits or more.
  it.each([
    "1qaz2wsx3edc4rfv5tgb",
    "Charlie-Jordan-Thomas-42",
    "January-February-March!1",
    "Liverpool-Manchester-1",
    "London-Paris-Berlin-Rome-7",
    "zaq12wsxcde34rfvbgt5",
    "Front.Desk.Reception.2026!",
    "MyCompanyPhoneSystem2026!",
    "mycompanyphonesystem2026!",
    "OurITDepartmentPhones2026!",
    "Sh4d0w-M1ch43l-Dr4g0n$",
    "b4s3b477-5n0wb411-8a11",
    "31/12/1999-20260131-310126",
    "hR7kqhR7kqhR7kqhR7kq",
    "-7nuhcs-mlkj-onmlkjihgf",
    "ToBeOrNotToBeThatIsTheQuestion",
    "FrontDeskPhoneExtension101",
    "wopper-stanvik-lumbro-crestal",
  ])("of words, names, places, months or keyboard columns does not pass strict: %s", (password) => {
    expect(strictly(password)).toEqual(["password is easy to guess: it has fewer than 70 bits (option minimumBits)"]);
  });

  it("of the documents passes strict", () => {
    const [, sample = ""] = /deskPassword ([a-z]\S+)/.exec(readFileSync("docs/testing.md", "utf8")) ?? [];
    expect(strictly(sample, "front-desk")).toEqual([]);
  });

  it("is hard to guess whenever it is random and long enough", () => {
    for (let at = 0; at < 100; at++)
      for (const password of [randomBytes(at, 15).toString("base64url"), randomBytes(at, 24).toString("hex")])
        expect(weaknesses(password), password).toEqual([]);
  });

  it.each([
    "Ki8xGv2PqLw0RzTn5yHd",
    "QmXwTzKbRvNdLsPyHgJc",
    "7f3a91c2e0b84d5f6a17c9e2b3d40f58",
    "Demanding-Chaperone-Astronaut-Luckiness-Backroom-Vertigo",
  ])("that a generator made passes strict: %s", (password) => {
    expect(strictly(password)).toEqual([]);
  });

  it("is estimated in some milliseconds, however long it is", () => {
    weaknesses("kV7-canary-qX2pLw9z");
    const started = process.cpuUsage();
    for (let at = 0; at < 200; at++) weaknesses(randomBytes(at, 24).toString("base64url"));
    weaknesses("qazwsx1".repeat(1_000));
    expect(process.cpuUsage(started).user / 201).toBeLessThan(10_000);
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
    expect(guessable("3fa85f64-5717-4562-b3fc-2c963f66afa6")).toEqual([]);
    for (let at = 0; at < 100; at++) {
      const names = [
        createHash("sha256").update(String(at)).digest("hex"),
        randomBytes(at, 16).toString("hex"),
        randomBytes(at, 16).toString("base64url"),
        `alice-${randomBytes(at, 16).toString("hex")}`,
      ];
      for (const name of names) expect(guessable(name), name).toEqual([]);
    }
  });
});

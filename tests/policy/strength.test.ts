// Passwords that are easy to guess, and passwords that are not.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bitsOf } from "../../policy/strength.ts";

/** As good as random, and the same on each run. */
function randomBytes(at: number, size: number): Buffer {
  return createHash("sha512").update(String(at)).digest().subarray(0, size);
}

describe("the bits", () => {
  // The preset baseline asks for 60, strict for 70. A random character has about 6.
  it.each<[kind: string, bits: { readonly [text: string]: number }]>([
    ["no text", { "": 0, a: 4, "1": 3, ab: 9, a1b2: 15, "12-34-56": 13, "bcd-ghj": 37, "Ünïcödé!": 20, 日本: 2 }],
    ["words", { passwordpassword: 3, abacus: 0, "asterisk-sip-password": 41, "correct-horse-battery-staple": 51 }],
    [
      "words backwards, and the user name",
      { "ksed-tnorf-ksed-tnorf": 3, "front-desk-2026": 8, İstanbul: 18, İİpassword: 6 },
    ],
    ["spelt words", { "P4ssw0rd!P4ssw0rd!": 7, "Sh4d0w-M1ch43l-Dr4g0n$": 23, "b4s3b477-5n0wb411-8a11": 31 }],
    ["runs of keys", { qwertyuiop12: 12, "1qaz2wsx3edc": 10, zaq1xsw2cde3vfr4: 23, poiuytrewqlkjhgfdsa: 14 }],
    ["more runs of keys", { "1qaz2wsx3edc4rfv5tgb": 23, zaq12wsxcde34rfvbgt5: 10 }],
    ["sequences", { abcdefghijklmnopqrstuvwxyz: 11, aceg: 8, gec: 14, zyxw12: 15, "-7nuhcs-mlkj-onmlkjihgf": 41 }],
    ["digits", { "123456789012": 24, "4815162342108": 19, deadbeefcafe: 24, "7F3A91C2": 32 }],
    ["repetitions", { aaaaaaaaaaaaaaaaaaaaaaaa: 6, hR7kqhR7kqhR7kqhR7kq: 31, ["x".repeat(80)]: 10 }],
    ["dates", { "1/1/91": 13, "20260131": 13, "3101": 12, "31/12/1999-20260131-310126": 46, "Summer2026!Summer": 24 }],
    [
      "addresses of a device",
      { "00:1A:2B:3C:4D:5E": 24, "001a.2b3c.4d5e": 24, "AA-BB-CC-DD-EE-FF": 24, "001a2b3c4d5e": 24 },
    ],
    ["names", { "Charlie-Jordan-Thomas-42": 37, "January-February-March!1": 51, "Liverpool-Manchester-1": 31 }],
    ["joined words", { MayTheForceBeWithYou: 40, ToBeOrNotToBeThatIsTheQuestion: 64, FrontDeskPhoneExtension101: 43 }],
    ["more joined words", { "MyCompanyPhoneSystem2026!": 47, "mycompanyphonesystem2026!": 47, OurBcdfOffice: 51 }],
    ["abbreviations", { "OurHTTPDepartmentPhones2026!": 56, OurITOffice: 23, OurITDeskHub: 46, OurITVIPOffice: 30 }],
    ["too many abbreviations, and one that is too long", { BovanITDulkoHRMeficHan: 105, OurQWXVBTOffice: 63 }],
    ["words of no list", { "wopper-stanvik-lumbro-crestal": 65, "London-Paris-Berlin-Rome-7": 52 }],
    [
      "random characters",
      { "kV7-canary-qX2pLw9z": 85, "7kX9-2pLw7-q7V7zz": 100, t7Kq0v9RzLmW: 71, Ki8xGv2PqLw0RzTn5yHd: 119 },
    ],
    ["random letters, and digits", { QmXwTzKbRvNdLsPyHgJc: 114, "7f3a91c2e0b84d5f6a17c9e2b3d40f58": 128 }],
    [
      "random words",
      { "vivid-otter-lunar-canyon-brisk-maple": 72, "Demanding-Chaperone-Astronaut-Luckiness-Backroom-Vertigo": 74 },
    ],
  ])("of %s", (_, bits) => {
    const known = ["front-desk"];
    expect(Object.fromEntries(Object.keys(bits).map((text) => [text, bitsOf(text, known)]))).toEqual(bits);
  });

  it("of what a guesser knows are few, unless it is short", () => {
    const known = ["kV7qX2pLw9zR", "7"];
    expect(["kV7qX2pLw9zR", "Rz9wLp2Xq7Vk", "t7Kq0v9RzLmW"].map((text) => bitsOf(text, known))).toEqual([0, 0, 71]);
  });

  it("of a word with another sign for a letter are hardly more", () => {
    const spelt =
      "4dam @dam 8aseball (hocolate {hocolate [hocolate <hocolate 3agle 6orilla 9orilla 1nside !nside |nside 0range $nowball 5nowball +iger 7iger %avier 2ebra 1ondon 7ondon |ondon";
    expect(spelt.split(" ").filter((text) => bitsOf(text) > 12)).toEqual([]);
  });

  it("of the sample in the documents are enough for strict", () => {
    const [, sample = ""] = /deskPassword ([a-z]\S+)/.exec(readFileSync("docs/testing.md", "utf8")) ?? [];
    expect(bitsOf(sample, ["front-desk"])).toBeGreaterThanOrEqual(70);
  });

  it("of a random text are many, also after a name", () => {
    for (let at = 0; at < 100; at++) {
      const [key, name] = [randomBytes(at, 15).toString("base64url"), `alice-${randomBytes(at, 16).toString("hex")}`];
      for (const text of [key, name, randomBytes(at, 24).toString("hex")])
        expect(bitsOf(text, ["front-desk"]), text).toBeGreaterThanOrEqual(64);
    }
    expect(bitsOf("3fa85f64-5717-4562-b3fc-2c963f66afa6")).toBeGreaterThanOrEqual(64);
  });

  it("are estimated in some milliseconds, however long the text is", () => {
    bitsOf("kV7-canary-qX2pLw9z");
    const started = process.cpuUsage();
    for (let at = 0; at < 200; at++) bitsOf(randomBytes(at, 24).toString("base64url"));
    bitsOf("qazwsx1".repeat(1_000));
    expect(process.cpuUsage(started).user / 201).toBeLessThan(10_000);
  });
});

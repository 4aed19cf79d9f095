import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ROOMS, withRooms } from "../../scripts/test/rooms.ts";

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");

it.each(Object.entries(ROOMS))("the room %s names tests that exist", (_, paths) => {
  const missing = paths.filter((path) => !files.some((file) => file.startsWith(path) && file.endsWith(".test.ts")));
  expect(missing).toEqual([]);
});

it("each folder of source is a room", () => {
  const folders = new Set(files.flatMap((file) => (/^[^.].*\.tsx?$/.test(file) ? (file.split("/", 1)[0] ?? "") : [])));
  expect([...folders].filter((folder) => !Object.hasOwn(ROOMS, folder))).toEqual(["tests", "vitest.config.ts"]);
});

it("each night compares every suite that uses the stand-in for the engine with the engine", () => {
  const users = files.filter(
    (file) =>
      /^tests\/.*\.test\.ts$/.test(file) && /\binProcess: |\b(?:startFrom|rehearse)\(/.test(readFileSync(file, "utf8")),
  );
  expect(users.length).toBeGreaterThan(20);
  expect(users.filter((file) => !ROOMS["stand-in"]?.some((path) => file.startsWith(path)))).toEqual([]);
  const nightly = readFileSync(".github/workflows/nightly.yml", "utf8");
  expect(nightly).toMatch(/run: npm test -- stand-in\n +env:\n +ENGINE: real\n/);
});

it("a room's name stands for its tests, a folder for itself and its rows, and any other argument for itself", () => {
  expect(withRooms(["bench", "tests/sdk", "-t", "a title"])).toEqual(["tests/bench", "tests/sdk", "-t", "a title"]);
  expect(withRooms(["tests/server"])).toEqual(["tests/server", "tests/conformance/server", "tests/cli/calls"]);
});

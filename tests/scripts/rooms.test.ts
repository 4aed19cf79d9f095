import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { ROOMS, withRooms } from "../../scripts/test/rooms.ts";

const files = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");

it.each(Object.entries(ROOMS))("the room %s names tests that exist", (_, paths) => {
  const missing = paths.filter((path) => !files.some((file) => file.startsWith(path) && file.endsWith(".test.ts")));
  expect(missing).toEqual([]);
});

it("each folder of source is a room", () => {
  const folders = new Set(files.flatMap((file) => (/^[^.].*\.tsx?$/.test(file) ? (file.split("/", 1)[0] ?? "") : [])));
  const others = [...folders].filter((folder) => !Object.hasOwn(ROOMS, folder));
  expect(others).toEqual(["bench", "tests", "vitest.config.ts"]);
});

it("a room's name stands for its tests, a folder for itself and its rows, and any other argument for itself", () => {
  expect(withRooms(["ci", "tests/sdk", "-t", "a title"])).toEqual(["tests/ci", "tests/sdk", "-t", "a title"]);
  expect(withRooms(["tests/server"])).toEqual(["tests/server", "tests/conformance/server", "tests/cli/calls"]);
});

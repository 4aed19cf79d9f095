// The cost of importing the package in a program, measured in a new Node process.

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loadedBy, packagesIn } from "./loaded.ts";

const build = JSON.parse(readFileSync("tsconfig.build.json", "utf8"));

it("importing the package loads of it the classes, their types, and checks, and no package that Pulumi does not", async () => {
  const loaded = await loadedBy("await import('pulumi-signalwire');");
  const rooms = loaded
    .filter((url) => !/\/contract\/(?:node-version|signatures|type-tokens|unsendable)\.js$/.test(url))
    .flatMap((url) => /\/dist\/(\w+)\//.exec(url)?.[1] ?? [])
    .filter((room) => build.include.includes(room));
  expect(new Set(rooms)).toEqual(new Set(["sdk"]));
  expect(packagesIn(loaded)).toContain("@pulumi/pulumi");
  expect(packagesIn(loaded)).toEqual(packagesIn(await loadedBy("await import('@pulumi/pulumi');")));
});

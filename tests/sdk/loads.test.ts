// The cost of importing the package in a program, measured in a new Node process.

import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { loadedBy, packagesIn } from "./loaded.ts";

const build = JSON.parse(readFileSync("tsconfig.build.json", "utf8"));

describe("importing the package", () => {
  let loaded: readonly string[];
  let withoutIt: readonly string[];

  beforeAll(async () => {
    loaded = await loadedBy("await import('pulumi-signalwire');");
    withoutIt = await loadedBy("await import('@pulumi/pulumi');");
  });

  it("loads nothing of the package but the classes, their types, and the checks of Node and of values", () => {
    const rooms = loaded
      .filter((url) => !/\/contract\/(?:node-version|signatures|type-tokens|unsendable)\.js$/.test(url))
      .flatMap((url) => /\/dist\/(\w+)\//.exec(url)?.[1] ?? [])
      .filter((room) => build.include.includes(room));
    expect(new Set(rooms)).toEqual(new Set(["sdk"]));
  });

  it("loads no package that importing Pulumi alone does not", () => {
    expect(packagesIn(loaded)).toContain("@pulumi/pulumi");
    expect(packagesIn(loaded)).toEqual(packagesIn(withoutIt));
  });
});

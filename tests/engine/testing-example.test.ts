// The example of a tested program, as users run it: also from another folder.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";
import { describeWithEngine } from "./stack.ts";

const example = fileURLToPath(new URL("../../examples/testing", import.meta.url));
const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));

describeWithEngine("the example of a tested program", () => {
  it("passes its own tests", async () => {
    const engine = inject("engine");
    if ("missing" in engine) throw new Error(engine.missing);
    const { HOME, NODE_COMPILE_CACHE } = process.env;
    const env = { ...engine.env, HOME, NODE_COMPILE_CACHE };
    const child = spawn(process.execPath, [vitest, "run", "--root", example, "--no-color"], { cwd: "/", env });
    const said = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(said.join("")).toMatch(/Tests {2}2 passed/);
  });
});

// The files that are generated from the contract and the rules are as they are checked in: each name, text and value of a fact is in one of them.

import { expect, it } from "vitest";
import { runNode } from "../scripts/machine.ts";

it("the generated files say what the contract and the rules say", async () => {
  const { code, stdout } = await runNode(["scripts/generate.ts", "--check"], process.env);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
});

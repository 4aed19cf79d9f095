import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { countEngineCommands } from "../../scripts/test/engine-commands.ts";
import { countedEngine } from "../engine/counted-engine.ts";
import { temporaryFolder } from "./machine.ts";

it("counts each command that a test gives to the engine, and passes its arguments on", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("ENGINE_COMMANDS", "");
  const real = join(temporaryFolder(), "it's here");
  mkdirSync(real);
  writeFileSync(join(real, "pulumi"), '#!/bin/sh\necho "$#:$2"\n', { mode: 0o755 });
  const lineOf = countEngineCommands();
  const { command, env } = await countedEngine(
    { command: join(real, "pulumi"), env: { PATH: real } },
    join(temporaryFolder(), "bin"),
    String(process.env.ENGINE_COMMANDS),
  );
  expect(env.PATH?.split(":")).toEqual([dirname(command), real]);
  const print = (file: string, ...args: string[]) => execFileSync(file, args, { encoding: "utf8", env });
  expect(print(command, "up", "a b")).toBe("2:a b\n");
  print(command, "preview");
  print(command, "config");
  print(command, "up");
  expect(lineOf()).toBe("3 runs of the engine (2 up, 1 preview) and 1 other commands of its CLI\n");
});

it("prints nothing about a run without an engine", () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("ENGINE_COMMANDS", "");
  expect(countEngineCommands()()).toBe("");
});

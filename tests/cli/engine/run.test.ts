// A run of the engine: how it is started and interrupted, and the events that it writes while it runs.

import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { runEngine, runPulumi } from "../../../cli/engine/run.ts";
import { temporaryFolder } from "../../scripts/machine.ts";
import { standIn } from "../stand-in.ts";

test("is in a process group of its own, is interrupted once, and an event may come in parts", async () => {
  const first = `trap 'echo interrupted' INT
shift $(($# - 2))
printf '{"sequence":1}\\n{"message":"\\303' >> "$1"
kill -s 0 -- -$$ && echo "started $PULUMI_DEBUG_COMMANDS $OLDPWD"
sleep 0.3
printf '\\251"}\\n' >> "$1"
sleep 0.1`;
  // A shell that waits for another command would pass over a signal.
  const busy = "i=0; while [ $i -lt 500000 ]; do i=$((i + 1)); done";
  vi.stubEnv("PATH", standIn({ refresh: { first }, preview: { first: busy }, whoami: { first: "kill -9 $$" } }).PATH);
  onTestFinished(() => void vi.unstubAllEnvs());
  const project = { folder: temporaryFolder(), configFile: undefined };
  const listeners = process.listeners("SIGINT");
  const abort = new AbortController();
  const events: EngineEvent[] = [];
  let printed = "";
  const onStdout = (text: string) => {
    printed += text;
    if (!abort.signal.aborted) abort.abort();
    else process.listeners("SIGINT").at(-1)?.("SIGINT");
  };
  const run = { stack: "prod", onEvent: (event: EngineEvent) => events.push(event), onStdout };
  await runEngine(project, ["refresh"], { ...run, signal: abort.signal });
  const started = `started true ${project.folder}\ninterrupted\n`;
  expect([printed, events]).toEqual([started, [{ sequence: 1 }, { message: "é" }]]);
  await expect(runEngine(project, ["preview"], { ...run, signal: abort.signal })).rejects.toThrow("could not check");
  expect(process.listeners("SIGINT")).toEqual(listeners);
  const whoami = () => runPulumi(project, ["whoami"], { stack: "", failed: "It was killed" });
  await expect(whoami()).rejects.toThrow("It was killed");
  vi.stubEnv("PATH", "");
  await expect(whoami()).rejects.toThrow("CLI was not found");
});

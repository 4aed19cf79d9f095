// Measures the cost of the drift command compared with its main part, `pulumi refresh --preview-only`.

import { commandLine, startReferenceServer } from "./processes.ts";
import { compare, inTurns, type Options, type Row } from "./report.ts";
import { createStack } from "./stack.ts";

export async function drift({ runs: rounds = 5 }: Options): Promise<Row[]> {
  const server = await startReferenceServer();
  const stack = await createStack("ours", 1000, server);
  await stack.pulumi("up", "--yes", "--skip-preview");
  const contestants = {
    ours: async () => ({ seconds: await stack.run(process.execPath, [commandLine, "drift", "--stack", "bench"]) }),
    refresh: async () => ({ seconds: await stack.pulumi("refresh", "--preview-only") }),
  };
  const { ours, refresh } = await inTurns("drift of 1000", contestants, { rounds });
  await server.stop();
  return [compare(["drift of 1,000", "seconds", "s"], ours, "pulumi refresh", refresh)];
}

// Measures the time of a stack under a rate limit on writes, compared with the time that the limit itself demands.

import { startReferenceServer } from "./processes.ts";
import { compare, inTurns, type Options, type Row } from "./report.ts";
import { createStack } from "./stack.ts";

const [SIZE, WRITES_A_SECOND] = [500, 20];

export async function rateLimit({ runs: rounds = 3 }: Options): Promise<Row[]> {
  const contestants = { ours: upOfSize, limit: async () => ({ seconds: SIZE / WRITES_A_SECOND }) };
  const { ours, limit } = await inTurns("rate-limit", contestants, { rounds, warmUp: false });
  const what = `up of ${SIZE} at ${WRITES_A_SECOND} writes a second`;
  return [compare([what, "seconds", "s"], ours, "the limit itself", limit, { atMost: 1.6 })];
}

async function upOfSize() {
  const server = await startReferenceServer("--rate-limit", `${WRITES_A_SECOND}/1`);
  const stack = await createStack("ours", SIZE, server);
  const seconds = await stack.pulumi("up", "--yes", "--skip-preview");
  await server.stop();
  return { seconds };
}

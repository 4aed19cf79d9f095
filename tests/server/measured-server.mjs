// The reference server with a data file. For each line that it reads, it prints its memory after a garbage collection.

import { createInterface } from "node:readline";
import { startServer } from "../../server/index.ts";

const server = await startServer({ data: process.argv[2], rateLimit: false });
print({ url: server.url, projectId: server.project.id, apiToken: server.project.apiToken });

for await (const _ of createInterface(process.stdin)) {
  globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  print({ rss, heapUsed });
}

function print(facts) {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
}

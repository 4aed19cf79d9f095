// The reference server with a data file, which prints its memory after a garbage collection for each line that it reads.

import { createInterface } from "node:readline";
import { startServer } from "../../dist/server/index.js";

const server = await startServer({ data: process.argv[2], rateLimit: false, control: true });
const { id: projectId, apiToken } = server.project;
console.log(JSON.stringify({ url: server.url, projectId, apiToken }));

for await (const _ of createInterface(process.stdin)) {
  globalThis.gc();
  const { rss, heapUsed } = process.memoryUsage();
  console.log(JSON.stringify({ rss, heapUsed, journal: server.journal.entries.length }));
}

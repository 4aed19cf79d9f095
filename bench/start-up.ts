// Measures start times: of the server compared with Node alone, and of the provider process compared with one that does
// nothing.

import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { commandLine, firstLine, root, start, stop, temporaryFolder } from "./processes.ts";
import { compare, inTurns, type Options, type Row } from "./report.ts";

const NODE = ["--eval", "console.log(1); setInterval(() => {}, 1e6)"];
const SERVE = [commandLine, "serve", "--json"];
/** The process reports its own processor time: no portable way exists to read another process's time. */
const TELL = `data:text/javascript,${encodeURIComponent(
  "process.on('message', () => process.send(process.cpuUsage())); process.channel.unref();",
)}`;

/** The providers as the state of their resources names them. */
const OURS = "exports.handler=()=>require('pulumi-signalwire/provider').sipEndpoint";
const EMPTY = "exports.handler=()=>({check:async(_,inputs)=>({inputs})})";

// The gRPC library and the messages come from Pulumi's own dependencies.
const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));

export async function startUp({ runs: rounds = 9 }: Options): Promise<Row[]> {
  const cache = temporaryFolder();
  const servers = {
    first: () => processorTime(SERVE, temporaryFolder()),
    again: () => processorTime(SERVE, cache),
    node: () => processorTime(NODE, cache),
  };
  const { first, again, node } = await inTurns("start-up of serve", servers, { rounds });
  const providers = { ours: () => firstCheck(OURS), empty: () => firstCheck(EMPTY) };
  const { ours, empty } = await inTurns("start-up of the provider", providers, { rounds });
  const beyondNode = { moreAtMost: 150 };
  return [
    compare(["start of serve, processor time", "milliseconds", "ms"], again, "node -e", node, beyondNode),
    compare(["first start of serve, processor time", "milliseconds", "ms"], first, "node -e", node, beyondNode),
    compare(["provider's first check", "milliseconds", "ms"], ours, "empty provider", empty, { atMost: 1.25 }),
  ];
}

/** Returns the processor time (user and system) until the process prints its first line. */
async function processorTime(args: readonly string[], compileCache: string) {
  const child = start(process.execPath, ["--import", TELL, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  await firstLine(child);
  child.send("usage");
  const [{ user, system }] = await once(child, "message");
  await stop(child);
  return { milliseconds: (user + system) / 1000 };
}

/** Returns the time from the start of Pulumi's dynamic provider process to its first answer to a check. */
async function firstCheck(reference: string) {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "node_modules"));
  symlinkSync(root, join(cwd, "node_modules/pulumi-signalwire"), "junction");
  const { ConfigureRequest, CheckRequest } = pulumi("./proto/provider_pb");
  const { ResourceProviderClient } = pulumi("./proto/provider_grpc_pb");
  const { Struct } = pulumi("google-protobuf/google/protobuf/struct_pb");
  const started = performance.now();
  const program = pulumi.resolve("./cmd/dynamic-provider/index.js");
  const child = start(process.execPath, [program, "127.0.0.1:1"], { cwd });
  const address = `127.0.0.1:${await firstLine(child)}`;
  const client = new ResourceProviderClient(address, pulumi("@grpc/grpc-js").credentials.createInsecure());
  const ask = (method: "configure" | "check", request: unknown) =>
    new Promise<{ getFailuresList(): unknown[] }>((resolve, reject) =>
      client[method](request, (error: Error | null, answer: never) => (error ? reject(error) : resolve(answer))),
    );
  await ask("configure", new ConfigureRequest().setArgs(Struct.fromJavaScript({})));
  const news = { __provider: reference, username: "desk", password: "correct-horse-battery-staple" };
  const check = new CheckRequest().setOlds(Struct.fromJavaScript({})).setNews(Struct.fromJavaScript(news));
  const failures = (await ask("check", check)).getFailuresList();
  const milliseconds = performance.now() - started;
  client.close();
  await stop(child);
  if (failures.length > 0) throw new Error("The provider refused what it should accept.");
  return { milliseconds };
}

// Measures the start of the provider process, compared with one that does nothing.

import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { firstLine, root, start, stop, temporaryFolder } from "./processes.ts";
import { compare, inTurns, type Options, type Row } from "./report.ts";

const OURS = "exports.handler=()=>require('pulumi-signalwire/provider').sipEndpoint";
const EMPTY = "exports.handler=()=>({check:async(_,inputs)=>({inputs})})";

// The gRPC library and the messages come from Pulumi's own dependencies.
const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));

export async function startUp({ runs: rounds = 9 }: Options): Promise<Row[]> {
  const providers = { ours: () => firstCheck(OURS), empty: () => firstCheck(EMPTY) };
  const { ours, empty } = await inTurns("start-up of the provider", providers, { rounds });
  return [compare(["provider's first check", "milliseconds", "ms"], ours, "empty provider", empty, 1.25)];
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

// A provider's own process, called as the engine calls it: over gRPC.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ServiceError } from "@grpc/grpc-js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { load } from "../../provider/doors/plugin/protocol.ts";
import { compiled } from "../compiled.ts";
import { failureOf, type PluginCall, type Provider, providerOver } from "./doors.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A provider that serves the engine at a local port. */
export interface Served {
  readonly client: ResourceProviderClient;
  readonly call: PluginCall;
  readonly provider: Provider;
  /** Sends the engine's call after Ctrl-C. */
  cancel(): Promise<void>;
}

export interface ProviderProcess extends Served {
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export function connectTo(port: string | number): Served {
  const { ResourceProviderClient: Client } = load("./proto/provider_grpc_pb");
  const client = new Client(`127.0.0.1:${port}`, load("@grpc/grpc-js").credentials.createInsecure());
  const call: PluginCall = <Answer>(method: string, request: unknown) => {
    type Send = (request: unknown, done: (error: ServiceError | null, answer: Answer) => void) => void;
    const { [method]: send } = client as unknown as { [method: string]: Send };
    return new Promise<Answer>((resolve, reject) => {
      send?.call(client, request, (error, answer) => (error ? reject(failureOf(error)) : resolve(answer)));
    });
  };
  const cancel = () => call<void>("cancel", new (load("google-protobuf/google/protobuf/empty_pb").Empty)());
  return { client, call, provider: providerOver(call), cancel };
}

/** Starts a script in the repository's folder with the engine's address. It prints its port first. */
export async function startProvider(
  script: string,
  engine: string,
  env: { readonly [name: string]: string },
): Promise<ProviderProcess> {
  const child = spawn(process.execPath, [script, engine], {
    cwd: root,
    env: { PATH: process.env.PATH, ...compiled, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines = createInterface({ input: child.stdout });
  const [port] = (await once(lines, "line")) as [string];
  lines.close();
  child.stdout.resume();
  const served = connectTo(port);
  return {
    ...served,
    child,
    async stop() {
      served.client.close();
      // A test that timed out may have ended the process.
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill();
      await exited;
    },
  };
}

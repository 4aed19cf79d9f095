// Runs inline programs one after another in a process; see inline.ts. It reports the start and the end of each program.

import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));
// The server behind `stack.up` of Pulumi's Automation API, which itself accepts neither all flags nor signals.
const { LanguageServer } = pulumi("./automation/server.js");
const { LanguageRuntimeService } = pulumi("./proto/language_grpc_pb.js");
const { grpcChannelOptions } = pulumi("./runtime/rpc.js");
// The gRPC library from Pulumi's own dependencies.
const grpc = pulumi("@grpc/grpc-js");

let programs = 0;

async function program(): Promise<Record<string, unknown>> {
  programs += 1;
  const file = pathToFileURL(join(process.cwd(), "index.ts"));
  // With another address, Node loads the file again.
  return { ...(await import(`${file}?${programs}`)) };
}

process.on("message", ({ folder, env }: { folder: string; env: NodeJS.ProcessEnv }) => {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.send?.("ready");
});

// An ordinary end lets the classes remove their temporary folder. The connection ends with the worker.
process.once("SIGTERM", () => process.exit());
process.once("disconnect", () => process.exit());

const languageServer = new LanguageServer(program);
const server = new grpc.Server(grpcChannelOptions);
server.addService(LanguageRuntimeService, {
  getPluginInfo: languageServer.getPluginInfo,
  getRequiredPlugins: languageServer.getRequiredPlugins,
  run(call: unknown, callback: (...answer: unknown[]) => void) {
    process.send?.("running");
    languageServer.run(call, (...answer: unknown[]) => {
      process.send?.("ended");
      callback(...answer);
    });
  },
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error: Error | null, port: number) => {
  if (error) throw error;
  process.send?.({ port });
});

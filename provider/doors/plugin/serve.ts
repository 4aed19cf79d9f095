import { EngineLog } from "./log.ts";
import { load } from "./protocol.ts";
import { openService } from "./service.ts";

/** Serves the engine at this address. Returns the local port. */
export function serve(engine = ""): Promise<number> {
  const { Server, ServerCredentials } = load("@grpc/grpc-js");
  const { ResourceProviderService } = load("./proto/provider_grpc_pb");
  const log = new EngineLog(engine);
  const server = new Server({ "grpc.max_receive_message_length": -1 });
  server.addService(ResourceProviderService, openService(log, engine));
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
      if (error) reject(error);
      else resolve(port);
    });
  });
}

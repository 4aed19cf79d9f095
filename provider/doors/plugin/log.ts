// The engine's log: messages for the user about a resource or the whole run.

import { load } from "./protocol.ts";

export type Severity = "info" | "warning" | "error";

type Client = InstanceType<ReturnType<typeof load<"./proto/engine_grpc_pb">>["EngineClient"]>;

export class EngineLog {
  #address: string;
  readonly #underWay = new Set<Promise<void>>();
  #client: Client | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  connectTo(address: string): void {
    this.#client?.close();
    this.#client = undefined;
    this.#address = address;
  }

  /** Writes a message. Never fails, because a failed message must not end an operation. */
  write(severity: Severity, text: string, urn = ""): void {
    const { LogRequest, LogSeverity } = load("./proto/engine_pb");
    const severities = { info: LogSeverity.INFO, warning: LogSeverity.WARNING, error: LogSeverity.ERROR };
    const request = new LogRequest().setSeverity(severities[severity]).setMessage(text).setUrn(urn);
    const sent = new Promise<void>((resolve) => {
      this.#connect().log(request, () => resolve());
    });
    this.#underWay.add(sent);
    void sent.then(() => this.#underWay.delete(sent));
  }

  /** Waits for pending messages: the engine may end the process after its last answer. */
  async settled(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  #connect(): Client {
    if (this.#client) return this.#client;
    const { EngineClient } = load("./proto/engine_grpc_pb");
    this.#client = new EngineClient(this.#address, load("@grpc/grpc-js").credentials.createInsecure());
    return this.#client;
  }
}

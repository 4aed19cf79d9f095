// Decides how a benchmark speaks to a provider without the engine: Pulumi's own dynamic provider process, over gRPC.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type {
  CheckResponse,
  ConfigureRequest,
  ConfigureResponse,
  CreateResponse,
  DiffResponse,
  ReadResponse,
  UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import { endWithUs, stop } from "../child.ts";
import { highWaterMark } from "../provider-memory.ts";

export type Props = { readonly [name: string]: unknown };

/** A provider as the state of its resources names it, and the folder that its process runs in. */
export interface Subject {
  readonly reference: string;
  readonly folder: string;
}

// The gRPC library and the messages are the ones Pulumi itself brought along.
const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));
const messages = pulumi("./proto/provider_pb") as typeof import("@pulumi/pulumi/proto/provider_pb.js");
const { ResourceProviderClient: Client } = pulumi("./proto/provider_grpc_pb") as {
  ResourceProviderClient: typeof ResourceProviderClient;
};
type Struct = NonNullable<Parameters<ConfigureRequest["setArgs"]>[0]>;
const { Struct } = pulumi("google-protobuf/google/protobuf/struct_pb") as {
  Struct: { fromJavaScript(value: object): Struct };
};
const { credentials } = pulumi("@grpc/grpc-js") as {
  credentials: { createInsecure(): ConstructorParameters<typeof ResourceProviderClient>[1] };
};

export class Host {
  readonly #process: ChildProcess;
  readonly #client: ResourceProviderClient;
  readonly #reference: string;

  private constructor(process: ChildProcess, port: string, reference: string) {
    this.#process = process;
    this.#client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    this.#reference = reference;
  }

  /** A configured provider process. */
  static async start({ reference, folder }: Subject, env: { readonly [name: string]: string }): Promise<Host> {
    const child = spawn(process.execPath, [pulumi.resolve("./cmd/dynamic-provider/index.js"), "127.0.0.1:1"], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    endWithUs(child);
    const lines = createInterface({ input: child.stdout });
    const [port] = (await once(lines, "line")) as [string];
    lines.close();
    child.stdout.resume();
    const host = new Host(child, port, reference);
    const request = new messages.ConfigureRequest().setArgs(Struct.fromJavaScript({}));
    await host.#answer<ConfigureResponse>((done) => host.#client.configure(request, done));
    return host;
  }

  /** Its largest resident size so far, in MB; undefined where the system does not tell. */
  get memory(): number | undefined {
    return highWaterMark(this.#process.pid ?? 0);
  }

  async check(news: Props): Promise<void> {
    const request = new messages.CheckRequest().setOlds(Struct.fromJavaScript({})).setNews(this.#struct(news));
    const answer = await this.#answer<CheckResponse>((done) => this.#client.check(request, done));
    const [failure] = answer.getFailuresList();
    if (failure) throw new Error(failure.getReason());
  }

  async diff(id: string, olds: Props, news: Props): Promise<void> {
    const request = new messages.DiffRequest().setId(id).setOlds(this.#struct(olds)).setNews(this.#struct(news));
    await this.#answer<DiffResponse>((done) => this.#client.diff(request, done));
  }

  async create(inputs: Props): Promise<{ id: string; outputs: Props }> {
    const request = new messages.CreateRequest().setProperties(this.#struct(inputs));
    const answer = await this.#answer<CreateResponse>((done) => this.#client.create(request, done));
    return { id: answer.getId(), outputs: answer.getProperties()?.toJavaScript() as Props };
  }

  async read(id: string, stored: Props): Promise<void> {
    const request = new messages.ReadRequest().setId(id).setProperties(this.#struct(stored));
    const answer = await this.#answer<ReadResponse>((done) => this.#client.read(request, done));
    if (answer.getId() !== id) throw new Error(`reading ${id} found nothing`);
  }

  async update(id: string, olds: Props, news: Props): Promise<void> {
    const request = new messages.UpdateRequest().setId(id).setOlds(this.#struct(olds)).setNews(this.#struct(news));
    await this.#answer<UpdateResponse>((done) => this.#client.update(request, done));
  }

  async stop(): Promise<void> {
    this.#client.close();
    await stop(this.#process);
  }

  #struct(props: Props): Struct {
    return Struct.fromJavaScript({ ...props, __provider: this.#reference });
  }

  #answer<Answer>(send: (done: (error: { details: string } | null, answer: Answer) => void) => unknown) {
    return new Promise<Answer>((resolve, reject) => {
      send((error, answer) => (error ? reject(new Error(error.details)) : resolve(answer)));
    });
  }
}

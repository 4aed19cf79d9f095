// Calls the provider like the engine: Pulumi's own dynamic provider process, over gRPC.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type {
  CheckResponse,
  ConfigureRequest,
  ConfigureResponse,
  CreateResponse,
  ReadResponse,
} from "@pulumi/pulumi/proto/provider_pb.js";
import type { ResourceName } from "../../contract/index.ts";

export type Kind = Uncapitalize<ResourceName>;
export type Props = { readonly [name: string]: unknown };

/** Returns the reference in every state, typed by hand: a stored stack must find its provider even if sdk/ changes. */
const referenceTo = (kind: Kind) => `exports.handler=()=>require('pulumi-signalwire/provider').${kind}`;

/** Pulumi's placeholder for an unknown value. */
export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const root = fileURLToPath(new URL("../..", import.meta.url));
// The gRPC library and the messages come from Pulumi's own dependencies.
const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));

type Empty = Parameters<ResourceProviderClient["cancel"]>[0];
type Struct = NonNullable<Parameters<ConfigureRequest["setArgs"]>[0]>;
const { Struct } = pulumi("google-protobuf/google/protobuf/struct_pb") as {
  Struct: { fromJavaScript(value: object): Struct & { toJavaScript(): Props } };
};
const messages = pulumi("./proto/provider_pb") as typeof import("@pulumi/pulumi/proto/provider_pb.js");

export interface HostOptions {
  /** The stack's configuration, for example `{ "signalwire:space": "example" }`. */
  readonly config?: { readonly [key: string]: string };
  readonly env?: { readonly [name: string]: string };
}

export class Host {
  #process!: ChildProcess;
  #client!: ResourceProviderClient;
  #printed = "";

  private constructor() {}

  /** Starts a configured provider process in the repository's folder. */
  static async start(options: HostOptions = {}): Promise<Host> {
    const host = new Host();
    await host.#launch(options);
    return host;
  }

  async #launch({ config = {}, env = {} }: HostOptions): Promise<void> {
    if (!existsSync(`${root}dist/provider/index.js`))
      throw new Error("dist/provider/index.js is missing: run `npm run build` before these tests.");
    const child = spawn(
      process.execPath,
      [pulumi.resolve("./cmd/dynamic-provider/index.js"), `127.0.0.1:${Math.floor(Math.random() * 1e9)}`],
      {
        cwd: root,
        env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      },
    );
    const lines = createInterface({ input: child.stdout });
    const [port] = (await once(lines, "line")) as [string];
    lines.close();
    child.stdout.resume();
    const { ResourceProviderClient: Client } = pulumi("./proto/provider_grpc_pb") as {
      ResourceProviderClient: typeof ResourceProviderClient;
    };
    const { credentials } = pulumi("@grpc/grpc-js") as {
      credentials: { createInsecure(): ConstructorParameters<typeof ResourceProviderClient>[1] };
    };
    this.#process = child;
    this.#client = new Client(`127.0.0.1:${port}`, credentials.createInsecure());
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (this.#printed += bytes));
    await this.#configure(config);
  }

  /** The output since the process printed its port. The user sees all of it. */
  get printed(): string {
    return this.#printed;
  }

  async check(kind: Kind, olds: Props, news: Props): Promise<{ inputs: Props; failures: CheckFailure[] }> {
    const request = new messages.CheckRequest().setOlds(struct(olds)).setNews(struct(news, kind));
    const answer = await this.#answer<CheckResponse>((done) => this.#client.check(request, done));
    return { inputs: props(answer.getInputs()), failures: answer.getFailuresList().map((each) => each.toObject()) };
  }

  async create(kind: Kind, inputs: Props): Promise<{ id: string; outputs: Props }> {
    const request = new messages.CreateRequest().setProperties(struct(inputs, kind));
    const answer = await this.#answer<CreateResponse>((done) => this.#client.create(request, done));
    return { id: answer.getId(), outputs: props(answer.getProperties()) };
  }

  async read(kind: Kind, id: string, stored: Props): Promise<{ id: string; outputs: Props; inputs?: Props }> {
    const request = new messages.ReadRequest().setId(id).setProperties(struct(stored, kind));
    const answer = await this.#answer<ReadResponse>((done) => this.#client.read(request, done));
    return {
      id: answer.getId(),
      outputs: props(answer.getProperties()),
      ...(answer.hasInputs() ? { inputs: props(answer.getInputs()) } : {}),
    };
  }

  /** Sends the engine's call after Ctrl-C. */
  async cancel(): Promise<void> {
    const { Empty } = pulumi("google-protobuf/google/protobuf/empty_pb") as { Empty: new () => Empty };
    await this.#answer((done) => this.#client.cancel(new Empty(), done));
  }

  /** Simulates the death of the engine: the process's output has no reader. Resolves to its end. */
  async killEngine(): Promise<{ code: number | null }> {
    const ended = once(this.#process, "exit");
    for (const stream of [this.#process.stdout, this.#process.stderr]) stream?.destroy();
    const [code] = await ended;
    return { code };
  }

  async stop(): Promise<void> {
    this.#client.close();
    // A test that timed out may have ended the process.
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, "exit");
    this.#process.kill();
    await exited;
  }

  async #configure(config: { readonly [key: string]: string }): Promise<void> {
    const request = new messages.ConfigureRequest().setArgs(struct(config));
    await this.#answer<ConfigureResponse>((done) => this.#client.configure(request, done));
  }

  #answer<Answer>(send: (done: (error: { details: string } | null, answer: Answer) => void) => unknown) {
    return new Promise<Answer>((resolve, reject) => {
      send((error, answer) => (error ? reject(new Error(error.details)) : resolve(answer)));
    });
  }
}

export interface Finding {
  readonly severity: "error" | "warning" | "info";
  readonly message: string;
}

export interface CheckFailure {
  readonly property: string;
  readonly reason: string;
}

/** Returns the values as received over gRPC. */
export function wired(values: Props): Props {
  return Struct.fromJavaScript(values).toJavaScript();
}

function struct(values: Props, kind?: Kind): Struct {
  return Struct.fromJavaScript(kind ? { ...values, __provider: referenceTo(kind) } : values);
}

function props(answer: Struct | undefined): Props {
  const { __provider: _, ...rest } = (answer?.toJavaScript() ?? {}) as Props;
  return rest;
}

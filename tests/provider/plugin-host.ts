// Calls the plugin like the engine, and records the messages that it sends to the user.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Server, sendUnaryData } from "@grpc/grpc-js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { ListResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { load } from "../../provider/doors/plugin/protocol.ts";
import { struct, type Unfinished, unfinishedIn } from "./doors.ts";
import type { Props } from "./host.ts";

const MAIN = fileURLToPath(new URL("../../dist/provider/doors/plugin/main.js", import.meta.url));

/** A failed call: the user's message, and the record of an object that exists nevertheless. */
export class CallFailed extends Error {
  readonly kept: Unfinished | undefined;

  constructor(message: string, kept: Unfinished | undefined) {
    super(message);
    this.kept = kept;
  }
}

export class PluginHost {
  /** The messages for the user: severity and text. */
  readonly told: readonly string[];
  readonly #engine: Server;
  readonly #process: ChildProcess;
  readonly #client: ResourceProviderClient;
  readonly #address: string;

  private constructor(
    { engine, address }: { readonly engine: Server; readonly address: string },
    process: ChildProcess,
    client: ResourceProviderClient,
    told: readonly string[],
  ) {
    this.told = told;
    this.#address = address;
    this.#engine = engine;
    this.#process = process;
    this.#client = client;
  }

  /** Starts a process that is not configured yet. */
  static async start(env: { readonly [name: string]: string } = {}): Promise<PluginHost> {
    const grpc = load("@grpc/grpc-js");
    const { Empty } = load("google-protobuf/google/protobuf/empty_pb");
    const told: string[] = [];
    const severities = ["debug", "info", "warning", "error"];
    const engine = new grpc.Server();
    engine.addService(load("./proto/engine_grpc_pb").EngineService, {
      log({ request }: { request: LogRequest }, done: sendUnaryData<unknown>) {
        told.push(`${severities[request.getSeverity()]}: ${request.getMessage()}`);
        done(null, new Empty());
      },
    });
    const insecure = grpc.ServerCredentials.createInsecure();
    const bound = await new Promise<number>((resolve, reject) => {
      engine.bindAsync("127.0.0.1:0", insecure, (error, port) => (error ? reject(error) : resolve(port)));
    });
    const address = `127.0.0.1:${bound}`;
    const child = spawn(process.execPath, [MAIN, address], {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const { ResourceProviderClient: Client } = load("./proto/provider_grpc_pb");
    const client = new Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    return new PluginHost({ engine, address }, child, client, told);
  }

  checkConfig(config: Props, name = "default"): Promise<Props> {
    const { CheckRequest } = load("./proto/provider_pb");
    return this.#call("checkConfig", new CheckRequest().setName(name).setNews(struct(config)));
  }

  diffConfig(olds: Props, news: Props): Promise<Props> {
    const { DiffRequest } = load("./proto/provider_pb");
    return this.#call("diffConfig", new DiffRequest().setOldInputs(struct(olds)).setNews(struct(news)));
  }

  /** Returns one page of a list. */
  async list(type: string, query: Props = {}, { limit = 0, pageSize = 0, token: from = "" } = {}) {
    const { ListRequest } = load("./proto/provider_pb");
    const request = new ListRequest().setToken(token(type)).setQuery(struct(query)).setContinuationToken(from);
    const objects: { id: string; name: string }[] = [];
    let next: string | undefined;
    for await (const answer of this.#client.list(request.setLimit(limit).setPageSize(pageSize))) {
      const { result, continuation } = (answer as ListResponse).toObject();
      if (result) objects.push(result);
      if (continuation) next = continuation.continuationToken;
    }
    return { objects, next };
  }

  handshake(): Promise<Props> {
    const { ProviderHandshakeRequest } = load("./proto/provider_pb");
    return this.#call("handshake", new ProviderHandshakeRequest().setEngineAddress(this.#address));
  }

  configure(config: Props = {}, name = "default"): Promise<Props> {
    const { ConfigureRequest } = load("./proto/provider_pb");
    return this.#call("configure", new ConfigureRequest().setName(name).setArgs(struct(config)));
  }

  check(type: string, news: Props, olds: Props = {}, name = "tried"): Promise<Props> {
    const { CheckRequest } = load("./proto/provider_pb");
    const request = new CheckRequest().setType(token(type)).setUrn(urn(type, name));
    return this.#call("check", request.setOlds(struct(olds)).setNews(struct(news)));
  }

  diff(type: string, id: string, olds: Props, news: Props): Promise<Props> {
    const { DiffRequest } = load("./proto/provider_pb");
    const request = new DiffRequest().setId(id).setType(token(type)).setUrn(urn(type));
    return this.#call("diff", request.setOlds(struct(olds)).setNews(struct(news)));
  }

  create(type: string, inputs: Props, preview = false): Promise<Props> {
    const { CreateRequest } = load("./proto/provider_pb");
    const request = new CreateRequest().setType(token(type)).setUrn(urn(type)).setPreview(preview);
    return this.#call("create", request.setProperties(struct(inputs)));
  }

  /** Reads an object. Without properties, it is an import. */
  read(type: string, id: string, stored?: Props): Promise<Props> {
    const { ReadRequest } = load("./proto/provider_pb");
    const request = new ReadRequest().setId(id).setType(token(type)).setUrn(urn(type));
    return this.#call("read", stored === undefined ? request : request.setProperties(struct(stored)));
  }

  update(type: string, id: string, olds: Props, news: Props): Promise<Props> {
    const { UpdateRequest } = load("./proto/provider_pb");
    const request = new UpdateRequest().setId(id).setType(token(type)).setUrn(urn(type));
    return this.#call("update", request.setOlds(struct(olds)).setNews(struct(news)));
  }

  invoke(name: string, args: Props, preview = false): Promise<Props> {
    const { InvokeRequest } = load("./proto/provider_pb");
    return this.#call("invoke", new InvokeRequest().setTok(token(name)).setArgs(struct(args)).setPreview(preview));
  }

  async cancel(): Promise<void> {
    const { Empty } = load("google-protobuf/google/protobuf/empty_pb");
    await this.#call("cancel", new Empty());
  }

  async schema(): Promise<Props> {
    const { GetSchemaRequest } = load("./proto/provider_pb");
    return JSON.parse(String((await this.#call("getSchema", new GetSchemaRequest())).schema));
  }

  async stop(): Promise<void> {
    this.#client.close();
    const exited = once(this.#process, "exit");
    this.#process.kill();
    await exited;
    this.#engine.forceShutdown();
  }

  /** Returns the answer as an object, its structs as plain values. */
  #call(method: string, request: unknown): Promise<Props> {
    type Call = (request: unknown, done: (error: Failure | null, answer?: Answer) => void) => void;
    const call = (this.#client as unknown as { [method: string]: Call })[method];
    return new Promise((resolve, reject) => {
      call?.call(this.#client, request, (error, answer) => (error ? reject(failed(error)) : resolve(read(answer))));
    });
  }
}

interface Failure {
  readonly details: string;
  readonly metadata: { get(name: string): unknown[] };
}

interface Answer {
  toObject(): Props;
}

function read(answer: Answer | undefined): Props {
  const structs = ["Inputs", "Properties", "Return"].flatMap((name) => {
    const get = (answer as unknown as { [getter: string]: (() => { toJavaScript(): Props } | undefined) | undefined })[
      `get${name}`
    ];
    const found = get?.call(answer);
    return found ? [[name.toLowerCase(), found.toJavaScript()] as const] : [];
  });
  return { ...answer?.toObject(), inputs: undefined, properties: undefined, ...Object.fromEntries(structs) };
}

function failed({ details, metadata }: Failure): CallFailed {
  return new CallFailed(details, unfinishedIn(metadata));
}

function token(name: string): string {
  return `signalwire:index:${name}`;
}

function urn(type: string, name = "tried"): string {
  return `urn:pulumi:test::tested::${token(type)}::${name}`;
}

// Calls the plugin like the engine, and records the messages that it sends to the user.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Server, ServiceError, sendUnaryData } from "@grpc/grpc-js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { CheckResponse, ListResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { pluginToken, type ResourceName } from "../../contract/index.ts";
import { load } from "../../provider/doors/plugin/protocol.ts";
import { failureOf, providerOver, struct } from "./doors.ts";
import type { Props } from "./host.ts";

const MAIN = fileURLToPath(new URL("../../dist/provider/doors/plugin/main.js", import.meta.url));

export class PluginHost {
  /** The messages for the user: severity and text. */
  readonly told: readonly string[];
  /** What a configured process does. */
  readonly provider = providerOver((method, request) => this.#call(method, request));
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

  /** Returns the settings, and the reasons for which they cannot be used. */
  async checkConfig(config: Props, name = "default") {
    const { CheckRequest } = load("./proto/provider_pb");
    const request = new CheckRequest().setName(name).setNews(struct(config));
    const checked = await this.#call<CheckResponse>("checkConfig", request);
    const reasons = checked.getFailuresList().map((each) => each.getReason());
    return { inputs: checked.getInputs()?.toJavaScript(), reasons };
  }

  diffConfig(olds: Props, news: Props): Promise<Props> {
    const { DiffRequest } = load("./proto/provider_pb");
    return this.#said("diffConfig", new DiffRequest().setOldInputs(struct(olds)).setNews(struct(news)));
  }

  /** Returns one page of a list. */
  async list(type: ResourceName, query: Props = {}, { limit = 0, pageSize = 0, token: from = "" } = {}) {
    const { ListRequest } = load("./proto/provider_pb");
    const request = new ListRequest().setToken(pluginToken(type)).setQuery(struct(query)).setContinuationToken(from);
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
    return this.#said("handshake", new ProviderHandshakeRequest().setEngineAddress(this.#address));
  }

  configure(config: Props = {}, name = "default"): Promise<Props> {
    const { ConfigureRequest } = load("./proto/provider_pb");
    return this.#said("configure", new ConfigureRequest().setName(name).setArgs(struct(config)));
  }

  async cancel(): Promise<void> {
    const { Empty } = load("google-protobuf/google/protobuf/empty_pb");
    await this.#call("cancel", new Empty());
  }

  async schema(): Promise<Props> {
    const { GetSchemaRequest } = load("./proto/provider_pb");
    return JSON.parse(String((await this.#said("getSchema", new GetSchemaRequest())).schema));
  }

  async stop(): Promise<void> {
    this.#client.close();
    const exited = once(this.#process, "exit");
    this.#process.kill();
    await exited;
    this.#engine.forceShutdown();
  }

  #call<Answer>(method: string, request: unknown): Promise<Answer> {
    type Send = (request: unknown, done: (error: ServiceError | null, answer: Answer) => void) => void;
    const { [method]: send } = this.#client as unknown as { [method: string]: Send };
    return new Promise((resolve, reject) => {
      send?.call(this.#client, request, (error, answer) => (error ? reject(failureOf(error)) : resolve(answer)));
    });
  }

  /** Returns the answer as an object. */
  async #said(method: string, request: unknown): Promise<Props> {
    return (await this.#call<{ toObject(): Props }>(method, request)).toObject();
  }
}

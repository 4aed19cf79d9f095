// Calls the plugin like the engine, over gRPC and in the test's process, and records the messages that it sends to the user.

import type { sendUnaryData } from "@grpc/grpc-js";
import type { LogRequest } from "@pulumi/pulumi/proto/engine_pb.js";
import type { CheckResponse, ListResponse } from "@pulumi/pulumi/proto/provider_pb.js";
import { onTestFinished, vi } from "vitest";
import { pluginToken, type ResourceName } from "../../contract/index.ts";
import { load } from "../../provider/doors/plugin/protocol.ts";
import { serve } from "../../provider/doors/plugin/serve.ts";
import { connectTo, type Provider, type Served } from "./doors.ts";
import { type Props, struct } from "./host.ts";

export class PluginHost {
  /** The messages for the user: severity and text. */
  readonly logged: readonly string[];
  /** The resource of each message. */
  readonly urns: readonly string[];
  readonly #address: string;
  readonly #served: Served;

  private constructor(address: string, served: Served, logged: readonly string[], urns: readonly string[]) {
    [this.#address, this.#served, this.logged, this.urns] = [address, served, logged, urns];
  }

  /** Starts a plugin that is not configured yet, under this environment. It ends with the test. */
  static async start(env: { readonly [name: string]: string } = {}): Promise<PluginHost> {
    const grpc = load("@grpc/grpc-js");
    const { Empty } = load("google-protobuf/google/protobuf/empty_pb");
    const logged: string[] = [];
    const urns: string[] = [];
    const severities = ["debug", "info", "warning", "error"];
    const engine = new grpc.Server();
    engine.addService(load("./proto/engine_grpc_pb").EngineService, {
      log({ request }: { request: LogRequest }, done: sendUnaryData<unknown>) {
        logged.push(`${severities[request.getSeverity()]}: ${request.getMessage()}`);
        urns.push(request.getUrn());
        done(null, new Empty());
      },
    });
    const insecure = grpc.ServerCredentials.createInsecure();
    const bound = await new Promise<number>((resolve, reject) => {
      engine.bindAsync("127.0.0.1:0", insecure, (error, port) => (error ? reject(error) : resolve(port)));
    });
    const address = `127.0.0.1:${bound}`;
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const served = connectTo(await serve());
    onTestFinished(() => {
      vi.unstubAllEnvs();
      served.client.close();
      engine.forceShutdown();
    });
    const { PluginAttach } = load("./proto/plugin_pb");
    await served.call("attach", new PluginAttach().setAddress(address));
    return new PluginHost(address, served, logged, urns);
  }

  /** What a configured plugin does. */
  get provider(): Provider {
    return this.#served.provider;
  }

  /** Returns the settings, and the reasons for which they cannot be used. */
  async checkConfig(config: Props, name = "default", project = "phones") {
    const { CheckRequest } = load("./proto/provider_pb");
    const urn = `urn:pulumi:test::${project}::pulumi:providers:signalwire::${name}`;
    const request = new CheckRequest().setUrn(urn).setName(name).setNews(struct(config));
    const checked = await this.#served.call<CheckResponse>("checkConfig", request);
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
    for await (const answer of this.#served.client.list(request.setLimit(limit).setPageSize(pageSize))) {
      const { result, continuation } = (answer as ListResponse).toObject();
      if (result) objects.push(result);
      if (continuation) next = continuation.continuationToken;
    }
    return { objects, next };
  }

  handshake(engine: PluginHost = this): Promise<Props> {
    const { ProviderHandshakeRequest } = load("./proto/provider_pb");
    return this.#said("handshake", new ProviderHandshakeRequest().setEngineAddress(engine.#address));
  }

  configure(config: Props = {}, name = "default"): Promise<Props> {
    const { ConfigureRequest } = load("./proto/provider_pb");
    return this.#said("configure", new ConfigureRequest().setName(name).setArgs(struct(config)));
  }

  cancel(): Promise<void> {
    return this.#served.cancel();
  }

  async schema(): Promise<Props> {
    const { GetSchemaRequest } = load("./proto/provider_pb");
    return JSON.parse(String((await this.#said("getSchema", new GetSchemaRequest())).schema));
  }

  /** Returns the answer as an object. */
  async #said(method: string, request: unknown): Promise<Props> {
    return (await this.#served.call<{ toObject(): Props }>(method, request)).toObject();
  }
}

// Runs a program as the engine does: the program registers its resources over Pulumi's own protocol.

import { createRequire } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import type * as language from "@pulumi/pulumi/proto/language_pb.js";
import type * as rpc from "@pulumi/pulumi/proto/resource_pb.js";
import { load } from "../../../provider/doors/plugin/protocol.ts";
import type { Properties } from "../stack-state.ts";
import { type Deployment, Ended, type Held, type Registration } from "./deployment.ts";
import { type Print, struct } from "./providers.ts";
import { plain } from "./values.ts";

const pulumi = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));
const pb = pulumi("./proto/resource_pb") as typeof rpc;
const grpc = load("@grpc/grpc-js");
const { Empty } = load("google-protobuf/google/protobuf/empty_pb");

export interface Running {
  readonly deployment: Deployment;
  readonly print: Print;
  /** The stack's resources at the start of the command. */
  readonly before: readonly Held[];
  readonly config: Properties;
  readonly isPreview: boolean;
}

/** Milliseconds in which a program ends by itself after a failed step. Another process for the next program takes longer. */
const PATIENCE = 200;

/** Serves one program at a time. */
export class Monitor {
  #address = "";
  #running: Running | undefined;
  #root = "";
  #outputs: Properties = {};
  /** The calls of the program so far, and those that have no answer yet. */
  #calls = { begun: 0, open: 0 };
  /** Resolves when the program has told the engine of an error. */
  #told = Promise.withResolvers<void>();
  readonly #server = new grpc.Server();

  static async open(): Promise<Monitor> {
    const monitor = new Monitor();
    monitor.#serve();
    const insecure = grpc.ServerCredentials.createInsecure();
    const port = await new Promise<number>((resolve, reject) => {
      monitor.#server.bindAsync("127.0.0.1:0", insecure, (error, bound) => (error ? reject(error) : resolve(bound)));
    });
    monitor.#address = `127.0.0.1:${port}`;
    return monitor;
  }

  close(): void {
    this.#server.forceShutdown();
  }

  /** Runs the program that listens on the port. Returns the outputs of the stack, or undefined when the program failed. */
  async run(port: number, running: Running): Promise<Properties | undefined> {
    this.#running = running;
    this.#outputs = {};
    this.#calls = { begun: 0, open: 0 };
    this.#told = Promise.withResolvers();
    const { RunRequest } = pulumi("./proto/language_pb") as typeof language;
    const { LanguageRuntimeClient } = pulumi("./proto/language_grpc_pb");
    const client = new LanguageRuntimeClient(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
    const request = new RunRequest().setProject("tested").setStack("test").setOrganization("organization");
    request.setArgsList([this.#address]).setMonitorAddress(this.#address).setDryrun(running.isPreview).setParallel(16);
    for (const [key, value] of Object.entries(running.config)) request.getConfigMap().set(key, String(value));
    const ended = new Promise<string>((resolve) => {
      client.run(request, (failure: Error | null, answer?: language.RunResponse) =>
        resolve(failure?.message ?? answer?.getError() ?? ""),
      );
    });
    // Like the engine, which ends a program that waits for a resource that it never gets.
    const stopped = running.deployment.stopped.then(() => wait(PATIENCE)).then(() => undefined);
    const error = await Promise.race([ended, stopped, this.#stuck()]);
    client.close();
    if (error) running.print("error", error);
    return error === "" ? this.#outputs : undefined;
  }

  /**
   * Resolves when the program has failed and calls nobody any more. A program in a process of its own ends then, but this one would
   * wait for what its failed look-up was to return.
   */
  async #stuck(): Promise<undefined> {
    const calls = this.#calls;
    await this.#told.promise;
    for (let seen = -1; calls.open > 0 || seen !== calls.begun; ) {
      seen = calls.begun;
      await wait(PATIENCE);
    }
  }

  #serve(): void {
    const answer =
      <Request, Answer>(work: (request: Request) => Promise<Answer> | Answer) =>
      async ({ request }: ServerUnaryCall<Request, Answer>, done: sendUnaryData<Answer>) => {
        const calls = this.#calls;
        calls.begun += 1;
        calls.open += 1;
        try {
          done(null, await work(request));
        } catch (error) {
          const code = error instanceof Ended ? grpc.status.UNAVAILABLE : grpc.status.UNKNOWN;
          done({ code, details: (error as Error).message });
        } finally {
          calls.open -= 1;
        }
      };
    const { ResourceMonitorService } = pulumi("./proto/resource_grpc_pb");
    this.#server.addService(ResourceMonitorService, {
      supportsFeature: answer((request: rpc.SupportsFeatureRequest) =>
        new pb.SupportsFeatureResponse().setHassupport(request.getId() === "secrets"),
      ),
      registerResource: answer(async (request: rpc.RegisterResourceRequest) => {
        const { urn, id, outputs, isFailed } = await this.#deployment.register(registrationOf(request));
        const registered = new pb.RegisterResourceResponse().setUrn(urn).setId(id).setObject(struct(outputs));
        return isFailed ? registered.setResult(pb.Result.FAIL) : registered;
      }),
      readResource: answer(async (request: rpc.ReadResourceRequest) => {
        const read = { ...NO_OPTIONS, ...commonOf(request), custom: true };
        const { urn, outputs } = await this.#deployment.look(read, request.getId());
        return new pb.ReadResourceResponse().setUrn(urn).setProperties(struct(outputs));
      }),
      registerResourceOutputs: answer((request: rpc.RegisterResourceOutputsRequest) => {
        if (request.getUrn() === this.#root) this.#outputs = request.getOutputs()?.toJavaScript() as Properties;
        return new Empty();
      }),
      invoke: answer(async (request: rpc.ResourceInvokeRequest) =>
        new pb.ResourceInvokeResponse().setReturn(struct(await this.#invoke(request))),
      ),
      signalAndWaitForShutdown: answer(() => new Empty()),
    });
    const engine = pulumi("./proto/engine_pb");
    this.#server.addService(load("./proto/engine_grpc_pb").EngineService, {
      log: answer((request: InstanceType<ReturnType<typeof load<"./proto/engine_pb">>["LogRequest"]>) => {
        const severity = (["debug", "info", "warning", "error"] as const)[request.getSeverity()] ?? "info";
        if (severity === "error") this.#told.resolve();
        if (severity !== "debug") this.#running?.print(severity, request.getMessage(), request.getUrn());
        return new Empty();
      }),
      getRootResource: answer(() => new engine.GetRootResourceResponse().setUrn(this.#root)),
      setRootResource: answer((request: { getUrn(): string }) => {
        this.#root = request.getUrn();
        return new engine.SetRootResourceResponse();
      }),
    } as never);
  }

  get #deployment(): Deployment {
    if (!this.#running) throw new Error("no program runs");
    return this.#running.deployment;
  }

  async #invoke(request: rpc.ResourceInvokeRequest): Promise<Properties> {
    const token = request.getTok();
    const args = (request.getArgs()?.toJavaScript() ?? {}) as Properties;
    if (token !== "pulumi:pulumi:readStackResourceOutputs")
      return this.#deployment.invoke(token, args, request.getProvider());
    const managed = this.#running?.before.filter((each) => !each.delete) ?? [];
    return {
      outputs: Object.fromEntries(managed.map(({ urn, type, outputs }) => [urn, { type, outputs: plain(outputs) }])),
    };
  }
}

const NO_OPTIONS = {
  aliases: [],
  ignoreChanges: [],
  secretOutputs: [],
  deleteBeforeReplace: undefined,
};

function commonOf(request: rpc.RegisterResourceRequest | rpc.ReadResourceRequest) {
  const properties = "getObject" in request ? request.getObject() : request.getProperties();
  return {
    type: request.getType(),
    name: request.getName(),
    parent: request.getParent(),
    provider: request.getProvider(),
    dependencies: request.getDependenciesList(),
    inputs: (properties?.toJavaScript() ?? {}) as Properties,
    secretOutputs: request.getAdditionalsecretoutputsList(),
  };
}

function registrationOf(request: rpc.RegisterResourceRequest): Registration {
  return {
    ...commonOf(request),
    custom: request.getCustom(),
    aliases: request.getAliasurnsList(),
    ignoreChanges: request.getIgnorechangesList(),
    deleteBeforeReplace: request.getDeletebeforereplacedefined() ? request.getDeletebeforereplace() : undefined,
  };
}

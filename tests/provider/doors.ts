// The provider of each door in the test's own process, called as the engine calls its process.

import type { handleUnaryCall, ServiceError } from "@grpc/grpc-js";
import type { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import { dynamicType, pluginToken, type ResourceName, resourceOfType, resources } from "../../contract/index.ts";
import { openDynamicProviders } from "../../provider/doors/dynamic.ts";
import { EngineLog } from "../../provider/doors/plugin/log.ts";
import { load } from "../../provider/doors/plugin/protocol.ts";
import { openService } from "../../provider/doors/plugin/service.ts";
import { Run } from "../../provider/run/run.ts";
import type { Properties } from "../engine/stack.ts";
import { type Account, configurationOf } from "./direct-host.ts";
import { struct, wired } from "./host.ts";
import { markedLike, plain } from "./marks.ts";

/** What the engine knows of a resource when it calls the provider. */
export interface Known {
  readonly urn: string;
  readonly type: string;
  readonly id: string;
  readonly inputs: Properties;
  readonly outputs: Properties;
}

type Named = Pick<Known, "urn" | "type">;

export interface Checked {
  readonly inputs: Properties;
  readonly failures: readonly { readonly property: string; readonly reason: string }[];
}

export interface Compared {
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
  /** Undefined when the engine compares the inputs. */
  readonly changes: boolean | undefined;
}

/** Undefined outputs in a preview: the provider does not preview. */
export interface Provider {
  check(resource: Named, olds: Properties, news: Properties): Promise<Checked>;
  diff(known: Known, news: Properties): Promise<Compared>;
  create(resource: Named, inputs: Properties, isPreview: boolean): Promise<{ id: string; outputs: Properties }>;
  read(known: Known): Promise<{ id: string; inputs?: Properties; outputs: Properties }>;
  update(known: Known, news: Properties, isPreview: boolean): Promise<Properties>;
  delete(known: Known): Promise<void>;
  invoke(token: string, args: Properties, isPreview?: boolean): Promise<Properties>;
}

/** A failed operation whose object exists nevertheless. */
interface Unfinished {
  readonly id: string;
  readonly properties: Properties;
  readonly reasons: readonly string[];
  /** True when the engine reads the object before its next update. */
  readonly isReadFirst: boolean;
}

/** Prints a message for the user. */
export type Print = (severity: "info" | "warning" | "error", text: string, urn?: string) => void;

export const DOORS = ["classes", "plugin"] as const;
export type Door = (typeof DOORS)[number];

/** Opens a provider process of a run. Those with the same engine belong to one run. */
export async function openDoor(
  door: Door,
  account: Account,
  print: Print = () => undefined,
  engine?: string,
): Promise<Provider> {
  if (door === "classes") return classes(configurationOf(account), print, engine);
  const { url, project } = account;
  return plugin({ baseUrl: url, projectId: project.id, apiToken: project.apiToken }, print, engine);
}

/** Returns what the engine calls a resource of the program. */
export function namedAt(door: Door, kind: ResourceName, name: string = kind): Named {
  const type = door === "classes" ? dynamicType(kind) : pluginToken(kind);
  return { type, urn: `urn:pulumi:test::tested::${type}::${name}` };
}

/** Returns what a class adds to the arguments of the resource. */
export function addedBy(door: Door, name: string): Properties {
  return door === "classes" ? { __declaredAs: name, __provider: "code" } : {};
}

/** The dynamic provider of the classes. Pulumi's host accepts no secrets, and adds the reference to the code. */
function classes(config: Properties, print: Print, engine?: string): Provider {
  const run = new Run({ engine, print: (line) => print("info", line) });
  run.config = { get: (key) => config[key] as string | undefined };
  const providers = openDynamicProviders(run);
  const of = ({ type }: Named) => providers[resources[resourceOfType(type) ?? "SipEndpoint"].kind];
  const sent = (values: Properties) => wired(plain(values));
  const stored = (answer: object | undefined, { __provider, ...given }: Properties) =>
    markedLike(wired({ ...answer, __provider }), given);
  return {
    async check(resource, olds, news) {
      const { inputs = news, failures = [] } = await of(resource).check(sent(olds), sent(news));
      return { inputs: stored(inputs, news), failures };
    },
    async diff(known, news) {
      const answer = await of(known).diff(known.id, sent(known.outputs), sent(news));
      const { replaces = [], deleteBeforeReplace = false, changes } = answer;
      return { replaces, deleteBeforeReplace, changes };
    },
    async create(resource, inputs, isPreview) {
      if (isPreview) return { id: "", outputs: inputs };
      const { id, outs } = await of(resource).create(sent(inputs));
      return { id, outputs: stored(outs, inputs) };
    },
    async read(known) {
      const { outputs } = known;
      const { id = "", props, inputs } = await of(known).read(known.id, sent(outputs));
      return { id, outputs: stored(props, outputs), ...(inputs && { inputs: stored(inputs, known.inputs) }) };
    },
    async update(known, news, isPreview) {
      if (isPreview) return news;
      return stored((await of(known).update(known.id, sent(known.outputs), sent(news))).outs, news);
    },
    delete: (known) => of(known).delete(known.id, sent(known.outputs)),
    invoke: (token) => Promise.reject(new Error(`unknown function ${token}`)),
  };
}

/** The plugin's service, with the settings of its provider in the program. */
async function plugin(settings: Properties, print: Print, engine = ""): Promise<Provider> {
  const name = "default";
  const pb = load("./proto/provider_pb");
  const log = new EngineLog("");
  log.write = print;
  const service = openService(log, engine);
  const call: PluginCall = (method, request) => {
    const handle = service[method] as handleUnaryCall<unknown, never>;
    return new Promise((resolve, reject) => {
      handle({ request } as Parameters<typeof handle>[0], (error, answer) => {
        if (error) reject(failureOf(error));
        else resolve(answer as never);
      });
    });
  };
  const request = new pb.CheckRequest().setName(name).setNews(struct(settings));
  const checked = await call<InstanceType<typeof pb.CheckResponse>>("checkConfig", request);
  const [failure] = checked.getFailuresList();
  if (failure) throw new Error(failure.getReason());
  await call("configure", new pb.ConfigureRequest().setName(name).setArgs(struct(settings)));
  return providerOver(call);
}

/** Sends a request of Pulumi's provider protocol. */
export type PluginCall = <Answer>(method: string, request: unknown) => Promise<Answer>;

/** Returns a configured plugin's provider. A read without outputs is an import. */
export function providerOver(call: PluginCall): Provider {
  const pb = load("./proto/provider_pb");
  type Struct = ReturnType<typeof struct>;
  const props = (answer: Struct | undefined) => (answer?.toJavaScript() ?? {}) as Properties;
  const about = <R extends { setUrn(urn: string): R; setType(type: string): R }>(request: R, { urn, type }: Named) =>
    request.setUrn(urn).setType(type);
  return {
    async check(resource, olds, news) {
      const request = about(new pb.CheckRequest(), resource).setOlds(struct(olds)).setNews(struct(news));
      const checked = await call<InstanceType<typeof pb.CheckResponse>>("check", request);
      return { inputs: props(checked.getInputs()), failures: checked.getFailuresList().map((each) => each.toObject()) };
    },
    async diff(known, news) {
      const request = about(new pb.DiffRequest(), known).setId(known.id).setOlds(struct(known.outputs));
      const compared = await call<InstanceType<typeof pb.DiffResponse>>("diff", request.setNews(struct(news)));
      const { DIFF_UNKNOWN, DIFF_SOME } = pb.DiffResponse.DiffChanges;
      const changes = compared.getChanges() === DIFF_UNKNOWN ? undefined : compared.getChanges() === DIFF_SOME;
      return { replaces: compared.getReplacesList(), deleteBeforeReplace: compared.getDeletebeforereplace(), changes };
    },
    async create(resource, inputs, isPreview) {
      const request = about(new pb.CreateRequest(), resource).setProperties(struct(inputs)).setPreview(isPreview);
      const created = await call<InstanceType<typeof pb.CreateResponse>>("create", request);
      return { id: created.getId(), outputs: props(created.getProperties()) };
    },
    async read(known) {
      const request = about(new pb.ReadRequest(), known).setId(known.id);
      if (Object.keys(known.outputs).length > 0)
        request.setProperties(struct(known.outputs)).setInputs(struct(known.inputs));
      const found = await call<InstanceType<typeof pb.ReadResponse>>("read", request);
      const inputs = found.getInputs();
      return { id: found.getId(), outputs: props(found.getProperties()), ...(inputs && { inputs: props(inputs) }) };
    },
    async update(known, news, isPreview) {
      const request = about(new pb.UpdateRequest(), known).setId(known.id).setOlds(struct(known.outputs));
      const changed = request.setNews(struct(news)).setPreview(isPreview);
      return props((await call<InstanceType<typeof pb.UpdateResponse>>("update", changed)).getProperties());
    },
    async delete(known) {
      const request = about(new pb.DeleteRequest(), known).setId(known.id);
      await call("delete", request.setProperties(struct(known.outputs)));
    },
    async invoke(token, args, isPreview = false) {
      const request = new pb.InvokeRequest().setTok(token).setArgs(struct(args)).setPreview(isPreview);
      return props((await call<InstanceType<typeof pb.InvokeResponse>>("invoke", request)).getReturn());
    },
  };
}

/** Returns a failed call: the user's message, and the record of an object that exists nevertheless. */
export function failureOf({ details = "", metadata }: Partial<ServiceError>): Error & Partial<Unfinished> {
  return Object.assign(new Error(details), unfinishedIn(metadata));
}

function unfinishedIn(metadata: Partial<ServiceError>["metadata"]): Unfinished | undefined {
  const [bytes] = metadata?.get("grpc-status-details-bin") ?? [];
  if (bytes === undefined) return undefined;
  const [detail] = load("./proto/status_pb")
    .Status.deserializeBinary(bytes as Uint8Array)
    .getDetailsList();
  const { ErrorResourceInitFailed } = load("./proto/provider_pb");
  const kept = ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? new Uint8Array());
  const properties = (kept.getProperties()?.toJavaScript() ?? {}) as Properties;
  const reasons = kept.getReasonsList();
  return { id: kept.getId(), properties, reasons, isReadFirst: kept.getRefreshBeforeUpdate() };
}

/** A provider that serves the engine at a local port. */
export interface Served {
  readonly client: ResourceProviderClient;
  readonly call: PluginCall;
  readonly provider: Provider;
  /** Sends the engine's call after Ctrl-C. */
  cancel(): Promise<void>;
}

/** Connects to a provider as the engine does: over gRPC. */
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

// Both ways of the engine to the provider's objects, in the test's process: Pulumi's dynamic provider host for the classes, and the
// plugin's service.

import type { handleUnaryCall } from "@grpc/grpc-js";
import { type ResourceName, resources } from "../../contract/index.ts";
import { openDynamicProviders } from "../../provider/doors/dynamic.ts";
import { EngineLog } from "../../provider/doors/plugin/log.ts";
import { load } from "../../provider/doors/plugin/protocol.ts";
import { openService } from "../../provider/doors/plugin/service.ts";
import { Run } from "../../provider/run.ts";
import type { Server } from "../engine/service.ts";
import { type Props, wired } from "./host.ts";

/** A resource as the engine records it. Secrets have their marks. */
export interface Recorded {
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

/** One run of the engine. Values go in as the engine sends them, and come out as the engine stores them. */
export interface Door {
  check(kind: ResourceName, news: Props, olds?: Props): Promise<{ inputs: Props; failures: string[] }>;
  /** Returns the reasons for which an `up` would fail. */
  preview(kind: ResourceName, inputs: Props): Promise<string[]>;
  diff(kind: ResourceName, recorded: Recorded, inputs: Props): Promise<{ replaces: string[]; isNone: boolean }>;
  create(kind: ResourceName, inputs: Props): Promise<{ id: string; outputs: Props }>;
  read(kind: ResourceName, recorded: Recorded): Promise<{ id: string; inputs: Props; outputs: Props }>;
  update(kind: ResourceName, recorded: Recorded, inputs: Props): Promise<Props>;
  delete(kind: ResourceName, recorded: Recorded): Promise<void>;
}

interface Account {
  readonly url: string;
  readonly project: Pick<Server["project"], "id" | "apiToken">;
}

/** Each opens a new run: the engine starts a new process for each of its commands. */
export const doors: { readonly [name: string]: (account: Account) => Promise<Door> } = { classes, plugin };

/** The engine sends values without marks, because the host does not accept secrets. */
async function classes({ url, project }: Account): Promise<Door> {
  const config: Props = {
    "signalwire:baseUrl": url,
    "signalwire:projectId": project.id,
    "signalwire:apiToken": project.apiToken,
  };
  const run = new Run({ print: () => undefined });
  run.config = { get: (key) => config[key] as string | undefined };
  const providers = openDynamicProviders(run);
  const of = (kind: ResourceName) => providers[resources[kind].kind];
  const sent = (values: Props) => wired(unmarked(values) as Props);
  return {
    async check(kind, news, olds = {}) {
      // As the classes send it, so that the answer has marks.
      const { inputs, failures } = await of(kind).check(sent(olds), { ...sent(news), __declaredAs: kind });
      return { inputs: wired(inputs), failures: failures.map(({ reason }) => reason) };
    },
    async preview(kind, inputs) {
      const findings = await of(kind).preview(sent(inputs), { secrets: [] });
      return findings.filter(({ severity }) => severity === "error").map(({ message }) => message);
    },
    async diff(kind, { id, outputs }, inputs) {
      const { replaces = [], changes } = await of(kind).diff(id, sent(outputs), sent(inputs));
      return { replaces: [...replaces], isNone: changes !== true };
    },
    async create(kind, inputs) {
      const { id, outs = {} } = await of(kind).create(sent(inputs));
      return { id, outputs: wired(outs) };
    },
    async read(kind, { id, outputs }) {
      const { id: found = "", props = {}, inputs = {} } = await of(kind).read(id, sent(outputs));
      return { id: found, inputs: wired(inputs), outputs: wired(props) };
    },
    async update(kind, { id, outputs }, inputs) {
      const { outs = {} } = await of(kind).update(id, sent(outputs), sent(inputs));
      return wired(outs);
    },
    async delete(kind, { id, outputs }) {
      await of(kind).delete(id, sent(outputs));
    },
  };
}

async function plugin({ url, project }: Account): Promise<Door> {
  const { Struct } = load("google-protobuf/google/protobuf/struct_pb");
  const pb = load("./proto/provider_pb");
  const log = new EngineLog("");
  log.write = () => undefined;
  const service = openService(log, "");
  const struct = (values: Props) => Struct.fromJavaScript(values as Parameters<typeof Struct.fromJavaScript>[0]);
  const props = (answer: { toJavaScript(): object } | undefined) => (answer?.toJavaScript() ?? {}) as Props;

  function call<Answer>(method: string, request: unknown): Promise<Answer> {
    const handle = service[method] as handleUnaryCall<unknown, Answer>;
    return new Promise((resolve, reject) => {
      handle({ request } as Parameters<typeof handle>[0], (error, answer) => {
        if (error || !answer) reject(error);
        else resolve(answer);
      });
    });
  }

  const about = <R extends { setUrn(urn: string): R; setType(type: string): R }>(request: R, kind: ResourceName) =>
    request.setUrn(`urn:pulumi:test::tested::signalwire:index:${kind}::${kind}`).setType(`signalwire:index:${kind}`);

  const account = { baseUrl: url, projectId: project.id, apiToken: project.apiToken };
  await call("configure", new pb.ConfigureRequest().setName("default").setArgs(struct(account)));
  return {
    async check(kind, news, olds = {}) {
      const request = about(new pb.CheckRequest(), kind).setOlds(struct(olds)).setNews(struct(news));
      const answer = await call<InstanceType<typeof pb.CheckResponse>>("check", request);
      return {
        inputs: props(answer.getInputs()),
        failures: answer.getFailuresList().map((failure) => failure.getReason()),
      };
    },
    async preview(kind, inputs) {
      const request = about(new pb.CreateRequest(), kind).setProperties(struct(inputs)).setPreview(true);
      return call("create", request).then(
        () => [],
        (error: Error) => error.message.split("\n"),
      );
    },
    async diff(kind, { id, outputs }, inputs) {
      const request = about(new pb.DiffRequest(), kind).setId(id).setOlds(struct(outputs)).setNews(struct(inputs));
      const answer = await call<InstanceType<typeof pb.DiffResponse>>("diff", request);
      const { DIFF_SOME } = pb.DiffResponse.DiffChanges;
      return { replaces: answer.getReplacesList(), isNone: answer.getChanges() !== DIFF_SOME };
    },
    async create(kind, inputs) {
      const request = about(new pb.CreateRequest(), kind).setProperties(struct(inputs));
      const answer = await call<InstanceType<typeof pb.CreateResponse>>("create", request);
      return { id: answer.getId(), outputs: props(answer.getProperties()) };
    },
    async read(kind, { id, inputs, outputs }) {
      const request = about(new pb.ReadRequest(), kind).setId(id).setProperties(struct(outputs));
      const answer = await call<InstanceType<typeof pb.ReadResponse>>("read", request.setInputs(struct(inputs)));
      return { id: answer.getId(), inputs: props(answer.getInputs()), outputs: props(answer.getProperties()) };
    },
    async update(kind, { id, outputs }, inputs) {
      const request = about(new pb.UpdateRequest(), kind).setId(id).setOlds(struct(outputs)).setNews(struct(inputs));
      return props((await call<InstanceType<typeof pb.UpdateResponse>>("update", request)).getProperties());
    },
    async delete(kind, { id, outputs }) {
      await call("delete", about(new pb.DeleteRequest(), kind).setId(id).setProperties(struct(outputs)));
    },
  };
}

/** Pulumi's mark of a secret value. */
const MARK = "4dabf18193072939515e22adb298388d";

/** Removes the marks of secrets at any depth. With `instead`, replaces the secrets too. */
export function unmarked(value: unknown, instead?: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => unmarked(each, instead));
  if (MARK in value) return instead ?? unmarked((value as { readonly value?: unknown }).value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unmarked(each, instead)]));
}

// Implements Pulumi's provider protocol with the objects that the dynamic provider host also uses.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { UntypedServiceImplementation } from "@grpc/grpc-js";
import type * as plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import type * as rpc from "@pulumi/pulumi/proto/provider_pb.js";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import {
  argumentFields,
  argumentNames,
  declaredAs,
  INHERITED,
  isGiven,
  isSecretField,
  own,
  type Props,
  type Resource,
  type ResourceName,
  resourceOfType,
  resources,
  toCamel,
  UNKNOWN,
  withRecords,
} from "../../../contract/index.ts";
import { endWithEngine } from "../../client/cancellation.ts";
import { accountOf } from "../../config/config.ts";
import { configOf, SETTINGS } from "../../config/settings.ts";
import type { ResourceProvider } from "../../lifecycle/define.ts";
import { OperationFailure } from "../../lifecycle/failures.ts";
import { fixedOutputs } from "../../lifecycle/preview.ts";
import { asSecret, secretNames, withSecretsMarked } from "../../lifecycle/secrets.ts";
import { openProviders } from "../../providers.ts";
import { Run } from "../../run/run.ts";
import { answering, markingOutputs, streaming, type Work } from "./errors.ts";
import { type Caller, functionNamed, listPage } from "./functions.ts";
import type { EngineLog } from "./log.ts";
import { load } from "./protocol.ts";
import { configurationProblems, marked, message, plain } from "./values.ts";

const pb = load("./proto/provider_pb");

/** Only a process that the user attached to the engine is configured twice. */
const ONE_ACCOUNT =
  "This process serves another account already. The engine starts one for each provider of a stack; where it is told to use a " +
  "running one (PULUMI_DEBUG_PROVIDERS), that can serve a single account until it is started again.";

/** Opens the service. The engine starts one process for each declared provider, so each has one configuration. */
export function openService(log: EngineLog, startedBy: string): UntypedServiceImplementation {
  // The engine did not start an attached process, and that process outlives it.
  if (startedBy !== "") endWithEngine();
  let engine = startedBy;
  let configured: Caller | undefined;
  /** True once the engine has checked the settings. It checks those of a program, and not those of a state. */
  let isOfProgram = false;

  function target(request: { getUrn(): string; getType(): string }): { resource: Resource; objects: ResourceProvider } {
    const resource = resources[nameOfType(request.getType())];
    return { resource, objects: caller().providers[resource.kind] };
  }

  /** Connects a process that was already running to the engine that it now serves. */
  function attachTo(address: string): void {
    if (address === "" || address === engine) return;
    engine = address;
    log.connectTo(address);
  }

  function caller(): Caller {
    if (configured) return configured;
    throw new OperationFailure("configuration", "The engine has not configured this provider yet.");
  }

  async function checkConfig(request: rpc.CheckRequest): Promise<rpc.CheckResponse> {
    isOfProgram = true;
    const news = plain(marked(request.getNews()));
    const answer = new pb.CheckResponse().setInputs(
      message({
        ...news,
        ...(isGiven(news.apiToken) && news.apiToken !== UNKNOWN && { apiToken: asSecret(news.apiToken) }),
      }),
    );
    if (Object.values(news).includes(UNKNOWN)) return answer;
    for (const reason of configurationProblems(configOf(news, request.getName()), request, news))
      answer.addFailures(failureOf("", reason));
    return answer;
  }

  /**
   * Shows each changed setting and replaces nothing: a token can be rotated. With the credentials of another project, the diff
   * of each resource refuses to go on.
   */
  async function diffConfig(request: rpc.DiffRequest): Promise<rpc.DiffResponse> {
    const [olds, news] = [plain(marked(request.getOldInputs() ?? request.getOlds())), plain(marked(request.getNews()))];
    const names = Object.keys(SETTINGS).filter((name) => String(olds[name] ?? "") !== String(news[name] ?? ""));
    const { DIFF_NONE, DIFF_SOME } = pb.DiffResponse.DiffChanges;
    const answer = new pb.DiffResponse().setChanges(names.length > 0 ? DIFF_SOME : DIFF_NONE).setDiffsList(names);
    const { Kind } = pb.PropertyDiff;
    const kindOf = (name: string) =>
      !isGiven(olds[name]) ? Kind.ADD : isGiven(news[name]) ? Kind.UPDATE : Kind.DELETE;
    // Without kinds, the engine would not show which setting changed.
    for (const name of names) answer.getDetaileddiffMap().set(name, new pb.PropertyDiff().setKind(kindOf(name)));
    return answer.setHasdetaileddiff(true);
  }

  /** Sends the objects of a page, then the token of the next page. */
  async function* list(request: rpc.ListRequest): AsyncGenerator<rpc.ListResponse> {
    const name = nameOfType(request.getToken());
    const query = plain(marked(request.getQuery()));
    const { ListResponse } = pb;
    if (Object.values(query).includes(UNKNOWN)) {
      yield new ListResponse().setComputed(new ListResponse.Computed());
      return;
    }
    const [limit, pageSize, token] = [request.getLimit(), request.getPageSize(), request.getContinuationToken()];
    const { objects, next } = await listPage(name, caller(), { query, limit, pageSize, token });
    for (const each of objects)
      yield new ListResponse().setResult(new ListResponse.Result().setId(each.id).setName(each.name));
    if (next !== undefined)
      yield new ListResponse().setContinuation(new ListResponse.Continuation().setContinuationToken(next));
  }

  async function configure(request: rpc.ConfigureRequest): Promise<rpc.ConfigureResponse> {
    const given = { ...configOf(plain(marked(request.getArgs())), request.getName()), isCurrent: isOfProgram };
    if (configured && accountOf(configured.config) !== accountOf(given))
      throw new OperationFailure("other_project", ONE_ACCOUNT);
    const run = new Run({ engine, print: (line) => log.write("info", line) });
    run.config = given;
    configured = { run, config: given, providers: openProviders(run) };
    return new pb.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
  }

  async function check(request: rpc.CheckRequest): Promise<rpc.CheckResponse> {
    const { resource, objects } = target(request);
    const news = marked(request.getNews());
    const secrets = secretNames(news);
    const { inputs, failures } = await objects.check(plain(marked(request.getOlds())), {
      ...plain(news),
      __declaredAs: declaredAs(request.getUrn()),
      __secrets: secrets,
    });
    const answer = new pb.CheckResponse().setInputs(stored(resource, inputs, secrets));
    for (const { reason, argument = "" } of failures) {
      const isSecret = secrets.includes(argument) || isSecretField(resource, argument);
      const isShown = isGiven(news[argument]) && !isSecret && isHarmless(resource, argument);
      answer.addFailures(failureOf(isShown ? argument : "", reason));
    }
    return answer;
  }

  /** The engine computes the changed properties, shows each one and honours `ignoreChanges` (docs/decisions/0016). */
  async function diff(request: rpc.DiffRequest): Promise<rpc.DiffResponse> {
    const { objects } = target(request);
    const [olds, news] = [plain(marked(request.getOlds())), plain(marked(request.getNews()))];
    const { replaces = [], deleteBeforeReplace = false, changes } = await objects.diff(request.getId(), olds, news);
    const { DIFF_NONE, DIFF_SOME, DIFF_UNKNOWN } = pb.DiffResponse.DiffChanges;
    return new pb.DiffResponse()
      .setReplacesList(replaces)
      .setDeletebeforereplace(deleteBeforeReplace)
      .setChanges(changes === undefined ? DIFF_UNKNOWN : changes ? DIFF_SOME : DIFF_NONE);
  }

  async function create(request: rpc.CreateRequest): Promise<rpc.CreateResponse> {
    const { resource, objects } = target(request);
    const inputs = marked(request.getProperties());
    const secrets = secretNames(inputs);
    if (request.getPreview()) return new pb.CreateResponse().setProperties(await previewed(request, inputs));
    const { id, outs } = await objects
      .create(plain(inputs))
      .catch(markingOutputs(resource, { secrets, isReadFirst: true }));
    return new pb.CreateResponse().setId(id).setProperties(stored(resource, outs ?? {}, secrets));
  }

  async function read(request: rpc.ReadRequest): Promise<rpc.ReadResponse> {
    const { resource, objects } = target(request);
    const [props, inputs] = [marked(request.getProperties()), marked(request.getInputs())];
    const isImport = !request.hasProperties();
    // An import knows only the id. A look-up (`get`) also sends its inputs, which may be an empty object.
    const found = isImport ? await objects.import(request.getId()) : await objects.read(request.getId(), plain(props));
    const secrets = [...secretNames(props), ...secretNames(inputs)];
    const answer = new pb.ReadResponse();
    if (!found || found.id === undefined) return answer;
    if (isImport) warnOfSecrets(request.getUrn(), resource, found.inputs ?? {});
    answer.setId(found.id).setProperties(stored(resource, found.props ?? {}, secrets));
    return found.inputs ? answer.setInputs(stored(resource, found.inputs, secrets)) : answer;
  }

  /** Pulumi prints a program with each value of an import in clear. */
  function warnOfSecrets(urn: string, resource: Resource, inputs: Props): void {
    const names = secretNames(withSecretsMarked(resource, inputs));
    if (names.length === 0) return;
    const label = String(inputs[toCamel(resource.label)] ?? "");
    log.write(
      "warning",
      `The ${resource.title} "${label}" has credentials in ${names.join(", ")}. The program that an import prints shows them in clear. ` +
        "Before you commit it, set them with `pulumi config set --secret` and refer to them in the program.",
      urn,
    );
  }

  async function update(request: rpc.UpdateRequest): Promise<rpc.UpdateResponse> {
    const { resource, objects } = target(request);
    const news = marked(request.getNews());
    const secrets = secretNames(news);
    const olds = marked(request.getOlds());
    if (request.getPreview()) return new pb.UpdateResponse().setProperties(await previewed(request, news, olds));
    const { outs = {} } = await objects
      .update(request.getId(), plain(olds), plain(news))
      .catch(markingOutputs(resource, { secrets }));
    return new pb.UpdateResponse().setProperties(stored(resource, outs, secrets));
  }

  async function remove(request: rpc.DeleteRequest): Promise<Empty> {
    await target(request).objects.delete(request.getId(), plain(marked(request.getProperties())));
    return empty();
  }

  async function invoke(request: rpc.InvokeRequest): Promise<rpc.InvokeResponse> {
    const work = functionNamed(request.getTok().split(":").at(-1) ?? "");
    if (!work) throw new OperationFailure("invalid", `There is no function ${request.getTok()}.`);
    const result = await work(caller(), plain(marked(request.getArgs())), request.getPreview());
    return new pb.InvokeResponse().setReturn(message(result));
  }

  /** Reports what an `up` would meet and change, and fails where an `up` would fail. Returns the known outputs. */
  async function previewed(request: rpc.CreateRequest | rpc.UpdateRequest, inputs: Props, olds?: Props) {
    const { resource, objects } = target(request);
    const findings = await objects.preview(plain(inputs), {
      ...(olds && { olds: plain(olds) }),
      secrets: secretNames(inputs),
    });
    const reasons: string[] = [];
    for (const { severity, message } of findings) {
      if (severity === "error") reasons.push(message);
      else log.write(severity, message, request.getUrn());
    }
    if (reasons.length > 0) throw new OperationFailure("conflict", reasons.join("\n"));
    const known = olds
      ? { ...stillInherited(olds, inputs), ...fixedOutputs(resource, olds) }
      : Object.assign({}, ...findings.map(({ adopted }) => adopted));
    return stored(resource, { ...previewOutputs(resource, plain(inputs)), ...known }, secretNames(inputs));
  }

  const operations = {
    handshake: async (request: rpc.ProviderHandshakeRequest) => {
      attachTo(request.getEngineAddress());
      return new pb.ProviderHandshakeResponse().setAcceptSecrets(true);
    },
    getSchema: async () => new pb.GetSchemaResponse().setSchema(readFileSync(SCHEMA, "utf8")),
    getPluginInfo: async (): Promise<plugin.PluginInfo> => {
      const { PluginInfo } = load("./proto/plugin_pb");
      return new PluginInfo().setVersion(version());
    },
    checkConfig,
    diffConfig,
    configure,
    check,
    diff,
    create,
    read,
    update,
    delete: remove,
    invoke,
    cancel: async () => {
      configured?.run.cancellation.cancel();
      return empty();
    },
    attach: async (request: plugin.PluginAttach) => {
      attachTo(request.getAddress());
      return empty();
    },
  };
  const answers = Object.entries(operations).map(([name, work]) => [name, answering(work as Work, log)]);
  return { ...Object.fromEntries(answers), list: streaming(list, log) };
}

function nameOfType(type: string): ResourceName {
  const name = resourceOfType(type);
  if (name === undefined) throw new OperationFailure("invalid", `There is no resource of the type ${type}.`);
  return name;
}

function stored(resource: Resource, props: Props, secrets: readonly string[]) {
  return message(withSecretsMarked(resource, props, secrets));
}

const SCHEMA = new URL("provider/doors/plugin/schema.json", import.meta.resolve("pulumi-signalwire/package.json"));

/** Returns the outputs as far as a preview knows them. */
function previewOutputs(resource: Resource, inputs: Props): Props {
  const { fields, addedOutputs = {} } = resource;
  const settable = argumentNames(resource);
  const added = Object.entries(fields)
    .filter(([wire, field]) => {
      const isInherited = field.default !== undefined && "profile" in field.default;
      return !field.liveOnly && wire !== "id" && (field.alwaysReturned || field.responseOnly || isInherited);
    })
    .map(([wire]) => toCamel(wire))
    .filter((name) => !settable.includes(name) || !isGiven(inputs[name]));
  const unknown = [...added, ...Object.keys(addedOutputs)].map((name) => [name, UNKNOWN] as const);
  return { ...inputs, ...Object.fromEntries(unknown) };
}

/** Returns the inherited values of an object that an update leaves to the SIP profile. */
function stillInherited(olds: Props, inputs: Props): Props {
  const inherited = Object.entries((withRecords(olds)[INHERITED] ?? {}) as Props);
  return Object.fromEntries(inherited.filter(([name]) => !isGiven(inputs[name])));
}

/** True for an argument whose value the engine may print: no URL, no unknown argument, and no substitute for a secret. */
function isHarmless(resource: Resource, argument: string): boolean {
  const field = own(resource.fields, argumentFields(resource).get(argument) ?? "");
  return field !== undefined && !field.type.mayHoldSecrets;
}

function failureOf(property: string, reason: string): rpc.CheckFailure {
  return new pb.CheckFailure().setProperty(property).setReason(reason);
}

function empty(): Empty {
  return new (load("google-protobuf/google/protobuf/empty_pb").Empty)();
}

function version(): string {
  const { version } = createRequire(import.meta.url)("pulumi-signalwire/package.json") as { version: string };
  return version;
}

// Decides how the pack sees the engine's messages before the SDK unpacks them. A message is shown when the SDK asks it its first
// question, so that what is decided about it holds for exactly that message, however many are under way. With an SDK that
// reads its messages otherwise nothing is shown, and every policy runs.

import { createRequire } from "node:module";

/** What a message says of one resource. */
export interface ResourceMessage {
  getType(): string;
  getUrn(): string;
  getProperties(): Struct | undefined;
  getOptions(): { getAdditionalsecretoutputsList(): string[] } | undefined;
}

export interface StackMessage {
  getResourcesList(): readonly (ResourceMessage & {
    getPropertydependenciesMap(): Entries<{ getUrnsList(): string[] }>;
  })[];
}

/** The level and the options of every policy. */
export interface ConfigureMessage {
  getPolicyconfigMap(): Entries<{ getProperties(): Struct | undefined; getEnforcementlevel(): number }>;
}

export interface Struct {
  toJavaScript(): { readonly [name: string]: unknown };
  getFieldsMap(): { get(name: string): { toJavaScript(): unknown } | undefined; getLength(): number; clear(): void };
}

interface Entries<Value> {
  get(name: string): Value | undefined;
  entries(): Iterable<[string, Value]>;
}

interface Messages {
  readonly remediate: ResourceMessage;
  readonly analyze: ResourceMessage;
  readonly analyzeStack: StackMessage;
  readonly configure: ConfigureMessage;
}

/** The question with which the SDK begins. What the callback throws is seen by the SDK, which for `configure` tells the user. */
const FIRST: { readonly [Method in keyof Messages]: keyof Messages[Method] } = {
  remediate: "getUrn",
  analyze: "getType",
  analyzeStack: "getResourcesList",
  configure: "getPolicyconfigMap",
};

type Service = { readonly [method: string]: { requestDeserialize?: (bytes: Uint8Array) => object } | undefined };

/**
 * Shows every message of a method, once, before the SDK's policies see it. To be called before the pack is made.
 *
 * @param instead a message to be taken for the next one, which then is neither read nor shown; undefined to read and show it
 */
export function beforehand<Method extends keyof Messages>(
  method: Method,
  show: (message: Messages[Method]) => void,
  instead: () => Messages[Method] | undefined = () => undefined,
): void {
  const definition = service()[method];
  const deserialize = definition?.requestDeserialize;
  if (!definition || !deserialize) return;
  const watched = (bytes: Uint8Array) => {
    const other = instead();
    if (other) return other;
    const message = deserialize(bytes) as { [name: PropertyKey]: unknown };
    const first = FIRST[method];
    const answer = message[first];
    if (typeof answer !== "function") return message;
    message[first] = () => {
      message[first] = answer;
      show(message as unknown as Messages[Method]);
      return answer.call(message);
    };
    return message;
  };
  Reflect.set(definition, "requestDeserialize", watched);
}

/** The protocol as the SDK itself knows it, which may be installed beside it. */
function service(): Service {
  const sdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/policy"));
  return sdk("@pulumi/pulumi/proto/analyzer_grpc_pb").AnalyzerService;
}

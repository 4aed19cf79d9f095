// Decides how the pack sees the engine's messages before the SDK unpacks them. The pack chooses the policies for a message while
// it arrives, and the choice is passed on when the SDK asks the message its first question, so that it holds for exactly that
// message, however many are under way. With an SDK that reads its messages otherwise nothing is chosen, and every policy runs.

import { createRequire } from "node:module";

/** Loads what the SDK would load, which may be installed beside it. */
export const besideTheSdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/policy"));

/** The level and the options of every policy. */
export interface ConfigureMessage {
  getPolicyconfigMap(): {
    entries(): Iterable<
      [string, { getProperties(): { toJavaScript(): Values } | undefined; getEnforcementlevel(): number }]
    >;
  };
}

type Values = { readonly [name: string]: unknown };

/** The question with which the SDK begins each. */
const FIRST = {
  remediate: "getUrn",
  analyze: "getType",
  analyzeStack: "getResourcesList",
  configure: "getPolicyconfigMap",
} as const;
type Method = keyof typeof FIRST;
export type Judged = Exclude<Method, "configure">;

type Message = { [question: string]: unknown };
type Reading = (sent: Uint8Array) => Message;

/**
 * Chooses for every message of a method. To be called before the pack is made.
 *
 * @param choose given the message as it was sent; undefined to let every policy run
 * @param begin called with the choice when the SDK takes up the message
 */
export function beforehand<Policy>(
  method: Judged,
  choose: (sent: Uint8Array) => readonly Policy[] | undefined,
  begin: (chosen: readonly Policy[]) => void,
): void {
  replaceReading(method, (read) => (sent) => {
    const chosen = choose(sent);
    if (!chosen) return read(sent);
    // What no policy is going to read need not be unpacked.
    return atFirstQuestion(method, read(chosen.length > 0 ? sent : NOTHING), () => begin(chosen));
  });
}

/** Shows every configuration; what the callback throws is the answer that the user sees. */
export function onConfiguration(show: (message: ConfigureMessage) => void): void {
  replaceReading("configure", (read) => (sent) => {
    const message = read(sent);
    return atFirstQuestion("configure", message, () => show(message as unknown as ConfigureMessage));
  });
}

/** About a resource without properties and options, which the SDK unpacks although no policy is to run: fields 2 and 5, of 0 bytes. */
const NOTHING = Uint8Array.of(0x12, 0, 0x2a, 0);

function atFirstQuestion(method: Method, message: Message, work: () => void): Message {
  const question = FIRST[method];
  const answer = message[question];
  if (typeof answer === "function")
    message[question] = () => {
      message[question] = answer;
      work();
      return answer.call(message);
    };
  return message;
}

/** A definition that cannot be changed is left as it is. */
function replaceReading(method: Method, make: (read: Reading) => Reading): void {
  const definition = service()[method];
  if (definition) Reflect.set(definition, "requestDeserialize", make(definition.requestDeserialize));
}

/** The protocol as the SDK itself knows it. */
function service(): { readonly [method: string]: { readonly requestDeserialize: Reading } | undefined } {
  return besideTheSdk("@pulumi/pulumi/proto/analyzer_grpc_pb").AnalyzerService;
}

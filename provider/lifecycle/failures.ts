// The messages for failed operations: the object, the operation, the answer, and the remedy.

import {
  isSingle,
  masked,
  type Operation,
  type Props,
  type Resource,
  SignalWireError,
  scopeWords,
  toCamel,
} from "../../contract/index.ts";
import { Contradicted } from "../client/answers.ts";
import { Unassigned } from "../client/assignments.ts";
import { Conflict, RequestFailure } from "../client/errors.ts";
import {
  addressInUse,
  ConfigurationError,
  credentialsInUse,
  type StackConfig,
  usesSavedCredentials,
} from "../config/config.ts";

export type Action = "create" | "adopt" | "issue" | "read" | "import" | "update" | "renew" | "delete";

export interface Subject {
  readonly resource: Resource;
  readonly action: Action;
  /** The user's name for the object: a user name or a number, never a secret. */
  readonly label: unknown;
  readonly id?: string;
  readonly config: StackConfig | undefined;
  /** Hides the secrets of the operation in text. Default: those that their place or form reveals. */
  readonly hide?: (text: string) => string;
  /** False when no write of the operation can have been carried out. Default: unknown. */
  readonly mayHaveWritten?: boolean;
  /** True for the first caller of a run with this text. Without it, every failure is explained in full. */
  readonly isFirst?: (text: string) => boolean;
}

/** A failed operation as the engine shows it: one paragraph, without our stack trace. */
export class OperationFailure extends SignalWireError {
  readonly code: string;
  /** The message without the object's name, equal for all objects with the same failure. */
  readonly reason: string;

  constructor(code: string, message: string, reason = message) {
    super(message);
    this.name = "OperationFailure";
    this.code = code;
    this.reason = reason;
    // The dynamic provider host prints `${error}: ${error.stack}` before the engine prints the message.
    this.stack = `${code}, see below`;
  }

  /** Returns the same failure for an existing resource: the engine stores these outputs with it. */
  kept(id: string, properties: Props): OperationFailure {
    return Object.assign(this, { id, properties, reasons: [this.message] });
  }

  override toString(): string {
    return "SignalWire";
  }
}

/** Runs an operation. Throws its failure as the user's message. */
export async function describing<T>(subject: Subject, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw describeFailure(error, subject);
  }
}

/** Turns an error into the user's message. A defect of this package passes through with its stack. */
export function describeFailure(error: RequestFailure, subject: Subject): OperationFailure;
export function describeFailure(error: unknown, subject: Subject): unknown;
export function describeFailure(error: unknown, subject: Subject): unknown {
  const hide = subject.hide ?? masked;
  const failure = (code: string, message: string, reason = message) =>
    new OperationFailure(code, hide(message), hide(reason));
  const what = `Could not ${subject.action} the ${subject.resource.title}${name(subject)}`;
  if (error instanceof ConfigurationError) return failure(error.code, `${what}. ${error.message}`, error.message);
  if (error instanceof RequestFailure) {
    const reason = `${error.message}. ${advice(error, subject)}`;
    if (isAway(error) && subject.isFirst?.(error.message) === false)
      return failure(error.code, `${what}: ${AWAY}`, reason);
    return failure(error.code, `${what}: ${reason}`, reason);
  }
  if (error instanceof Conflict) return failure(error.code, `${what}: ${error.message}`);
  return error;
}

const AWAY = "the service could not be reached. Another error of this run has the reason and the remedy.";

/** True if no connection was made, so that every request of the run fails alike. */
function isAway({ code, reach }: RequestFailure): boolean {
  return (code === "unreachable" || code === "timeout") && reach === "not_done";
}

function name({ label, id }: Subject): string {
  const quoted = typeof label === "string" && label !== "" ? ` "${label}"` : "";
  return id !== undefined && id !== label ? `${quoted} (${id})` : quoted;
}

function advice(error: RequestFailure, subject: Subject): string {
  const { resource, action, config } = subject;
  const address = addressInUse(config);
  switch (error.code) {
    case "unreachable":
    case "timeout":
      return `Check the network and ${address}, then run the same command again.${effectOf(error, subject)}`;
    case "unauthorized":
      return `Check ${credentialsInUse(config)}${scopeHint(resource)}.${staleHint(config, action)}`;
    case "not_found":
      if (action === "adopt" && !isSingle(resource))
        return `The project owns no such ${resource.title}: check the id and the project ID.`;
      if (action === "create" && resource.parent !== undefined)
        return `\`${toCamel(resource.parent)}\` names no object of the project: check it, or use the \`id\` of a resource of this program.`;
      return isFirstWrite(action) || isAlwaysThere(resource)
        ? `There is no such API at this address: check ${address}.`
        : `It was removed outside this stack: run \`pulumi refresh\`, then ${anew(resource)}.`;
    case "invalid":
      return action === "delete"
        ? "The service kept it. Take it out of what still uses it, such as a number or a campaign, then run the same command again."
        : `Correct the program and run the same command again.${effectOf(error, subject)}`;
    case "rate_limited":
      return "The project sends more requests than the service allows: wait, then run the same command again.";
    case "service_error":
      return `The failure is on the service's side: run the same command again later.${effectOf(error, subject)}`;
    case "cancelled":
      return `Run the same command again to go on.${effectOf(error, subject)}`;
    case "unexpected_answer":
      if (error instanceof Unassigned) return error.remedy;
      if (error instanceof Contradicted)
        return `Run the same command again: it sends them again. If it fails again, look for a cache or proxy before ${address}. Where the service changes a value itself, write it in the program as the service shows it.`;
      return `Check that ${address} names the API and no web page or proxy stands before it.${effectOf(error, subject)}`;
  }
}

function isFirstWrite(action: Action): boolean {
  return action === "create" || action === "issue" || action === "adopt";
}

function anew({ operations }: Resource): string {
  return operations.create ? "`pulumi up` to make it anew" : "take it out of the program";
}

/** True if no person can remove the object: the project has exactly one, or the API has no read for it. */
function isAlwaysThere(resource: Resource): boolean {
  return isSingle(resource) || !("read" in resource.operations);
}

/** Empty for credentials that are always current, and where the program gives them in this run. */
function staleHint(config: StackConfig | undefined, action: Action): string {
  const mayBeOfState = action === "read" || action === "delete";
  if (!mayBeOfState || config?.isCurrent || !usesSavedCredentials(config)) return "";
  if (!config?.isDeclared)
    return " Refresh and destroy use the configuration saved by the last `up`, which may be stale: set SIGNALWIRE_API_TOKEN, or pass --run-program, to use today's.";
  if (config.providerName === undefined) return "";
  return " Refresh and destroy use the provider's arguments saved by the last `up`, which may be stale: pass --run-program to use today's.";
}

/** Returns a sentence on what the operation may have done at the service; empty for operations that change no setting. */
function effectOf(error: RequestFailure, { action, mayHaveWritten = error.reach === "unknown" }: Subject): string {
  if (action === "read" || action === "import") return "";
  if (!mayHaveWritten) return " Nothing was changed.";
  switch (action) {
    case "adopt":
      return " The settings may have been changed all the same; what was found before is kept, and the next `up` sends them again.";
    case "update":
      return " The settings may have been changed all the same; the next `up` sends them again.";
    case "create":
      return " The request may have been carried out all the same; if so, the next `up` says what it found and how to go on.";
    default:
      return "";
  }
}

function scopeHint(resource: Resource): string {
  const operations: readonly (Operation | undefined)[] = Object.values(resource.operations);
  const words = scopeWords(operations.find((operation) => operation?.scope));
  return words === "" ? "" : `, and that the token has ${words}`;
}

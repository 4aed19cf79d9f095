// Everything that one run of the engine knows and owns. A door creates it and passes it in; no other module of provider/ keeps
// state.

import { masked, type Props, type Resource } from "../../contract/index.ts";
import { Cancellation } from "../client/cancellation.ts";
import { openClient } from "../client/collection.ts";
import { Lists } from "../client/dry-run.ts";
import { RequestFailure } from "../client/errors.ts";
import { SHORT_BOUNDS } from "../client/exchange.ts";
import type { Client } from "../client/operations.ts";
import { printLine } from "../client/print.ts";
import { ServiceForms } from "../client/service-forms.ts";
import { openTransport, type Transport } from "../client/transport.ts";
import {
  accountOf,
  connectionProblem,
  currentTime,
  mayBeEmpty,
  readConnection,
  type StackConfig,
} from "../config/config.ts";
import { DeclaredResources, type Share } from "./declared.ts";
import type { Registry } from "./registry.ts";

/** Id of the target → the fields that refer to it. Shared by all resources of a run. */
export type Pointers = Map<string, Map<string, Pointer>>;

/** A field of an object that refers to another one. */
export interface Pointer {
  /** The user's name for the object. */
  readonly source: string;
  /** The step by which the object stops to refer to the other one. */
  readonly remedy: string;
  /** True for an adopted object: a destroy leaves it, with settings as `onDestroy` says. */
  readonly isAdopted: boolean;
}

export interface Outside {
  /** Prints a line for the user during an operation. Default: to standard error. */
  readonly print?: (line: string) => void;
  /**
   * Returns the time that decides whether a token is due. Default: this machine's, or the reference server's under
   * `SIGNALWIRE_CLOCK=server`.
   */
  readonly now?: () => Promise<Date>;
  /** The engine's address, which names the run for all its provider processes. Default: this process is the only one. */
  readonly engine?: string | undefined;
}

export class Run {
  /** The configuration of the stack or of a declared provider. Each use also reads the environment. */
  config: StackConfig | undefined;
  readonly pointers: Pointers = new Map();
  readonly print: (line: string) => void;
  /** Returns the time that decides whether a token is due. */
  readonly now: () => Promise<Date>;
  /** The arguments of objects of which a project has one: the program's once they are checked, else those of the state. */
  readonly singles = new Map<Resource, Props>();
  /** The number of reads in a row without an answer. */
  unansweredReads = 0;
  /** True when a preview got no answer from the service: it sends no further request. */
  isServiceAway = false;
  readonly #declared = new Map<Resource, DeclaredResources>();
  readonly #reported = new Map<string, string>();
  readonly cancellation = new Cancellation();
  #open: { readonly key: string; readonly client: Client } | undefined;
  #lists: Lists | undefined;
  /** What the run has learned about the service. */
  readonly forms = new ServiceForms((line) => this.print(line));
  readonly #missing = new Map<string, Promise<boolean>>();
  readonly #engine: string | undefined;
  #registry: Promise<Registry> | undefined;

  constructor({ print = printLine, now, engine }: Outside = {}) {
    this.print = (line) => print(masked(this.cancellation.operation.hide(line)));
    this.#engine = engine || undefined;
    this.now = now ?? (() => currentTime(this.config));
  }

  /**
   * Returns the client for the current credentials; opens a new pool of connections only when they changed.
   *
   * @throws ConfigurationError when they cannot be used.
   */
  client(config = this.config): Client {
    const connection = readConnection(config);
    const key = JSON.stringify(connection);
    const { print, cancellation } = this;
    if (this.#open?.key !== key)
      this.#open = {
        key,
        client: openClient(openTransport(connection, { print, cancellation }), {
          forms: this.forms,
          mayBeEmpty: mayBeEmpty(),
          patience: { print, pause: (milliseconds) => cancellation.pause(milliseconds) },
        }),
      };
    return this.#open.client;
  }

  /** The project of the current credentials. @throws ConfigurationError when they cannot be used. */
  get projectId(): string {
    return readConnection(this.config).projectId;
  }

  /**
   * Returns the lists for a preview's comparison: each is read once in a run, without retries.
   *
   * @throws ConfigurationError when the credentials cannot be used.
   */
  lists(): Lists {
    this.#lists ??= new Lists(openClient(this.#withoutRetries(), { forms: this.forms }));
    return this.#lists;
  }

  /** True when the service answers 404 for this path. Requests each path once in a run, without retries. */
  isMissing(path: string): Promise<boolean> {
    const ask = async () => {
      try {
        await this.#withoutRetries()({ method: "GET", path });
        return false;
      } catch (error) {
        if (error instanceof RequestFailure) return error.code === "not_found";
        throw error;
      }
    };
    const missing = this.#missing.get(path) ?? ask();
    this.#missing.set(path, missing);
    return missing;
  }

  #withoutRetries(): Transport {
    const { print, cancellation } = this;
    return openTransport(readConnection(this.config), { bounds: SHORT_BOUNDS, isPatient: false, print, cancellation });
  }

  declared(resource: Resource): DeclaredResources {
    const known = this.#declared.get(resource) ?? new DeclaredResources(resource, this.#share);
    this.#declared.set(resource, known);
    return known;
  }

  readonly #share: Share = async (question) => {
    const engine = this.#engine;
    // While the configuration cannot be used, nothing is sent, and the operation itself says why.
    if (engine === undefined || connectionProblem(this.config)) return undefined;
    this.#registry ??= import("./registry.ts").then(({ Registry }) => new Registry(engine));
    return (await this.#registry).put({ ...question, account: accountOf(this.config) });
  };

  /** True for the first caller with this key: facts about the whole run are reported once. */
  isFirst(key: string): boolean {
    const isFirst = !this.#reported.has(key);
    this.firstOf(key, "");
    return isFirst;
  }

  /** Returns the object that was the first with this key, which may be this one again. */
  firstOf(key: string, object: string): string {
    const first = this.#reported.get(key) ?? object;
    this.#reported.set(key, first);
    return first;
  }
}

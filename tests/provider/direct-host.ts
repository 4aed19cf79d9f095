// Runs the provider objects of one engine run in the test's own process, called like Pulumi's dynamic provider host would. A
// process costs each test half a second; tests of the process itself use `Host`.

import { openDynamicProviders } from "../../provider/doors/dynamic.ts";
import { openProviders, type Providers } from "../../provider/providers.ts";
import { Run } from "../../provider/run/run.ts";
import { receiveReports } from "../../sdk/reports.ts";
import type { Server } from "../engine/service.ts";
import { type CheckFailure, type Finding, type Kind, type Props, wired } from "./host.ts";
import { plain } from "./marks.ts";

/** A project of a server. */
export interface Account {
  readonly url: string;
  readonly project: Pick<Server["project"], "id" | "apiToken">;
}

/** An account of a service that nothing serves. */
export const NOWHERE: Account = { url: "http://127.0.0.1:9", project: { id: "project", apiToken: "canary-token" } };

/** Returns a stack's configuration that names the account. */
export function configurationOf({ url, project }: Account): { readonly [key: string]: string } {
  return { "signalwire:baseUrl": url, "signalwire:projectId": project.id, "signalwire:apiToken": project.apiToken };
}

/** Returns the provider objects of a new run of the engine, which prints nothing. */
export function providersOf(account: Account, now?: () => Promise<Date>): Providers {
  const config = configurationOf(account);
  const run = new Run({ print: () => undefined, ...(now && { now }) });
  run.config = { get: (key) => config[key] };
  return openProviders(run);
}

export class DirectHost {
  readonly #config: { readonly [key: string]: string };
  #printed = "";
  #run!: Run;
  #providers!: Providers;

  /** Starts a run with this configuration of the stack. */
  constructor(config: { readonly [key: string]: string }) {
    this.#config = config;
    this.#open();
  }

  static async start(account: Account): Promise<DirectHost> {
    return new DirectHost(configurationOf(account));
  }

  /** Starts a new run: the engine uses a new process for each run. */
  async newRun(): Promise<void> {
    this.#open();
  }

  #open(): void {
    this.#run = new Run({ print: (line) => (this.#printed += `${line}\n`) });
    this.#run.config = { get: (key) => this.#config[key] };
    this.#providers = openDynamicProviders(this.#run);
  }

  /** Presses Ctrl-C. */
  cancel(): void {
    this.#run.cancellation.cancel();
  }

  /** Everything that was printed for the user. */
  get printed(): string {
    return this.#printed;
  }

  /** Returns the inputs without the marks of secrets, as the engine sends them to Pulumi's host. */
  async check(kind: Kind, olds: Props, news: Props): Promise<{ inputs: Props; failures: CheckFailure[] }> {
    const { inputs = news, failures = [] } = await this.#of(kind).check(wired(olds), wired(news));
    return { inputs: plain(wired(inputs)), failures: failures.map(({ property, reason }) => ({ property, reason })) };
  }

  /** Returns a preview's findings. `secrets` are the arguments that the program marked secret. */
  async preview(kind: Kind, news: Props, { olds = {}, secrets = [] as string[] } = {}) {
    const reports = receiveReports();
    const __findings = [await reports.path, "1"];
    const { inputs, failures } = await this.check(kind, olds, { ...news, __findings, __secrets: secrets });
    reports.close();
    if (failures.length > 0) throw new Error("a preview of our own classes fails no check");
    return { inputs, findings: (reports.received.get("1") ?? []) as Finding[] };
  }

  /** Undefined `changes` leave the comparison to the engine. */
  async diff(kind: Kind, id: string, olds: Props, news: Props) {
    const { changes, replaces = [] } = await this.#of(kind).diff(id, wired(olds), wired(news));
    return { changes, replacesList: [...replaces] };
  }

  async create(kind: Kind, inputs: Props): Promise<{ id: string; outputs: Props }> {
    const { id, outs = {} } = await this.#of(kind).create(wired(inputs));
    return { id, outputs: wired(outs) };
  }

  async read(kind: Kind, id: string, stored: Props): Promise<{ id: string; outputs: Props; inputs?: Props }> {
    const answer = await this.#of(kind).read(id, wired(stored));
    const { id: found = "", props: outputs = {}, inputs } = answer;
    return { id: found, outputs: wired(outputs), ...(inputs === undefined ? {} : { inputs: plain(wired(inputs)) }) };
  }

  async import(kind: Kind, id: string): Promise<{ id: string; inputs: Props; outputs: Props } | undefined> {
    const found = await this.#of(kind).import(id);
    return found && { id: found.id, inputs: wired(found.inputs), outputs: wired(found.props) };
  }

  async update(kind: Kind, id: string, olds: Props, news: Props): Promise<Props> {
    const { outs = {} } = await this.#of(kind).update(id, wired(olds), wired(news));
    return wired(outs);
  }

  async delete(kind: Kind, id: string, stored: Props): Promise<void> {
    await this.#of(kind).delete(id, wired(stored));
  }

  #of(kind: Kind) {
    return this.#providers[kind];
  }
}

// The expected results of a rule, and the resources in them.

import { UNKNOWN } from "../../contract/index.ts";
import type { Finished } from "../../policy/evaluation.ts";
import { type Trial, unknown } from "../../policy/index.ts";
import type { Sent } from "./analyzer.ts";

export interface Case {
  /** The options for `trials`. Default: the rule's defaults. */
  readonly options?: { readonly [option: string]: unknown };
  /** The name of the stack, if it matters. */
  readonly stack?: string;
  /** Valid resources, some with unknown values. tests/policy/corpus-bad.ts has the violations. */
  readonly trials: readonly Trial[];
  /** The unknown values that the rule needs. */
  readonly awaits: readonly string[];
  /** A configuration that changes the violations of `trials`. */
  readonly configured?: {
    readonly options: { readonly [option: string]: unknown };
    readonly trials: readonly Trial[];
    readonly violations: readonly string[];
  };
}

export const SECRET = "kV7-canary-qX2pLw9z";
export const ROOM = "9e8b6c1a-52d7-4b0f-8a35-6f0c7d1e2b34";

type More = Pick<Sent, "name" | "from" | "account">;

export function endpoint(args: object, more: More = {}): Trial {
  return { kind: "SipEndpoint", args: { username: "front-desk", password: SECRET, ...args }, ...more };
}

export function number(args: object, more: More = {}): Trial {
  return { kind: "PhoneNumber", args: { number: "+12025550101", ...args }, ...more };
}

export function token(args: object): Trial {
  return { kind: "ClientToken", args: { ...args } };
}

export function subscriber(args: object): Trial {
  return { kind: "SubscriberToken", args: { reference: "alice", ...args } };
}

export function profile(args: object, more: More = {}): Trial {
  return { kind: "SipProfile", args: { ...args }, ...more };
}

export function application(args: object): Trial {
  return { kind: "DomainApplication", args: { name: "Carrier", identifier: "carrier", ...args } };
}

export function script(step: unknown, more: More = {}, outputs: object = {}): Trial {
  const args = { displayName: "Menu", contents: { sections: { main: [step] } }, ...outputs };
  return { kind: "SwmlScript", args, ...more };
}

/** The address of a script at a reference server on this machine. */
export const HOSTED = `http://127.0.0.1:8080/relay-bins/${ROOM}`;

export const INHERITS = (setting: string) =>
  `${setting} is inherited from the project's SIP profile, which the stack does not manage (option explicit)`;

export const WEBHOOKS = {
  callHandler: "laml_webhooks",
  callRequestUrl: "https://a.example/call",
  callRequestMethod: "POST",
  callFallbackUrl: "https://b.example/call",
  callFallbackMethod: "POST",
  callStatusCallbackUrl: "https://a.example/status",
  callStatusCallbackMethod: "POST",
};

/** Returns the resources as the engine holds them at the end of a run. */
export function finishedFrom(trials: readonly (Sent | Trial)[], stack = "dev"): Finished[] {
  const about = ({ kind, name = "tried" }: Sent | Trial) => {
    const type = `signalwire:index:${kind}`;
    return { type, urn: `urn:pulumi:${stack}::project::${type}::${name}` };
  };
  return trials.map((trial) => {
    const { account, from = {}, args } = trial as Sent;
    const given = Object.entries(args).filter(([, value]) => value !== undefined);
    const props = Object.fromEntries(given.map(([name, value]) => [name, value === unknown ? UNKNOWN : value]));
    const plugin = account === "nodejs" ? "pulumi-nodejs" : "signalwire";
    const provider = { type: `pulumi:providers:${plugin}`, urn: `provider ${account}`, name: String(account) };
    const sources = Object.entries(from).map(([argument, name]) => [
      argument,
      trials.filter((each) => each.name === name).map(about),
    ]);
    return {
      ...about(trial),
      props,
      propertyDependencies: Object.fromEntries(sources),
      ...(account && { provider: { ...provider, props: { projectId: account } } }),
    };
  });
}

// Checks that the service is reachable, answers correctly, and accepts the credentials. One read tests each scope.

import { listsOf, type Resource, resourceNames, resources, type Scope, scopesOf } from "../../contract/index.ts";
import { codeOf, type Exchange, openExchange, type RawAnswer } from "../../provider/client/exchange.ts";
import type { Connection } from "../../provider/config.ts";
import { SETTINGS } from "../../provider/settings.ts";
import type { StackAccount } from "../account/stack-accounts.ts";
import { isExported } from "./configuration.ts";
import { type Fault, faultInAnswer, faultOfError, type SettingsInUse, stagesOf } from "./faults.ts";
import { type Check, checking, type Reporter } from "./report.ts";

/** Short limits, because the user waits. A slow service is reported as slow. */
const BOUNDS = { connect: 4_000, silence: 6_000, whole: 10_000, size: 8 * 1024 ** 2 };
/** The accepted difference of two clocks in seconds: an answer's `Date` has whole seconds, and the answer takes time. */
const TOLERATED_SKEW = 60;

interface Read {
  readonly resource: Resource;
  readonly path: string;
  readonly scope: Scope;
}

/** One list for each scope: the first that requires this scope alone. */
const READS: readonly Read[] = resourceNames
  .flatMap((name) => {
    const resource: Resource = resources[name];
    const { list } = resource.operations;
    const [scope, ...others] = scopesOf(list);
    return list && scope && others.length === 0 && resource.parent === undefined
      ? [{ resource, path: list.path, scope }]
      : [];
  })
  .filter(({ scope }, at, all) => all.findIndex((each) => each.scope === scope) === at);
const SCOPES = READS.map(({ scope }) => scope);

const TITLES: { readonly [id: string]: string } = {
  dns: "DNS",
  proxy: "Proxy",
  connection: "Connection",
  tls: "TLS",
  clock: "Clock",
  answer: "Answer",
  credentials: "Credentials",
  ...Object.fromEntries(SCOPES.map((scope) => [scopeId(scope), `Scope ${scope}`])),
  "rate-limit": "Rate limit",
};

function scopeId(scope: Scope): string {
  return `scope-${scope.toLowerCase()}`;
}

function check(id: string): Reporter {
  return checking(id, TITLES[id] ?? id);
}

interface ServiceOptions {
  /** The milliseconds after which a service without an answer counts as slow. */
  readonly silence?: number;
  /** Where a declared provider has its settings. Default: configuration and environment. */
  readonly declared?: SettingsInUse;
}

export async function checkService(
  connection: Connection | undefined,
  { silence = BOUNDS.silence, declared }: ServiceOptions = {},
): Promise<Check[]> {
  if (connection === undefined) return completed([], ["dns", "connection", "tls"], "the configuration cannot be used");
  const stages = stagesOf(connection);
  const exchange = openExchange(connection, { ...BOUNDS, silence });
  const results = await Promise.all(READS.map((read) => request(read, exchange)));
  const failed = results.find((result) => "error" in result);
  if (failed) {
    const fault = faultOfError(codeOf(failed.error), connection, declared);
    const reached = fault.id === "answer" ? stages : stages.slice(0, Math.max(0, stages.indexOf(fault.id)));
    const checks = [...reached.map((id) => check(id).ok()), faultCheck(fault)];
    return completed(checks, stages, "the service could not be reached");
  }
  const answers = results.filter((result) => "answer" in result);
  const [fault] = answers.flatMap((each) => faultInAnswer(each.answer, each, connection, declared) ?? []);
  const checks = [
    ...stages.map((id) => check(id).ok()),
    clockCheck(answers[0]?.answer),
    ...(fault ? [faultCheck(fault)] : [check("answer").ok(), ...credentialChecks(answers, connection, declared)]),
    limitCheck(answers[0]?.answer),
  ];
  return completed(checks, stages, "the service does not answer as itself");
}

function completed(checks: readonly Check[], stages: readonly string[], why: string): Check[] {
  const ids = [...stages, "clock", "answer", "credentials", ...SCOPES.map(scopeId), "rate-limit"];
  const missing = ids.filter((id) => !checks.some((each) => each.id === id));
  return [...checks, ...missing.map((id) => check(id).notTried(why))];
}

function faultCheck({ id, message, remedies }: Fault): Check {
  return check(id).problem(message, remedies);
}

interface Answered extends Read {
  readonly answer: RawAnswer;
}

async function request(read: Read, exchange: Exchange): Promise<Answered | { readonly error: unknown }> {
  try {
    return {
      ...read,
      answer: await exchange({ method: "GET", path: `${read.path}?${listsOf(read.resource).size}=1` }),
    };
  } catch (error) {
    return { error };
  }
}

function clockCheck(answer: RawAnswer | undefined): Check {
  const theirs = Date.parse(answer?.headers.date ?? "");
  if (Number.isNaN(theirs)) return check("clock").notTried("the answer has no Date");
  const seconds = Math.round((Date.now() - theirs) / 1_000);
  if (Math.abs(seconds) <= TOLERATED_SKEW) return check("clock").ok();
  const direction = seconds > 0 ? "ahead of" : "behind";
  return check("clock").problem(
    `this machine's clock is ${Math.abs(seconds).toLocaleString("en")} s ${direction} the service's: client tokens would be renewed at wrong times`,
    ["Set the clock, for example by turning on NTP (`timedatectl set-ntp true`)."],
  );
}

function isRefused({ answer: { status } }: Answered): boolean {
  return status === 401 || status === 403;
}

function credentialChecks(answers: readonly Answered[], { baseUrl }: Connection, declared?: SettingsInUse): Check[] {
  if (!answers.every(isRefused)) return [check("credentials").ok(), ...answers.map(scopeCheck)];
  const set = declared
    ? "in the program, and run `pulumi up`"
    : isExported(SETTINGS.apiToken.variable)
      ? `\`export ${SETTINGS.apiToken.variable}=…\`, because the environment takes precedence`
      : "`pulumi config set --secret signalwire:apiToken`";
  const compare = `Compare ${declared?.credentials ?? "the project ID and the API token"} with those in your space, under API: both belong to ${new URL(baseUrl).hostname}.`;
  const renew = `If the token was deleted or rotated, make a new one and set it: ${set}.`;
  const scopes = `Give the token the scopes ${SCOPES.join(" and ")}`;
  const credentials = answers.every(({ answer }) => answer.status === 403)
    ? check("credentials").problem("every read is refused with 403 Forbidden", [
        `${scopes} in your SignalWire space, under API.`,
        compare,
        renew,
      ])
    : check("credentials").problem("every read is refused with 401 Unauthorized", [
        compare,
        renew,
        `${scopes}: without any of them it is refused likewise.`,
      ]);
  return [credentials, ...SCOPES.map((scope) => check(scopeId(scope)).notTried("the credentials are refused"))];
}

function scopeCheck(answered: Answered): Check {
  const { scope, path, answer } = answered;
  if (!isRefused(answered)) return check(scopeId(scope)).ok();
  return check(scopeId(scope)).problem(`GET ${path} is refused with ${answer.status}`, [
    `Give the API token the scope ${scope} in your SignalWire space, under API. A stack without such resources works without it.`,
  ]);
}

function limitCheck(answer: RawAnswer | undefined): Check {
  const sent = Object.entries(answer?.headers ?? {}).filter(([name]) => /rate-?limit|^retry-after$/.test(name));
  return check("rate-limit").ok(sent.map(([name, value]) => `${name}: ${value}`).join(", "));
}

/** Returns one check for each declared provider whose account works; for any other, the checks that fail. */
export async function checkAccounts(accounts: readonly StackAccount[]): Promise<Check[]> {
  return (await Promise.all(accounts.map(checkAccount))).flat();
}

export function accountsNotTried(providers: readonly string[], why: string): Check[] {
  return providers.map((provider) => checking("account", titleOf("Account", provider)).notTried(why));
}

async function checkAccount(account: StackAccount): Promise<Check[]> {
  const { provider } = account;
  const check = checking("account", titleOf("Account", provider));
  if ("error" in account)
    return [
      check.problem(account.error, [
        `Correct the arguments of the provider ${JSON.stringify(provider)}, then run \`pulumi up\`.`,
      ]),
    ];
  const checks = await checkService(account.connection, { declared: account });
  const others = checks.filter(({ status }) => status !== "ok");
  if (others.length === 0) return [check.ok()];
  return others.map((each) => ({ ...each, title: titleOf(each.title, provider) }));
}

function titleOf(title: string, provider: string): string {
  return `${title} of the provider ${JSON.stringify(provider)}`;
}

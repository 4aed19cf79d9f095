// Reads once for each scope: the service answers, accepts the credentials, and its clock agrees.

import { listsOf, type Resource, resourceNames, resources, type Scope, scopesOf } from "../../contract/index.ts";
import { pagesIn } from "../../provider/client/answers.ts";
import { contentOf, type FailureCode, networkFailure, RequestFailure } from "../../provider/client/errors.ts";
import { codeOf, type Exchange, openExchange } from "../../provider/client/exchange.ts";
import type { Connection } from "../../provider/config/config.ts";
import { SETTINGS } from "../../provider/config/settings.ts";
import type { StackAccount } from "../account/stack-accounts.ts";
import { isExported } from "./configuration.ts";
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
  service: "Service",
  clock: "Clock",
  credentials: "Credentials",
  ...Object.fromEntries(SCOPES.map((scope) => [scopeId(scope), `Scope ${scope}`])),
};

function scopeId(scope: Scope): string {
  return `scope-${scope.toLowerCase()}`;
}

function check(id: string): Reporter {
  return checking(id, TITLES[id] ?? id);
}

/** An account of the stack. `declared` names the credentials of a declared provider. */
interface Asked {
  readonly connection: Connection;
  /** The setting with the service's address. */
  readonly address: string;
  readonly declared?: string;
}

/** `silence`: the milliseconds after which a service without an answer counts as slow. */
export async function checkService(asked: Asked | undefined, silence = BOUNDS.silence): Promise<Check[]> {
  if (asked === undefined) return completed([], "the configuration cannot be used");
  const { connection, address, declared } = asked;
  const exchange = openExchange(connection, { ...BOUNDS, silence });
  const reads = await Promise.all(READS.map((read) => request(read, exchange, connection)));
  const failed = reads.find(({ failure }) => failure && failure.code !== "unauthorized")?.failure;
  const date = reads.find((read) => read.date !== undefined)?.date;
  const service = failed
    ? [check("service").problem(failed.message, remediesOf(failed.code, address))]
    : [check("service").ok(), ...credentialChecks(reads, connection, declared)];
  return completed([...unverified(), ...service, clockCheck(date)], "the service does not answer as itself");
}

/** Node's variable also counts for the provider, which sends the API token. */
function unverified(): Check[] {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED !== "0") return [];
  const problem =
    "no certificate is verified, because NODE_TLS_REJECT_UNAUTHORIZED is 0: another server in the service's place gets the API token";
  return [
    checking("tls", "TLS").problem(problem, [
      "Run `unset NODE_TLS_REJECT_UNAUTHORIZED`.",
      "Where a proxy of your company opens TLS, name the file of its CA in NODE_EXTRA_CA_CERTS.",
    ]),
  ];
}

function completed(checks: readonly Check[], why: string): Check[] {
  const missing = Object.keys(TITLES).filter((id) => !checks.some((each) => each.id === id));
  return [...checks, ...missing.map((id) => check(id).notTried(why))];
}

interface Done extends Read {
  readonly failure?: RequestFailure;
  /** The header `Date` of the answer. */
  readonly date?: string | undefined;
}

/** Sends one request, without repeating it. */
async function request(read: Read, exchange: Exchange, { baseUrl, proxy }: Connection): Promise<Done> {
  const path = `${read.path}?${listsOf(read.resource).size}=1`;
  let date: string | undefined;
  try {
    const { status, headers, text } = await exchange({ method: "GET", path }).catch((error) => {
      throw networkFailure(codeOf(error), baseUrl, proxy?.shown);
    });
    date = headers.date;
    pagesIn(
      contentOf({ status, text, contentType: headers["content-type"] ?? "", retryAfter: undefined }),
      read.resource,
    );
    return { ...read, date };
  } catch (failure) {
    if (!(failure instanceof RequestFailure)) throw failure;
    return { ...read, date, failure };
  }
}

function remediesOf(code: FailureCode, address: string): string[] {
  if (code === "rate_limited" || code === "service_error") return ["Try again later."];
  if (code === "unreachable" || code === "timeout")
    return [
      `Check the network, and ${address}.`,
      "If only a proxy reaches the internet from here, set HTTPS_PROXY. A reference server has to run: `npx --no -- pulumi-signalwire serve`.",
    ];
  return [
    `Check that ${address} names the API, without the path of a web page.`,
    "Open the address in a browser of this machine, and sign in where the network, the VPN or a gateway asks you to.",
  ];
}

function clockCheck(date = ""): Check {
  const theirs = Date.parse(date);
  if (Number.isNaN(theirs)) return check("clock").notTried("no answer has a Date");
  const seconds = Math.round((Date.now() - theirs) / 1_000);
  if (Math.abs(seconds) <= TOLERATED_SKEW) return check("clock").ok();
  const direction = seconds > 0 ? "ahead of" : "behind";
  return check("clock").problem(
    `this machine's clock is ${Math.abs(seconds).toLocaleString("en")} s ${direction} the service's: client tokens would be renewed at wrong times`,
    ["Set the clock, for example by turning on NTP (`timedatectl set-ntp true`)."],
  );
}

function credentialChecks(reads: readonly Done[], { baseUrl }: Connection, declared?: string): Check[] {
  if (!reads.every(({ failure }) => failure)) return [check("credentials").ok(), ...reads.map(scopeCheck)];
  const set = declared
    ? "in the program, and run `pulumi up`"
    : isExported(SETTINGS.apiToken.variable)
      ? `\`export ${SETTINGS.apiToken.variable}=…\`, because the environment takes precedence`
      : "`pulumi config set --secret signalwire:apiToken`";
  const compare = `Compare ${declared ?? "the project ID and the API token"} with those in your space, under API: both belong to ${new URL(baseUrl).hostname}.`;
  const renew = `If the token was deleted or rotated, make a new one and set it: ${set}.`;
  const scopes = `Give the token the scopes ${SCOPES.join(" and ")}`;
  const credentials = reads.every(({ failure }) => failure?.status === 403)
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

function scopeCheck({ scope, path, failure }: Done): Check {
  if (!failure) return check(scopeId(scope)).ok();
  return check(scopeId(scope)).problem(`GET ${path} is refused with ${failure.status}`, [
    `Give the API token the scope ${scope} in your SignalWire space, under API. A stack without such resources works without it.`,
  ]);
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
  const { connection, address, credentials } = account;
  const checks = await checkService({ connection, address, declared: credentials });
  const others = checks.filter(({ status }) => status !== "ok");
  if (others.length === 0) return [check.ok()];
  return others.map((each) => ({ ...each, title: titleOf(each.title, provider) }));
}

function titleOf(title: string, provider: string): string {
  return `${title} of the provider ${JSON.stringify(provider)}`;
}

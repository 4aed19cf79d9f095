// Checks that the service is reachable, answers correctly, and accepts the credentials. A read request tests each scope.

import {
  isSingle,
  listsOf,
  type Operation,
  type Resource,
  resourceNames,
  resources,
  type Scope,
  scopesOf,
} from "../../contract/index.ts";
import { codeOf, type Exchange, openExchange, type RawAnswer } from "../../provider/client/exchange.ts";
import type { Connection } from "../../provider/config.ts";
import { networkProblem, type SettingsInUse, stagesOf } from "./network.ts";
import { type Check, checking } from "./report.ts";
import { answerProblem } from "./strange-answers.ts";

/** Short limits, because the user waits. A slow service is reported as slow. */
const BOUNDS = { connect: 4_000, silence: 6_000, whole: 10_000, size: 8 * 1024 ** 2 };
/** The accepted difference of two clocks in seconds: an answer's `Date` has whole seconds, and the answer takes time. */
const TOLERATED_SKEW = 60;

const TITLES = {
  dns: "DNS",
  proxy: "Proxy",
  connection: "Connection",
  tls: "TLS",
  clock: "Clock",
  answer: "Answer",
  credentials: "Credentials",
  "rate-limit": "Rate limit",
} as const;

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
  if (connection === undefined) return notTried(["dns", "connection", "tls"], "the configuration cannot be used");
  const stages = stagesOf(connection);
  const asked = await askAll(openExchange(connection, { ...BOUNDS, silence }));
  const failed = asked.find(({ error }) => error !== undefined);
  if (failed) {
    const { stage, ...problem } = networkProblem(codeOf(failed.error), connection, declared);
    const at = stage === "answer" ? stages.length : stages.indexOf(stage);
    const before = stages.slice(0, at).map((each) => checking(each, TITLES[each]).ok(stageWords(each, connection)));
    const itself = checking(stage, TITLES[stage]).problem(problem.message, problem.remedies, problem.cause);
    const rest = stages.slice(at + 1);
    return [...before, itself, ...notTried(rest, "the service could not be reached").filter(({ id }) => id !== stage)];
  }
  const reached = stages.map((each) => checking(each, TITLES[each]).ok(stageWords(each, connection)));
  const answers = asked.flatMap(({ answer, operation }) => (answer ? [{ answer, operation }] : []));
  return [
    ...reached,
    clockCheck(answers[0]?.answer),
    ...answerChecks(answers, connection, declared),
    limitCheck(answers[0]?.answer),
  ];
}

interface Asked {
  readonly operation: Operation;
  readonly answer?: RawAnswer;
  readonly error?: unknown;
}

interface Answered {
  readonly operation: Operation;
  readonly answer: RawAnswer;
}

interface Read {
  readonly operation: Operation;
  readonly path: string;
}

/** One read for each resource that can be read: a page of its list, or the singleton. */
const READS: readonly Read[] = resourceNames.flatMap((name) => {
  const resource: Resource = resources[name];
  const { list, read } = resource.operations;
  const operation = isSingle(resource) ? read : list;
  return operation ? [{ operation, path: `${operation.path}?${listsOf(resource).size}=1` }] : [];
});

/** The scopes that some read requires. A read that accepts any one of several scopes requires none of them. */
const SCOPES: readonly Scope[] = [...new Set(READS.flatMap(({ operation }) => onlyScope(operation)))];

function onlyScope(operation: Operation): readonly Scope[] {
  const scopes = scopesOf(operation);
  return scopes.length === 1 ? scopes : [];
}

function askAll(exchange: Exchange): Promise<Asked[]> {
  return Promise.all(
    READS.map(async ({ operation, path }) => {
      try {
        return { operation, answer: await exchange({ method: operation.method, path }) };
      } catch (error) {
        return { operation, error };
      }
    }),
  );
}

function stageWords(stage: keyof typeof TITLES, { baseUrl, proxy }: Connection): string {
  const { hostname, port, protocol } = new URL(baseUrl);
  const words: { readonly [name: string]: string } = {
    dns: `${hostname} resolves`,
    proxy: `${proxy?.shown} opens a tunnel`,
    connection: `port ${port || (protocol === "https:" ? 443 : 80)} of ${hostname} accepts connections`,
    tls: "the certificate is trusted",
  };
  return words[stage] ?? "";
}

function clockCheck(answer: RawAnswer | undefined): Check {
  const check = checking("clock", TITLES.clock);
  const theirs = Date.parse(answer?.headers.date ?? "");
  if (Number.isNaN(theirs)) return check.notTried("the answer has no Date");
  const seconds = Math.round((Date.now() - theirs) / 1_000);
  if (Math.abs(seconds) <= TOLERATED_SKEW) return check.ok(`within ${TOLERATED_SKEW} s of the service's`);
  const direction = seconds > 0 ? "ahead of" : "behind";
  return check.problem(
    `this machine's clock is ${Math.abs(seconds).toLocaleString("en")} s ${direction} the service's: client tokens would be renewed at wrong times`,
    ["Set the clock, for example by turning on NTP (`timedatectl set-ntp true`)."],
    "clock-skew",
  );
}

function answerChecks(answers: readonly Answered[], connection: Connection, declared?: SettingsInUse): Check[] {
  const check = checking("answer", TITLES.answer);
  const problem = answers
    .map(({ answer, operation }) => answerProblem(answer, operation))
    .find((each) => each !== undefined);
  if (problem)
    return [
      check.problem(problem.message, problem.remedies, problem.cause),
      ...notTried([], "the service does not answer as itself").filter(
        ({ id }) => id !== "answer" && id !== "clock" && id !== "rate-limit",
      ),
    ];
  return [
    check.ok("the API answers, in JSON of the expected form"),
    ...credentialChecks(answers, connection, declared),
  ];
}

function isRefused({ answer: { status } }: Answered): boolean {
  return status === 401 || status === 403;
}

function credentialChecks(answers: readonly Answered[], { baseUrl }: Connection, declared?: SettingsInUse): Check[] {
  const check = checking("credentials", TITLES.credentials);
  const refused = answers.filter(isRefused);
  if (refused.length === answers.length) {
    const set = declared ? "in the program, and run `pulumi up`" : "`pulumi config set --secret signalwire:apiToken`";
    const isForbidden = refused.every(({ answer }) => answer.status === 403);
    const shown = isForbidden ? "403 Forbidden" : "401 Unauthorized";
    const remedies = [
      ...(isForbidden
        ? [`Give the token the scopes ${SCOPES.join(" and ")} in your SignalWire space, under API.`]
        : []),
      `Compare ${declared?.credentials ?? "the project ID and the API token"} with those in your space, under API: both belong to the space ${new URL(baseUrl).hostname}.`,
      `If the token was deleted or rotated, make a new one and set it: ${set}.`,
      ...(isForbidden
        ? []
        : [`Give the token the scopes ${SCOPES.join(" and ")}: without any of them it is refused likewise.`]),
    ];
    const cause = isForbidden ? "forbidden" : "unauthorized";
    return [
      check.problem(`every read is refused with ${shown}`, remedies, cause),
      ...SCOPES.map((scope) => scopeCheck(scope).notTried("the credentials are refused")),
    ];
  }
  return [check.ok("project ID and API token are accepted"), ...SCOPES.map((scope) => scopeResult(scope, answers))];
}

function scopeResult(scope: Scope, answers: readonly Answered[]): Check {
  const check = scopeCheck(scope);
  const refused = answers.find((each) => onlyScope(each.operation).includes(scope) && isRefused(each));
  if (!refused) return check.ok("the token has it: a read succeeded");
  const { answer, operation } = refused;
  return check.problem(
    `GET ${operation.path} is refused with ${answer.status}`,
    [
      `Give the API token the scope ${scope} in your SignalWire space, under API. A stack without such resources works without it.`,
    ],
    "scope-missing",
  );
}

function scopeCheck(scope: Scope) {
  return checking(`scope-${scope.toLowerCase()}`, `Scope ${scope}`);
}

function limitCheck(answer: RawAnswer | undefined): Check {
  const sent = Object.entries(answer?.headers ?? {}).filter(([name]) => /rate-?limit|^retry-after$/.test(name));
  const shown = sent.map(([name, value]) => `${name}: ${value}`).join(", ");
  return checking("rate-limit", TITLES["rate-limit"]).ok(shown || "the answer has no header about one");
}

/** Returns the checks of these stages and all later ones as not tried. */
function notTried(stages: readonly (keyof typeof TITLES)[], why: string): Check[] {
  const names = [...stages, "clock", "answer", "credentials"] as const;
  return [
    ...names.map((id) => checking(id, TITLES[id]).notTried(why)),
    ...SCOPES.map((scope) => scopeCheck(scope).notTried(why)),
    checking("rate-limit", TITLES["rate-limit"]).notTried(why),
  ];
}

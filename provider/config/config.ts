// Reads the service's address and the credentials. Only this folder of the provider reads the environment.

import { appendFileSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isLoopback, SignalWireError } from "../../contract/index.ts";
import { satisfiesMinimum, tooOld } from "../../contract/node-version.ts";
import {
  DEFAULT_CONCURRENCY,
  nameInUse,
  remedy,
  SETTINGS,
  type StackConfig,
  settingIn,
  settingName,
  variableIn,
  wrongSwitches,
} from "./settings.ts";

export { DEFAULT_PROVIDER, isDeclaredProvider, type StackConfig, settingName } from "./settings.ts";

/** The destination of log lines: a file, or the user's terminal. */
export type LogTarget = { readonly file: string } | "user";

/**
 * A drift check sets this to `true` for its own run of the engine: a failed read then becomes an output, because the engine ends
 * a refresh at the first failed read. Users must not set it: a refresh that stores would store the failure.
 */
export const REPORT_READ_FAILURES = "PULUMI_SIGNALWIRE_REPORT_READ_FAILURES";

/** A preview or a drift check sets this to the socket on which it receives values (sdk/reports.ts). */
export const REPORT_VALUES = "PULUMI_SIGNALWIRE_REPORT_VALUES";

export interface Connection {
  /** Without a trailing slash, for example `https://example.signalwire.com`. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly apiToken: string;
  readonly limits: {
    readonly concurrency: number;
    /** The largest number of requests that may start in a second. Default: unlimited. */
    readonly requestsPerSecond: number | undefined;
  };
  /**
   * The proxy from HTTPS_PROXY and NO_PROXY. Never used for plain http, which is only for this machine: the proxy would see the
   * token in clear.
   */
  readonly proxy?: Proxy | undefined;
  /** The destination of a log line for each request. Default: none. */
  readonly log?: LogTarget | undefined;
}

interface Proxy {
  /** Includes the proxy's credentials, if any. */
  readonly url: string;
  /** The hosts that are called directly, separated by commas. */
  readonly except: string;
  /** The address without credentials, for messages. */
  readonly shown: string;
}

export class ConfigurationError extends SignalWireError {
  readonly code = "configuration";
  readonly problems: readonly string[];

  constructor(problems: readonly string[], lead = "The SignalWire configuration cannot be used: ") {
    super(lead + problems.join(" "));
    this.problems = problems;
  }
}

/** Thrown when a dependency of this package cannot be loaded. No request was sent. */
export class InstallationError extends ConfigurationError {
  constructor(name: string, error: unknown) {
    const { code, message } = error as NodeJS.ErrnoException;
    super([`The package ${name} cannot be loaded (${code ?? message}). Install the packages again: npm install.`], "");
  }
}

/**
 * Returns the current connection. An environment variable overrides the stack configuration: on refresh and destroy, the engine
 * passes the configuration of the last `up`, but the environment is always current (docs/decisions/0016).
 *
 * @throws ConfigurationError with every problem at once.
 */
export function readConnection(config: StackConfig | undefined): Connection {
  const { node } = process.versions;
  if (!satisfiesMinimum(node)) throw new ConfigurationError([tooOld(node)], "");
  const problems = wrongSwitches(config);
  const [projectId, apiToken] = [settingIn(config, "projectId"), settingIn(config, "apiToken")];
  if (!projectId) problems.push(`${settingName(config, "projectId")} is missing: ${remedy(config, "projectId")}.`);
  if (!apiToken) problems.push(`${settingName(config, "apiToken")} is missing: ${remedy(config, "apiToken")}.`);

  const report: Report = (problem) => void problems.push(problem);
  const baseUrl = serviceUrl(config, report);
  checkClock(baseUrl, report);
  const proxy = baseUrl?.startsWith("https:") ? proxyOf(report) : undefined;
  const log = logTarget(report);

  const concurrency = positiveNumber(config, "concurrency", report) ?? DEFAULT_CONCURRENCY;
  const requestsPerSecond = positiveNumber(config, "requestsPerSecond", report);
  if (problems.length > 0 || !baseUrl || !projectId || !apiToken) throw new ConfigurationError(problems);
  return { baseUrl, projectId, apiToken, limits: { concurrency, requestsPerSecond }, proxy, log };
}

/** Returns the reason why there is no connection; undefined when there is one. */
export function connectionProblem(config: StackConfig | undefined): ConfigurationError | undefined {
  try {
    readConnection(config);
    return undefined;
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

/** Returns the text that identifies the project of the current credentials among all services. */
export function accountOf(config: StackConfig | undefined): string {
  const { baseUrl, projectId } = readConnection(config);
  return `${baseUrl} ${projectId.toLowerCase()}`;
}

/** Returns the project of the current credentials. Does not validate the other settings; the connection does. */
export function readProjectId(config: StackConfig | undefined): string | undefined {
  return settingIn(config, "projectId");
}

/**
 * Returns the time that decides whether a token is due: this machine's, or in a test the reference server's.
 *
 * @throws ConfigurationError when the reference server does not answer.
 */
export async function currentTime(config: StackConfig | undefined): Promise<Date> {
  if (!followsServerClock()) return new Date();
  const { baseUrl } = readConnection(config);
  const answer = await fetch(`${baseUrl}/_reference/now`).catch(() => undefined);
  const body = (answer?.ok ? await answer.json().catch(() => ({})) : {}) as { readonly now?: unknown };
  if (typeof body.now === "string") return new Date(body.now);
  throw new ConfigurationError([
    `SIGNALWIRE_CLOCK is server, and no reference server answers at ${baseUrl}: start one there, or unset the variable.`,
  ]);
}

/** True when the user confirms that the project may be empty: many objects may be gone at once. */
export function mayBeEmpty(): boolean {
  return process.env.SIGNALWIRE_EMPTY_PROJECT?.trim().toLowerCase() === "true";
}

/** Describes the current credentials and the source of each one, without the token itself. */
export function credentialsInUse(config: StackConfig | undefined): string {
  const { projectId } = readConnection(config);
  return `the project ID ${projectId} (from ${nameInUse(config, "projectId")}) and the API token (from ${nameInUse(config, "apiToken")})`;
}

/** Returns the name of the setting that holds the service's address. */
export function addressInUse(config: StackConfig | undefined): string {
  const { baseUrl, nameOf } = addressIn(config);
  return nameOf(baseUrl ? "baseUrl" : "space");
}

/** True when a credential comes from settings that the state keeps: refresh and destroy use those of the last `up`. */
export function usesSavedCredentials(config: StackConfig | undefined): boolean {
  return variableIn(config, "projectId") === undefined || variableIn(config, "apiToken") === undefined;
}

/** Returns the socket of a command that runs the engine and asks for values in clear. */
export function valuesSocket(): string | undefined {
  return process.env[REPORT_VALUES] || undefined;
}

/** True during a drift check: a failed read is returned as an output. */
export function isDriftCheck(): boolean {
  return process.env[REPORT_READ_FAILURES] === "true";
}

/**
 * Reads the secret behind `{ env }` or `{ file }`.
 *
 * @throws ConfigurationError when it is missing or empty.
 */
export function readSecret(source: { readonly env: string } | { readonly file: string }): string {
  if ("env" in source) {
    const value = process.env[source.env];
    if (value) return value;
    throw new ConfigurationError([`passwordFrom names the environment variable ${source.env}, which is not set.`]);
  }
  let value: string;
  try {
    value = readFileSync(source.file, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? ` (${String(error.code)})` : "";
    throw new ConfigurationError([`passwordFrom names the file ${source.file}, which cannot be read${why}.`]);
  }
  if (value) return value;
  throw new ConfigurationError([`passwordFrom names the file ${source.file}, which is empty.`]);
}

/** For tests: the reference server's clock decides whether a token is due (`SIGNALWIRE_CLOCK=server`). */
function followsServerClock(): boolean {
  return Boolean(process.env.SIGNALWIRE_CLOCK?.trim());
}

/** Records a problem, in the place of a value. */
type Report = (problem: string) => undefined;

function checkClock(baseUrl: string | undefined, report: Report): void {
  if (!followsServerClock()) return;
  if (process.env.SIGNALWIRE_CLOCK?.trim() !== "server")
    report("SIGNALWIRE_CLOCK can only be server: correct it, or unset it to go by this machine's clock.");
  else if (baseUrl && !isLoopback(new URL(baseUrl).hostname))
    report(
      `SIGNALWIRE_CLOCK=server is for tests against a reference server on this machine, and ${new URL(baseUrl).hostname} is none: unset it.`,
    );
}

/** Reads the proxy variables like undici and curl: lower-case names take precedence. */
function proxyOf(report: Report): Proxy | undefined {
  const { https_proxy, HTTPS_PROXY, no_proxy, NO_PROXY } = process.env;
  const text = https_proxy?.trim() || HTTPS_PROXY?.trim();
  if (!text) return undefined;
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:")
    return { url: text, except: no_proxy ?? NO_PROXY ?? "", shown: url.origin };
  return report("HTTPS_PROXY must be the proxy's http:// or https:// URL, for example http://proxy.example.com:8080.");
}

function logTarget(report: Report): LogTarget | undefined {
  const text = process.env.SIGNALWIRE_LOG?.trim();
  if (!text) return undefined;
  if (text === "requests") return "user";
  const [, name] = /^requests:(.+)$/.exec(text) ?? [];
  if (name === undefined)
    return report("SIGNALWIRE_LOG can only be requests, or requests:<file>: correct it, or unset it.");
  const file = resolve(name);
  try {
    appendFileSync(file, "");
    return { file };
  } catch (error) {
    return report(
      `SIGNALWIRE_LOG names the file ${file}, which cannot be written (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}

function positiveNumber(
  config: StackConfig | undefined,
  key: "concurrency" | "requestsPerSecond",
  report: Report,
): number | undefined {
  const text = settingIn(config, key);
  const isWhole = SETTINGS[key].type === "integer";
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0 && (!isWhole || Number.isInteger(value))) return value;
  return report(`${nameInUse(config, key)} must be a ${isWhole ? "whole number" : "number"} above 0.`);
}

type AddressKey = "baseUrl" | "space";

/** Returns both settings of the service's address. A variable is set for this run, so they never come from different sources. */
function addressIn(config: StackConfig | undefined) {
  const isFromEnvironment = (["baseUrl", "space"] as const).some((key) => variableIn(config, key) !== undefined);
  const settingOf = (key: AddressKey) => (isFromEnvironment ? variableIn(config, key) : settingIn(config, key));
  const nameOf = (...keys: AddressKey[]) =>
    isFromEnvironment ? keys.map((key) => SETTINGS[key].variable).join(" and ") : settingName(config, ...keys);
  return { baseUrl: settingOf("baseUrl"), space: settingOf("space"), nameOf };
}

function serviceUrl(config: StackConfig | undefined, report: Report): string | undefined {
  const { baseUrl, space, nameOf } = addressIn(config);
  if (baseUrl && space) return report(`${nameOf("baseUrl", "space")} are both set: keep one of them.`);
  if (space) return spaceUrl(nameOf, space, report);
  if (baseUrl) return checkedBaseUrl(nameOf("baseUrl"), baseUrl, report);
  const { providerName } = config ?? {};
  const whose = providerName === undefined ? "service's address" : `address of the provider "${providerName}"`;
  const other = `${settingName(config, "baseUrl")} or ${SETTINGS.baseUrl.variable}`;
  return report(
    `The ${whose} is missing: ${remedy(config, "space")} (for another server of the same specification, ${other}).`,
  );
}

function spaceUrl(nameOf: (key: AddressKey) => string, space: string, report: Report): string | undefined {
  const name = space.replace(/\.signalwire\.com$/i, "");
  if (/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(name)) return `https://${name.toLowerCase()}.signalwire.com`;
  return report(
    `${nameOf("space")} must be the name before .signalwire.com, for example example; a whole address goes into ${nameOf("baseUrl")}.`,
  );
}

function checkedBaseUrl(name: string, baseUrl: string, report: Report): string | undefined {
  const url = URL.parse(baseUrl);
  if (url?.protocol !== "https:" && url?.protocol !== "http:")
    return report(`${name} must be an absolute https:// URL, for example https://example.signalwire.com.`);
  if (url.username || url.password || url.search || url.hash)
    return report(`${name} must hold no user name, password, query or fragment.`);
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return report(
      `${name} would send the API token unencrypted to ${url.hostname}: use https://. Plain http:// is accepted for loopback addresses only. For a reference server elsewhere, put a TLS front before it or forward its port to this machine (docs/reference-server.md, From another machine).`,
    );
  return (url.origin + url.pathname).replace(/\/+$/, "");
}

// Explains a request that brought no answer of the API: a network that does not reach it, or something else that answers.

import { listsOf, notFoundBody, parsedJson, type Resource } from "../../contract/index.ts";
import type { RawAnswer } from "../../provider/client/exchange.ts";
import type { Connection } from "../../provider/config.ts";

type Stage = "dns" | "proxy" | "connection" | "tls";

export interface Fault {
  readonly id: Stage | "answer";
  readonly message: string;
  readonly remedies: readonly string[];
}

export interface SettingsInUse {
  readonly credentials: string;
  readonly address: string;
}

const AGAIN = "Try again.";
const LATER = "Try again later; look at the service's status page.";
const ADDRESS = "Check {address}: it must name the API, without a path of a web page.";
const SIGN_IN =
  "Open the address in a browser of this machine and sign in where it asks you to: to the network, the VPN or the gateway.";
const PROXY_LOGIN = "Put user name and password into HTTPS_PROXY: http://user:password@proxy.example.com:8080.";
const COMPANY_CA = "Where a proxy of your company opens TLS, name the file of its CA in NODE_EXTRA_CA_CERTS.";

const NO_SUCH_API = [ADDRESS, "Check that the space exists: open its address in a browser."];
type Row = readonly [pattern: RegExp, id: Stage | "answer", sentence: string, remedies: readonly string[]];

/**
 * The first pattern that matches explains the fault. An error is matched as its code, after `PROXIED` when a proxy makes the
 * connection. An answer is matched as `HTTP`, its status and what `contentsOf` returns.
 */
const FAULTS: readonly Row[] = [
  [/^HTTP 3\d\d login/, "answer", "requests are sent to a login page{of} ({seen})", [SIGN_IN, ADDRESS]],
  [/^HTTP 3/, "answer", "requests are sent to another address{of} ({seen})", [ADDRESS, SIGN_IN]],
  [/^HTTP 407/, "answer", "a proxy demands a login ({seen})", [PROXY_LOGIN]],
  [/^HTTP 511/, "answer", "the network demands a login ({seen})", [SIGN_IN]],
  [/^HTTP [25].* maintenance/, "answer", "the service is being maintained ({seen})", [LATER]],
  [/^HTTP 429/, "answer", "the service refuses more requests for now ({seen})", ["Wait {wait}, then try again."]],
  [/^HTTP 5/, "answer", "the service or a gateway before it fails ({seen})", [LATER]],
  [/^HTTP 2.* page/, "answer", "a web page answers in the API's place ({seen})", [SIGN_IN, ADDRESS]],
  [
    /^HTTP 40[13] page/,
    "answer",
    "a firewall or gateway before the API refuses the request ({seen})",
    ["Ask who runs it to let this machine through.", ADDRESS],
  ],
  [/^HTTP 404 unknown/, "answer", "the API does not know the path {path} ({seen})", NO_SUCH_API],
  [/^HTTP 404/, "answer", "there is no such API at this address {path} ({seen})", NO_SUCH_API],
  [/^HTTP 4/, "answer", "GET {path} is answered with {seen}", [ADDRESS, LATER]],
  [/^HTTP .* incomplete/, "answer", "the answer is no complete JSON ({seen})", [AGAIN, ADDRESS]],
  [/^HTTP/, "answer", "the answer is JSON, but not the API's ({seen})", [ADDRESS, SIGN_IN]],

  [/PROXY_407/, "proxy", "the proxy {proxy} refuses the tunnel to {host} ({seen})", [PROXY_LOGIN]],
  [
    /PROXY_\d/,
    "proxy",
    "the proxy {proxy} refuses the tunnel to {host} ({seen})",
    ["Ask who runs the proxy to allow {host}.", "Check the address in HTTPS_PROXY."],
  ],
  [
    /ALTNAME/,
    "tls",
    "{host} shows a certificate that belongs to another name ({seen})",
    ["Correct the address.", COMPANY_CA],
  ],
  [
    /CERT.*(?:EXPIRED|NOT_YET_VALID)/,
    "tls",
    "{host} shows a certificate that is not valid now ({seen})",
    ["Check this machine's date and time.", COMPANY_CA],
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/,
    "tls",
    "{host} shows a certificate that Node does not trust ({seen})",
    [COMPANY_CA],
  ],
  [
    /SSL|TLS|EPROTO/,
    "tls",
    "{at} does not speak TLS ({seen})",
    [
      "Correct the address: https:// needs a port that speaks TLS.",
      "Check that no proxy or firewall changes the connection.",
    ],
  ],
  [
    /^PROXIED (?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|.*CONNECT_TIMEOUT)/,
    "proxy",
    "the proxy {proxy} cannot be reached ({seen})",
    ["Correct HTTPS_PROXY.", "Outside of the company's network, unset HTTPS_PROXY, or add {host} to NO_PROXY."],
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    "dns",
    "the name {host} cannot be resolved ({seen})",
    [
      "Check the spelling of {address}.",
      "Check that this machine is online, and its DNS server or VPN.",
      "If only a proxy reaches the internet from here, set HTTPS_PROXY.",
    ],
  ],
  [
    /CONNECT_TIMEOUT|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/,
    "connection",
    "{at} does not accept connections ({seen})",
    [
      "Check the address and its port. A reference server has to run: `npx --no -- pulumi-signalwire serve`.",
      "Check that no firewall blocks it, or set HTTPS_PROXY if only a proxy reaches the internet from here.",
    ],
  ],
  [
    /TIMEOUT|TIMEDOUT/i,
    "answer",
    "{at} accepted the connection and did not answer in time ({seen})",
    [LATER, "Check that the address is the API's, and not another service's."],
  ],
  [
    /HPE_|does not match the HTTP|MAX_SIZE|CONTENT_LENGTH/,
    "answer",
    "{at} answers with something that is no usable HTTP ({seen})",
    ["Correct the address and its port: this is not the API."],
  ],
  [
    /^/,
    "answer",
    "{at} broke the connection before it answered ({seen})",
    [AGAIN, "Check that no firewall or proxy closes connections, and that http:// and https:// are not mixed up."],
  ],
];

/** The stages of a request in order. With a proxy, the proxy resolves the name and connects. */
export function stagesOf(connection: Connection): readonly Stage[] {
  const tls: readonly Stage[] = connection.baseUrl.startsWith("https:") ? ["tls"] : [];
  return isProxied(connection) ? ["proxy", ...tls] : ["dns", "connection", ...tls];
}

/** True when requests to the service go through the proxy, by NO_PROXY. */
function isProxied({ baseUrl, proxy }: Connection): boolean {
  if (!proxy) return false;
  const { hostname } = new URL(baseUrl);
  const excepted = proxy.except.split(/[\s,]+/).filter((each) => each !== "");
  return !excepted.some((each) => {
    const name = each.replace(/:\d+$/, "").replace(/^\*?\.?/, "");
    return each === "*" || hostname === name || (name !== "" && hostname.endsWith(`.${name}`));
  });
}

export function faultOfError(code: string, connection: Connection, declared?: SettingsInUse): Fault {
  const seen = code.replace(/^PROXY_/, "");
  return faultOf(isProxied(connection) ? `PROXIED ${code}` : code, { seen }, connection, declared);
}

/** Returns undefined for a page of the API's list, and for credentials that the API refuses. */
export function faultInAnswer(
  answer: RawAnswer,
  { path, resource }: { readonly path: string; readonly resource: Resource },
  connection: Connection,
  declared?: SettingsInUse,
): Fault | undefined {
  const { status, headers } = answer;
  const contents = contentsOf(answer, resource);
  if (contents === "" && (status < 300 || status === 401 || status === 403)) return undefined;
  const host = redirectOf(headers)?.hostname;
  const wait = headers["retry-after"] ?? "";
  const words = {
    path,
    seen: `${status}${/page/.test(contents) ? " with a web page instead of JSON" : ""}`,
    of: host && host !== NO_HOST ? ` of ${host}` : "",
    wait: /^\d+$/.test(wait) ? `${wait} s` : "a minute",
  };
  return faultOf(`HTTP ${status}${contents}`, words, connection, declared);
}

type Words = { readonly [placeholder: string]: string };

function faultOf(text: string, words: Words, { baseUrl, proxy }: Connection, declared?: SettingsInUse): Fault {
  const [, id, sentence, remedies] = FAULTS.find(([pattern]) => pattern.test(text)) as Row;
  const { hostname: host, port, protocol } = new URL(baseUrl);
  const all: Words = {
    ...words,
    host,
    at: `${host}:${port || (protocol === "https:" ? 443 : 80)}`,
    proxy: proxy?.shown ?? "",
    address: declared?.address ?? "signalwire:space, signalwire:baseUrl, SIGNALWIRE_SPACE or SIGNALWIRE_BASE_URL",
  };
  const filled = (template: string) => template.replace(/\{(\w+)\}/g, (_, name) => all[name] ?? "");
  return { id, message: filled(sentence), remedies: remedies.map(filled) };
}

/** Describes in words for `FAULTS` what an answer contains. Empty for a page of the resource's list, and for an error of the API. */
function contentsOf({ status, headers, text }: RawAnswer, resource: Resource): string {
  const content = parsedJson(text);
  const isSuccess = status < 300;
  const isRedirect = !isSuccess && status < 400;
  const url = redirectOf(headers);
  const holds = {
    login: isRedirect && /log-?in|sign-?in|sso|auth|portal|captive/i.test(`${url?.hostname}${url?.pathname}`),
    page: /html/.test(headers["content-type"] ?? "") || /^\s*</.test(text),
    maintenance: (isSuccess || status >= 500) && MAINTENANCE.test(text.slice(0, 20_000)),
    unknown: status === 404 && notFoundBody.safeParse(content).success,
    incomplete: isSuccess && content === undefined,
    foreign: isSuccess && !Array.isArray(Object(content)[listsOf(resource).entries]),
  };
  return Object.entries(holds)
    .map(([word, isTrue]) => (isTrue ? ` ${word}` : ""))
    .join("");
}

const MAINTENANCE = /maint(?:enance|ained)|be (?:right )?back soon|scheduled downtime/i;
const NO_HOST = "service.invalid";

function redirectOf({ location = "" }: RawAnswer["headers"]): URL | null {
  return URL.parse(location, `https://${NO_HOST}`);
}

// Explains answers that do not come from the API: a portal, a login, maintenance, a gateway, another address.

import {
  isSingle,
  listsOf,
  notFoundBody,
  type Operation,
  parsedJson,
  type Resource,
  resources,
} from "../../contract/index.ts";
import type { RawAnswer } from "../../provider/client/exchange.ts";

export interface AnswerProblem {
  readonly cause: string;
  readonly message: string;
  readonly remedies: readonly string[];
}

const LOGIN =
  "Open the address in a browser of this machine and sign in where it asks you to: to the network, the VPN or the gateway.";
const ADDRESS =
  "Check signalwire:space, signalwire:baseUrl, SIGNALWIRE_SPACE or SIGNALWIRE_BASE_URL: it must name the API, without a path of a web page.";
const LATER = "Try again later; look at the service's status page.";

/** Returns undefined for an answer of the API itself, including refused credentials. */
export function answerProblem(answer: RawAnswer, operation: Operation): AnswerProblem | undefined {
  const { status, headers, text } = answer;
  const content = parsedJson(text);
  const isPage = /html/.test(headers["content-type"] ?? "") || /^\s*</.test(text);
  const shown = `${status}${isPage ? " with a web page instead of JSON" : ""}`;
  const speaksOfMaintenance = /maint(?:enance|ained)|be (?:right )?back soon|scheduled downtime/i.test(
    text.slice(0, 20_000),
  );
  if (status >= 300 && status < 400) return redirect(status, headers.location);
  if (status === 407)
    return problem("proxy-login", `a proxy demands a login (${shown})`, [
      "Put user name and password into HTTPS_PROXY.",
    ]);
  if (status === 511) return problem("portal", `the network demands a login (${shown})`, [LOGIN]);
  if (speaksOfMaintenance && (status >= 500 || status < 300))
    return problem("maintenance", `the service is being maintained (${shown})`, [LATER]);
  if (status === 429)
    return problem("rate-limited", "the service refuses more requests for now (429)", [
      waitFor(headers["retry-after"]),
    ]);
  if (status >= 500)
    return problem(isPage ? "gateway" : "service-error", `the service or a gateway before it fails (${shown})`, [
      LATER,
    ]);
  if (isPage && status < 300)
    return problem("portal", `a web page answers in the API's place (${shown})`, [LOGIN, ADDRESS]);
  if (isPage && (status === 401 || status === 403))
    return problem("gateway-refusal", `a firewall or gateway before the API refuses the request (${shown})`, [
      "Ask who runs it to let this machine through.",
      ADDRESS,
    ]);
  if (status === 401 || status === 403) return undefined;
  if (status === 404) {
    const isApi = !isPage && notFoundBody.safeParse(content).success;
    const who = isApi ? "the API does not know the path" : "there is no such API at this address";
    return problem("wrong-address", `${who} ${operation.path} (${shown})`, [
      ADDRESS,
      "Check that the space exists: open its address in a browser.",
    ]);
  }
  if (status >= 400)
    return problem("unexpected-status", `GET ${operation.path} is answered with ${shown}`, [ADDRESS, LATER]);
  if (content === undefined)
    return problem("truncated", `the answer is no complete JSON (${shown})`, ["Try again.", ADDRESS]);
  return isExpected(content, operation)
    ? undefined
    : problem("other-api", `the answer is JSON, but not the API's (${shown})`, [ADDRESS, LOGIN]);
}

function redirect(status: number, location = ""): AnswerProblem {
  const url = URL.parse(location, "https://service.invalid");
  const host = url && url.hostname !== "service.invalid" ? ` of ${url.hostname}` : "";
  const isLogin = /log-?in|sign-?in|sso|auth|portal|captive/i.test(`${url?.hostname ?? ""}${url?.pathname ?? ""}`);
  return problem(
    isLogin ? "login-page" : "redirect",
    isLogin
      ? `requests are sent to a login page${host} (${status})`
      : `requests are sent to another address${host} (${status})`,
    isLogin ? [LOGIN, ADDRESS] : [ADDRESS, LOGIN],
  );
}

/** A list has its objects. A singleton has the fields that every answer has. */
function isExpected(content: unknown, operation: Operation): boolean {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return false;
  const all: readonly Resource[] = Object.values(resources);
  const single = all.find((each) => isSingle(each) && each.operations.read === operation);
  const listed = all.find(({ operations }) => operations.list === operation);
  if (!single) return listed !== undefined && Array.isArray(Object(content)[listsOf(listed).entries]);
  return Object.entries(single.fields).every(([name, field]) => !field.alwaysReturned || name in content);
}

function waitFor(seconds: string | undefined): string {
  return /^\d+$/.test(seconds ?? "") ? `Wait ${seconds} s, then try again.` : "Wait a minute, then try again.";
}

function problem(cause: string, message: string, remedies: readonly string[]): AnswerProblem {
  return { cause, message, remedies };
}

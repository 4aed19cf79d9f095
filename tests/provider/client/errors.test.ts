// The meaning of answers outside 2xx, as a table of status, type and body.

import { expect, it } from "vitest";
import { cxmlScript } from "../../../contract/index.ts";
import { Contradicted } from "../../../provider/client/answers.ts";
import {
  contentOf,
  type FailureCode,
  isWrongAddress,
  networkFailure,
  RequestFailure,
  unlessGone,
} from "../../../provider/client/errors.ts";
import { concernsLabel } from "../../../provider/client/service-forms.ts";

it("a refusal concerns the label under each of its names, however the service writes it", () => {
  const words = ["display_name", "Display name", "displayName", "Name", "username", "contents"];
  const refused = words.map((word) => new RequestFailure("invalid", `${word} is taken`));
  const ignored = ["display_name", "contents"].map((field) => new Contradicted(cxmlScript, {}, [field]));
  const concerns = [...refused, ...ignored].map((failure) => concernsLabel(failure, cxmlScript));
  expect(concerns).toEqual([true, true, true, true, false, false, true, false]);
});

const TYPES = {
  json: "application/json; charset=utf-8",
  html: "text/html; charset=utf-8",
  text: "text/plain; charset=utf-8",
  none: "",
};

type Type = keyof typeof TYPES;

function failed(status: number, type: Type, text: string, retryAfter?: number): RequestFailure {
  try {
    contentOf({ status, contentType: TYPES[type], text, retryAfter });
  } catch (error) {
    return error as RequestFailure;
  }
  throw new Error("it is no failure");
}

const UNUSABLE = " with a JSON body that cannot be used";
const PAGE = " with an HTML page instead of JSON";
const TEXT = " with a body of type text/plain instead of JSON";
const UNTYPED = " with a body of no stated type instead of JSON";
const LONG = "x".repeat(300);

it.each<[number, Type, string, string, string]>([
  [400, "json", '{"error":"Bad Request"}', "invalid", " Bad Request"],
  [401, "json", '{"error":"Unauthorized"}', "unauthorized", " Unauthorized"],
  [401, "json", '{"message":"no scope"}', "unauthorized", " Unauthorized: no scope"],
  [403, "json", "{}", "unauthorized", " Forbidden"],
  [404, "json", '{"error":"Not Found"}', "not_found", " Not Found"],
  [404, "json", '"Not Found"', "not_found", " Not Found"],
  [404, "json", '{"code":"20404","message":"x"}', "not_found", " Not Found: x"],
  [404, "json", '{"message":"x","status":404}', "not_found", " Not Found: x"],
  [404, "json", '{"code":20404,"message":"x","more_info":null,"status":"404"}', "not_found", " Not Found: x"],
  [404, "json", '{"message":"x","status":503}', "unexpected_answer", " Not Found: x"],
  [404, "json", '{"errors":[{"type":"x","code":"not_found","message":"y"}]}', "not_found", " Not Found: y"],
  [404, "json", '{"errors":[]}', "unexpected_answer", ` Not Found${UNUSABLE}`],
  [404, "json", '{"error":"not found"}', "unexpected_answer", ` Not Found${UNUSABLE}`],
  [404, "json", '{"error":"no healthy upstream"}', "unexpected_answer", " Not Found: no healthy upstream"],
  [404, "json", '{"status":404,"error":"Not Found"}', "unexpected_answer", ` Not Found${UNUSABLE}`],
  [404, "json", "", "unexpected_answer", ` Not Found${UNUSABLE}`],
  [404, "text", "Not Found", "not_found", " Not Found"],
  [404, "html", "Not Found\n", "not_found", " Not Found"],
  [404, "text", "404 page not found", "unexpected_answer", ` Not Found${TEXT}: 404 page not found`],
  [404, "html", '{"error":"Not Found"}', "unexpected_answer", ` Not Found${PAGE}`],
  [404, "none", "", "unexpected_answer", ` Not Found${UNTYPED}`],
  [404, "html", "<h1>x</h1>", "unexpected_answer", ` Not Found${PAGE}`],
  [405, "json", "{}", "unexpected_answer", ` Method Not Allowed${UNUSABLE}`],
  [409, "json", '{"error":"busy"}', "unexpected_answer", " Conflict: busy"],
  [422, "html", "<h1>x</h1>", "invalid", " Unprocessable Entity"],
  [429, "json", "{}", "rate_limited", " Too Many Requests"],
  [500, "json", "{}", "service_error", " Internal Server Error"],
  [500, "text", "<p>x", "service_error", ` Internal Server Error${TEXT}`],
  [500, "text", LONG, "service_error", ` Internal Server Error${TEXT}: ${LONG}`],
  [500, "text", `${LONG}x`, "service_error", ` Internal Server Error${TEXT}`],
  [503, "none", "", "service_error", ` Service Unavailable${UNTYPED}`],
  [599, "json", "{}", "service_error", ""],
  [301, "none", "", "unexpected_answer", ` Moved Permanently${UNTYPED}`],
  [302, "json", '{"error":"x"}', "unexpected_answer", ` Found${UNUSABLE}`],
  [100, "none", "", "unexpected_answer", ` Continue${UNTYPED}`],
  [200, "html", "<h1>x</h1>", "unexpected_answer", ` OK${PAGE}`],
])("an answer of status %i (%s) with %s is %s, and says%s", (status, type, text, code, said) => {
  const failure = failed(status, type, text, 2_000);
  // What was refused was not done. A proxy may answer with the others after the work was done.
  const isRefused = [400, 401, 403, 404, 405, 409, 422, 429].includes(status);
  expect({ ...failure, message: failure.message }).toEqual({
    name: "RequestFailure",
    code,
    status,
    reach: isRefused ? "not_done" : "unknown",
    retryAfter: status === 429 || status >= 500 ? 2_000 : undefined,
    message: `the service answered ${status}${said}`,
  });
});

it("a request that timed out at the service may have been done, and an empty answer counts with its own status alone", () => {
  expect(failed(408, "json", "{}").reach).toBe("unknown");
  const read = (status: number, text = "") => contentOf({ status, text, contentType: "", retryAfter: undefined }, 204);
  expect([read(204), read(200, "{}")]).toEqual([undefined, {}]);
  expect(() => read(200)).toThrow(
    expect.objectContaining({
      ...{ code: "unexpected_answer", reach: "unknown", status: 200 },
      message: "the service answered 200 OK instead of 204 No Content",
    }),
  );
});

function body(...details: (string | null)[]): string {
  return JSON.stringify({
    errors: details.map((detail) => ({ detail, status: "422", title: "Invalid Attribute", code: "422" })),
  });
}

it.each([
  [body("username is taken"), ": username is taken"],
  [body("a is wrong", "b is wrong", "a is wrong"), ": a is wrong; b is wrong"],
  [body(null), ": Invalid Attribute"],
  [body(), ""],
  ['{"error":"no"}', ": no"],
  ['{"errors":"no"}', ": no"],
  ['{"errors":["no","never"]}', ": no; never"],
  ['{"errors":{"message":"no"}}', ": no"],
  ['{"errors":{"name":["is taken"],"user_id":"User id is wrong"}}', ": name is taken; User id is wrong"],
  ['{"errors":[{"detail":"x","status":422,"title":"y","code":422}]}', ": x"],
  ['{"errors":[{"detail":null,"message":"","title":null,"code":"taken","attribute":"uri"}]}', ": uri taken"],
  ['{"errors":[{"message":"is taken","attribute":"display_name"}]}', ": display_name is taken"],
  ['{"errors":[{"message":"Display name is taken","attribute":"display_name"}]}', ": Display name is taken"],
  ['{"code":"21604","message":"To is required"}', ": To is required"],
  ['{"message":"To is required","status":422}', ": To is required"],
  ['{"error":{"message":"deep"}}', ": deep"],
  ['"no"', ": no"],
  ["[]", ""],
  ["{}", ""],
  ["not JSON", ": not JSON"],
  ["<h1>x</h1>", ""],
  ["", ""],
  ["null", ""],
])("422 with %j says %j after the status", (text, said) => {
  const { message } = failed(422, "json", text);
  expect(message).toBe(`the service answered 422 Unprocessable Entity${said}`);
});

const HOST = "https://example.signalwire.com";
const BROKE = `the connection to ${HOST} broke before the answer came`;
const UNTRUSTED = "where a proxy of your company opens TLS, name the file of its CA in NODE_EXTRA_CA_CERTS";
const certificate = (which: string, remedy: string) =>
  [`${HOST} shows a certificate that ${which}`, `: ${remedy}`] as const;
const OLD = certificate("is not valid now", "check this machine's date and time");
const FOREIGN = certificate("belongs to another name", "correct the address");
const NOT_TRUSTED = certificate("Node does not trust", UNTRUSTED);

it.each<[code: string, kind: string, reach: string, start: string, end?: string]>([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"].map(
    (code) => [code, "unreachable", "not_done", `${HOST} could not be reached`] as [string, string, string, string],
  ),
  ["UND_ERR_CONNECT_TIMEOUT", "timeout", "not_done", `${HOST} did not accept a connection`],
  ...["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "ETIMEDOUT", "TimeoutError"].map(
    (code) => [code, "timeout", "unknown", `${HOST} did not answer in time`] as [string, string, string, string],
  ),
  ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "unexpected_answer", "unknown", `${HOST} answered with more than can be used`],
  ["CERT_HAS_EXPIRED", "unreachable", "not_done", ...OLD],
  ["CERT_NOT_YET_VALID", "unreachable", "not_done", ...OLD],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "unreachable", "not_done", ...FOREIGN],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "unreachable", "not_done", ...NOT_TRUSTED],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unreachable", "not_done", ...NOT_TRUSTED],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unreachable", "not_done", ...NOT_TRUSTED],
  ["ECONNRESET", "unreachable", "unknown", BROKE],
  ["UND_ERR_SOCKET", "unreachable", "unknown", BROKE],
  ["EPIPE", "unreachable", "unknown", BROKE],
])("a connection that failed with %s is %s, %s", (code, kind, reach, start, end = "") => {
  const failure = networkFailure(code, HOST);
  const message = `${start} (${code})${end}`;
  expect([failure.code, failure.reach, failure.message]).toEqual([kind, reach, message]);
});

it("a failed connection through a proxy names the proxy, and the remedy for a login that it refuses", () => {
  const said = (code: string) => networkFailure(code, HOST, "http://proxy:3128");
  const by = `${HOST} (HTTPS_PROXY names the proxy http://proxy:3128)`;
  const failures = [said("PROXY_407"), said("PROXY_502"), said("ECONNREFUSED")];
  expect(failures).toMatchObject(Array(3).fill({ code: "unreachable", reach: "not_done" }));
  expect(failures.map(({ message }) => message)).toEqual([
    `the proxy refused to connect to ${by} (407): check its user name and password in HTTPS_PROXY`,
    `the proxy refused to connect to ${by} (502)`,
    `${by} could not be reached (ECONNREFUSED)`,
  ]);
});

it("an address is wrong if no host has its name, or a web page answers there", () => {
  const answers = [404, 200, 500, 409].map((status) => failed(status, "html", "<p>"));
  const broken = ["ENOTFOUND", "EPIPE"].map((code) => networkFailure(code, HOST));
  const wrong = [...answers, failed(302, "json", "{}"), ...broken].map(isWrongAddress);
  expect(wrong).toEqual([true, true, false, false, false, true, false]);
});

it("an object that is gone is undefined, and any other failure remains one", async () => {
  const failure = (code: FailureCode) => new RequestFailure(code, "x", { status: 404 });
  expect(await unlessGone(Promise.reject(failure("not_found")))).toBeUndefined();
  expect(await unlessGone(Promise.resolve("here"))).toBe("here");
  for (const error of [failure("unexpected_answer"), Object.assign(new Error("x"), { code: "not_found" })])
    await expect(unlessGone(Promise.reject(error))).rejects.toBe(error);
});

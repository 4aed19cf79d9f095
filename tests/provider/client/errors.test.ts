// The meaning of answers outside 2xx, as a table of status, type and body.

import { describe, expect, it } from "vitest";
import { contentOf, networkFailure, RequestFailure, unlessGone } from "../../../provider/client/errors.ts";

const JSON_TYPE = "application/json; charset=utf-8";

function body(...details: (string | null)[]): string {
  return JSON.stringify({
    errors: details.map((detail) => ({ detail, status: "422", title: "Invalid Attribute", code: "422" })),
  });
}

function failed(status: number, contentType: string, text: string, retryAfter?: number): RequestFailure {
  try {
    contentOf({ status, contentType, text, retryAfter });
  } catch (error) {
    return error as RequestFailure;
  }
  throw new Error("it is no failure");
}

describe("a failed answer", () => {
  it.each([
    [400, "Bad Request", JSON_TYPE, '{"error":"Bad Request"}', "invalid"],
    [401, "Unauthorized", JSON_TYPE, '{"error":"Unauthorized"}', "unauthorized"],
    [401, "Unauthorized", "text/html", "<h1>x</h1>", "unauthorized"],
    [403, "Forbidden", JSON_TYPE, "{}", "unauthorized"],
    [404, "Not Found", JSON_TYPE, '{"error":"Not Found"}', "not_found"],
    [404, "Not Found", JSON_TYPE, '"Not Found"', "not_found"],
    [404, "Not Found", JSON_TYPE, '{"message":"Not Found"}', "not_found"],
    [404, "Not Found", JSON_TYPE, '{"code":"20404","message":"x"}', "not_found"],
    [404, "Not Found", JSON_TYPE, '{"message":"x","status":404}', "not_found"],
    [404, "Not Found", JSON_TYPE, '{"code":20404,"message":"x","more_info":null,"status":"404"}', "not_found"],
    [404, "Not Found", JSON_TYPE, '{"message":"x","status":503}', "unexpected_answer"],
    [404, "Not Found", JSON_TYPE, '{"errors":[{"detail":"x","status":"404"}]}', "not_found"],
    [404, "Not Found", JSON_TYPE, '{"errors":[{"type":"x","code":"not_found","message":"y"}]}', "not_found"],
    [404, "Not Found", JSON_TYPE, '{"errors":[]}', "unexpected_answer"],
    [404, "Not Found", JSON_TYPE, '{"message":"no Route matched"}', "unexpected_answer"],
    [404, "Not Found", JSON_TYPE, '{"error":"not found"}', "unexpected_answer"],
    [404, "Not Found", JSON_TYPE, '{"error":404}', "unexpected_answer"],
    [404, "Not Found", JSON_TYPE, '{"error":"no healthy upstream"}', "unexpected_answer"],
    // Spring and Rails.
    [
      404,
      "Not Found",
      JSON_TYPE,
      '{"timestamp":"2026","status":404,"error":"Not Found","path":"/"}',
      "unexpected_answer",
    ],
    [404, "Not Found", JSON_TYPE, '{"status":404,"error":"Not Found"}', "unexpected_answer"],
    [404, "Not Found", JSON_TYPE, "{}", "unexpected_answer"],
    [404, "Not Found", JSON_TYPE, "", "unexpected_answer"],
    [404, "Not Found", "text/plain", "Not Found", "not_found"],
    [404, "Not Found", "text/html", "Not Found\n", "not_found"],
    [404, "Not Found", "", "Not Found", "not_found"],
    [404, "Not Found", "text/plain", "404 page not found", "unexpected_answer"],
    [404, "Not Found", "text/html", '{"error":"Not Found"}', "unexpected_answer"],
    [404, "Not Found", "", "", "unexpected_answer"],
    [404, "Not Found", "text/html; charset=utf-8", "<h1>x</h1>", "unexpected_answer"],
    [405, "Method Not Allowed", JSON_TYPE, "{}", "unexpected_answer"],
    [409, "Conflict", JSON_TYPE, "{}", "unexpected_answer"],
    [422, "Unprocessable Entity", JSON_TYPE, body("username is taken"), "invalid"],
    [422, "Unprocessable Entity", "text/html", "<h1>x</h1>", "invalid"],
    [429, "Too Many Requests", JSON_TYPE, "{}", "rate_limited"],
    [500, "Internal Server Error", JSON_TYPE, "{}", "service_error"],
    [502, "Bad Gateway", "text/html", "<h1>x</h1>", "service_error"],
    [503, "Service Unavailable", "", "", "service_error"],
    [599, "", JSON_TYPE, "{}", "service_error"],
    [301, "Moved Permanently", "", "", "unexpected_answer"],
    [304, "Not Modified", "", "", "unexpected_answer"],
    [100, "Continue", "", "", "unexpected_answer"],
  ])("of status %i %s (%s) has the standard phrase and a code", (status, phrase, type, text, code) => {
    const failure = failed(status, type, text);
    expect(failure).toBeInstanceOf(RequestFailure);
    expect({ code: failure.code, status: failure.status }).toEqual({ code, status });
    expect(failure.message).toMatch(new RegExp(`^the service answered ${`${status} ${phrase}`.trim()}`));
    expect(failure.message).not.toContain("<h1>");
  });

  it.each([
    [body("username is taken"), ": username is taken"],
    [body("a is wrong", "b is wrong"), ": a is wrong; b is wrong"],
    [body(null), ": Invalid Attribute"],
    [body(), ""],
    ['{"error":"no"}', ": no"],
    ['{"errors":"no"}', ": no"],
    ['{"errors":["no","never"]}', ": no; never"],
    ['{"errors":{"message":"no"}}', ": no"],
    ['{"errors":{"name":["is taken"],"user_id":"User id is wrong"}}', ": name is taken; User id is wrong"],
    ['{"errors":[{"detail":"x"}]}', ": x"],
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
    const { message } = failed(422, JSON_TYPE, text);
    expect(message).toBe(`the service answered 422 Unprocessable Entity${said}`);
  });

  it.each([
    ["text/html; charset=utf-8", "with an HTML page instead of JSON"],
    ["text/plain; charset=utf-8", "with a body of type text/plain instead of JSON"],
    ["", "with a body of no stated type instead of JSON"],
  ])("of type %j says what came instead of JSON", (type, said) => {
    expect(failed(500, type, "<p>x").message).toBe(`the service answered 500 Internal Server Error ${said}`);
    const repeated = type.includes("html") ? said : `${said}: x`;
    expect(failed(500, type, "x").message).toBe(`the service answered 500 Internal Server Error ${repeated}`);
  });

  it.each(["Unauthorized", '"Unauthorized"', '{"error":"Unauthorized"}'])(
    "of status 401 with %j says it once",
    (text) => {
      expect(failed(401, "", text).message).toBe("the service answered 401 Unauthorized");
      expect(failed(401, JSON_TYPE, '{"message":"no scope"}').message).toMatch(/ 401 Unauthorized: no scope$/);
    },
  );
});

describe("what a failure says of the work", () => {
  it.each([400, 401, 403, 404, 409, 422, 429])("%i: nothing was done", (status) => {
    expect(failed(status, JSON_TYPE, "{}").reach).toBe("not_done");
  });

  it.each([302, 408, 500, 502, 503, 504, 599])("%i: it may have been done", (status) => {
    expect(failed(status, JSON_TYPE, "{}").reach).toBe("unknown");
  });

  it.each<[code: string, kind: string, reach: string, said?: string]>([
    ["ECONNREFUSED", "unreachable", "not_done"],
    ["ENOTFOUND", "unreachable", "not_done"],
    ["EAI_AGAIN", "unreachable", "not_done"],
    ["EHOSTUNREACH", "unreachable", "not_done"],
    ["ENETUNREACH", "unreachable", "not_done"],
    ["UND_ERR_CONNECT_TIMEOUT", "timeout", "not_done"],
    ["UND_ERR_HEADERS_TIMEOUT", "timeout", "unknown"],
    ["UND_ERR_BODY_TIMEOUT", "timeout", "unknown"],
    ["ETIMEDOUT", "timeout", "unknown"],
    ["TimeoutError", "timeout", "unknown"],
    ["UND_ERR_RES_EXCEEDED_MAX_SIZE", "unexpected_answer", "unknown"],
    ["CERT_HAS_EXPIRED", "unreachable", "not_done", "a certificate that is not valid now"],
    ["CERT_NOT_YET_VALID", "unreachable", "not_done", "a certificate that is not valid now"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "unreachable", "not_done", "a certificate that belongs to another name"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "unreachable", "not_done", "a certificate that Node does not trust"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "unreachable", "not_done", "a certificate that Node does not trust"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unreachable", "not_done", "a certificate that Node does not trust"],
    ["ECONNRESET", "unreachable", "unknown"],
    ["UND_ERR_SOCKET", "unreachable", "unknown"],
    ["EPIPE", "unreachable", "unknown"],
  ])("a connection that failed with %s is %s, %s", (code, kind, reach, said = code) => {
    const failure = networkFailure(code, "https://example.signalwire.com");
    expect({ code: failure.code, reach: failure.reach }).toEqual({ code: kind, reach });
    expect(failure.message).toContain(code);
    expect(failure.message).toContain("https://example.signalwire.com");
    expect(failure.message).toContain(said);
  });

  it.each([429, 500, 503])("%i: how long the service asked to wait", (status) => {
    expect(failed(status, JSON_TYPE, "{}", 2_000).retryAfter).toBe(2_000);
    expect(failed(status, JSON_TYPE, "{}").retryAfter).toBeUndefined();
  });
});

it("a success that cannot be used says its status and what came instead, and may have been done", () => {
  expect(failed(200, "text/html", "<h1>x</h1>")).toMatchObject({
    code: "unexpected_answer",
    message: "the service answered 200 OK with an HTML page instead of JSON",
    reach: "unknown",
  });
});

describe("an object that may be gone", () => {
  it("is undefined when it is gone", async () => {
    expect(await unlessGone(Promise.reject(new RequestFailure("not_found", "x", { status: 404 })))).toBeUndefined();
  });

  it("is returned when it still exists", async () => {
    expect(await unlessGone(Promise.resolve("here"))).toBe("here");
  });

  it.each([
    new RequestFailure("unauthorized", "x", { status: 401 }),
    new RequestFailure("unexpected_answer", "x", { status: 404 }),
    new Error("x"),
  ])("remains a failure without a remedy: %s", async (error) => {
    await expect(unlessGone(Promise.reject(error))).rejects.toBe(error);
  });
});

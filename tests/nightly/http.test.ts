// httplint, the linter behind redbot.org, on answers of each route and each kind. A note above the level "info" that is not listed here
// with its reason fails.

import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type Client, clientOf, ENDPOINTS, given, JWT, NUMBERS, PROFILE, type Reply } from "../server/support.ts";
import { describeFetched, fromPyPI } from "./fetched.ts";

const VERSION = "2026.1.6";
const NOTES = fileURLToPath(new URL("http-notes.py", import.meta.url));
/** The notes that the answers may have, each with its reason. */
const EXPECTED: { readonly [note: string]: string } = {
  CREATED_WITHOUT_LOCATION: "The specification names no Location header. The id is in the body.",
  FIELD_DEPRECATED: "Node's HTTP server sends Keep-Alive, which clients may ignore.",
  FRESHNESS_HEURISTIC:
    "The specification names no Cache-Control. Shared caches store no answer to a request with Authorization.",
  REQUEST_HDR_IN_RESPONSE: "RFC 9110, section 15.5.16, allows Accept in a 415.",
  STATUS_BAD_REQUEST: "The note on each 400. Only the broken body has one.",
};

type Note = readonly [level: string, name: string, summary: string];

describeFetched(`httplint ${VERSION}`, await fromPyPI("httplint", VERSION), (folder) => {
  it("has nothing against the answers of the routes", async () => {
    const client = await given();
    const { server, get, post, put, send } = client;
    const made = await post(ENDPOINTS, { username: "desk", password: "canary-password" });
    const endpoint = `${ENDPOINTS}/${made.body.id}`;
    const number = `${NUMBERS}/${(await get(NUMBERS)).body.data[0].id}`;
    const tokens = await post(JWT);
    const page = "/api/relay/rest/endpoints/sip?page_size=1";
    const answers: { [request: string]: Reply } = {
      [`POST ${ENDPOINTS}`]: made,
      [`POST ${ENDPOINTS} again`]: await post(ENDPOINTS, { username: "desk", password: "canary-password" }),
      [`POST ${ENDPOINTS} without JSON`]: await send("POST", ENDPOINTS, {
        body: "no",
        headers: { "content-type": "text/plain" },
      }),
      [`POST ${ENDPOINTS} broken`]: await send("POST", ENDPOINTS, {
        body: "{",
        headers: { "content-type": "application/json" },
      }),
      [`GET ${ENDPOINTS}`]: await get(ENDPOINTS),
      [`GET ${page}`]: await get(page),
      "GET an endpoint": await get(endpoint),
      "PUT an endpoint": await put(endpoint, { caller_id: "Desk" }),
      [`GET ${NUMBERS}`]: await get(NUMBERS),
      "GET a number": await get(number),
      "PUT a number": await put(number, { name: "Main" }),
      "GET the profile": await get(PROFILE),
      "PUT the profile": await put(PROFILE, { default_encryption: "required" }),
      [`POST ${JWT}`]: tokens,
      [`PUT ${JWT}`]: await put(JWT, { refresh_token: tokens.body.refresh_token }),
      "GET the verified caller ids": await get("/api/relay/rest/verified_caller_ids"),
      "GET /openapi.json": await get("/openapi.json"),
      "GET without credentials": await clientOf(server, "", "").get(ENDPOINTS),
      "GET nothing": await get("/api/relay/rest/nothing"),
      "PATCH an endpoint": await send("PATCH", endpoint),
      "HEAD the endpoints": await send("HEAD", ENDPOINTS),
      "OPTIONS of the endpoints": await send("OPTIONS", ENDPOINTS),
      "DELETE an endpoint": await client.delete(endpoint),
      "GET a deleted endpoint": await get(endpoint),
      "GET not simulated": await get("/api/relay/rest/queues"),
    };
    for (const [operation, answer] of await ofEachOperation(client)) answers[operation] ??= answer;
    const notes = await notesOf(join(folder, "python"), answers);
    const found = Object.keys(answers).flatMap((request, at) =>
      (notes[at] ?? [])
        .filter(([level, name]) => ["BAD", "WARN"].includes(level) && !(name in EXPECTED))
        .map(([level, name, summary]) => `${request}: ${level} ${name}: ${summary}`),
    );
    expect(found).toEqual([]);
    const names = new Set(notes.flat().map(([, name]) => name));
    expect(Object.keys(EXPECTED).filter((name) => !names.has(name))).toEqual([]);
  });
});

/** Sends a request to each operation of the description: with an id that nothing has, and without fields. */
async function ofEachOperation({ get, send }: Client): Promise<(readonly [operation: string, answer: Reply])[]> {
  const { paths } = (await get("/openapi.json")).body;
  const operations = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method.toUpperCase(), path.replace(/\{.*\}/, randomUUID())] as const),
  );
  const withFields = { body: "{}", headers: { "content-type": "application/json" } };
  return Promise.all(
    operations.map(async ([method, path]) => {
      const answer = await send(method, path, ["POST", "PUT", "PATCH"].includes(method) ? withFields : {});
      return [`${method} ${path}`, answer] as const;
    }),
  );
}

/** Returns the notes on each answer. */
async function notesOf(
  python: string,
  answers: { readonly [request: string]: Reply },
): Promise<readonly (readonly Note[])[]> {
  const child = spawn(python, [NOTES], { stdio: ["pipe", "pipe", "inherit"] });
  for (const [request, { status, headers, text: body }] of Object.entries(answers)) {
    const isHead = request.startsWith("HEAD ");
    child.stdin.write(
      `${JSON.stringify({ status, phrase: STATUS_CODES[status], headers: [...headers], body, isHead })}\n`,
    );
  }
  child.stdin.end();
  const lines = (await text(child.stdout)).trim().split("\n");
  return lines.map((line) => JSON.parse(line));
}

// Wycheproof's vectors for JSON Web Signatures (RFC 7515): 401 tokens of other keys, and this server's own tokens with the header or the
// signature of each. No door accepts one: no algorithm `none`, no other algorithm, no changed signature.

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { given, JWT } from "../server/support.ts";
import { describeFetched, fromGo } from "./fetched.ts";

const VERSION = "v0.0.0-20260902155932-3fa63dd0344a";
const VECTORS = 401;

interface Group {
  readonly tests: readonly { readonly tcId: number; readonly jws: unknown }[];
}

describeFetched(`Wycheproof ${VERSION}`, await fromGo("github.com/c2sp/wycheproof", VERSION), (folder) => {
  it("has no token that opens a session or is exchanged, alone or as a part of the server's own", async () => {
    const text = await readFile(join(folder, "testvectors_v1/json_web_signature_test.json"), "utf8");
    const groups: readonly Group[] = JSON.parse(text).testGroups;
    const vectors = groups.flatMap(({ tests }) => tests);
    expect(vectors).toHaveLength(VECTORS);
    const { server, post, put } = await given({ rateLimit: false });
    const own = (await post(JWT)).body as { jwt_token: string; refresh_token: string };
    const connect = await connecting(server.url, server.project.id);
    const refresh = async (refresh_token: string) => (await put(JWT, { refresh_token })).status;

    const accepted: string[] = [];
    for (const { tcId, jws } of vectors) {
      for (const token of mixed(jws, own.jwt_token)) if (await connect(token)) accepted.push(`session ${tcId}`);
      for (const token of mixed(jws, own.refresh_token))
        if ((await refresh(token)) < 400) accepted.push(`refresh ${tcId}`);
    }
    expect(accepted).toEqual([]);
    expect(await connect(own.jwt_token)).toBe(true);
    expect(await refresh(own.refresh_token)).toBe(200);
  });
});

/** Returns the vector's token, and the own token with the vector's header, signature or both. */
function mixed(jws: unknown, own: string): string[] {
  const vector = typeof jws === "string" ? jws : JSON.stringify(jws);
  const [header = "", payload = "", signature = ""] = own.split(".");
  const [theirHeader = "", , theirSignature = ""] = vector.split(".");
  return [
    vector,
    `${theirHeader}.${payload}.${signature}`,
    `${header}.${payload}.${theirSignature}`,
    `${theirHeader}.${payload}.${theirSignature}`,
  ];
}

/** Returns a function that is true when a token opens a session. */
async function connecting(url: string, project: string): Promise<(jwt_token: string) => Promise<boolean>> {
  const socket = new WebSocket(url.replace("http:", "ws:"));
  onTestFinished(() => socket.terminate());
  await once(socket, "open");
  let id = 0;
  return async (jwt_token) => {
    id += 1;
    const params = { version: { major: 2, minor: 1, revision: 0 }, authentication: { project, jwt_token } };
    socket.send(JSON.stringify({ jsonrpc: "2.0", id: String(id), method: "blade.connect", params }));
    const [answer] = await once(socket, "message");
    return "result" in JSON.parse(String(answer));
  };
}

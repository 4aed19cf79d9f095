import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const SERVER = new URL("../../server/index.ts", import.meta.url).href;

/** What a program loads that starts a server and does this with it. */
function loadedBy(action: string): string[] {
  const program = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    const { startServer } = await import(${JSON.stringify(SERVER)});
    const server = await startServer();
    const authorization = "Basic " + Buffer.from(server.project.id + ":" + server.project.apiToken).toString("base64");
    const headers = { authorization, "content-type": "application/json" };
    const endpoints = server.url + "/api/relay/rest/endpoints/sip";
    ${action};
    await server.close();
    process.stdout.write(JSON.stringify(loaded));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

function packages(urls: readonly string[]): string[] {
  return [...new Set(urls.flatMap((url) => /\/node_modules\/([^/]+)\//.exec(url)?.[1] ?? []))];
}

/** A create that must be answered so. */
function create(body: object, status: number): string {
  const post = `await fetch(endpoints, { method: "POST", headers, body: '${JSON.stringify(body)}' })`;
  return `(${post}).status === ${status} || process.exit(1)`;
}

test("it starts, and answers good requests, with no package but the contract's schema library", () => {
  const read = "(await fetch(endpoints, { headers })).status === 200 || process.exit(1)";
  const good = create({ username: "alice", password: "x", codecs: ["OPUS"], call_handler: "dialogflow" }, 201);
  expect(packages(loadedBy(`${read}; ${good}`))).toStrictEqual(["zod"]);
});

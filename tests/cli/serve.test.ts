// `serve`: what it prints, what its options do, and the command that it runs. tests/cli/slow has the process.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, it, onTestFinished, test } from "vitest";
import { exportLines } from "../../cli/commands/serve.ts";
import { temporaryFolder, writeFiles } from "../scripts/machine.ts";
import { run } from "./command.ts";

const SEED = JSON.stringify({ projects: [{ id: "5ea1c0de-3b1f-4c57-9a20-8d6e4f7b1c93", numbers: ["+12025550177"] }] });

it("what `serve` prints can be pasted into PowerShell, and into Git's shell", () => {
  const variables = { SIGNALWIRE_API_TOKEN: "PT1", A: "b" };
  const powershell = '  $env:SIGNALWIRE_API_TOKEN = "PT1"\n  $env:A = "b"';
  const posix = "  export SIGNALWIRE_API_TOKEN=PT1\n  export A=b";
  expect(exportLines(variables, "win32", "")).toBe(powershell);
  expect(exportLines(variables, "win32", "/usr/bin/bash")).toBe(posix);
  expect(exportLines(variables, "linux", "")).toBe(posix);
});

async function portInUse(): Promise<number> {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  return (other.address() as { readonly port: number }).port;
}

test.each<[what: string, args: readonly string[], env?: NodeJS.ProcessEnv]>([
  ["a greeting", []],
  ["a greeting with the control API", ["--control"]],
  ["a greeting of a server with thirteen numbers", ["--seed", "many.json"]],
  ["a line of JSON", ["--json"]],
  ["a line of JSON with the control API", ["--json", "--control-token", "mine"]],
  ["the control API with the token of the environment", ["--control", "--json"], { SIGNALWIRE_CONTROL_TOKEN: "mine" }],
  ["a token of the environment without the control API", ["--json"], { SIGNALWIRE_CONTROL_TOKEN: "mine" }],
  ["a host that others can reach", ["--host", "0.0.0.0", "--json"]],
  ["a port in use", ["--port", "USED"]],
  ["a host of another machine", ["--host", "192.0.2.1"]],
  ["a seed", ["--seed", "seed.json", "--json"]],
  ["a seed with problems", ["--seed", "wrong.json"]],
  ["a seed that is not there", ["--seed", "absent.json"]],
  ["a seed that is no JSON", ["--seed", "broken.json"]],
  ["a data file that is none", ["--data", "broken.json"]],
  ["a wrong port", ["--port", "65536"]],
  ["a wrong rate limit", ["--rate-limit", "10"]],
  ["a wrong lifetime", ["--maximum-token-lifetime", "0"]],
  ["a command that is not there", ["--", "no-such-command"]],
])("%s is printed", async (what, args, env) => {
  const folder = temporaryFolder();
  const numbers = Array.from({ length: 13 }, (_, at) => `+120255501${10 + at}`);
  writeFiles(folder, {
    ...{ "seed.json": SEED, "wrong.json": '{"projects":[{"id":"x","numbers":["1"]}]}' },
    ...{
      "broken.json": '{"projects":[{"tokens":[{"token":"PTtop-secret"',
      "many.json": JSON.stringify({ projects: [{ numbers }] }),
    },
  });
  const port = String(await portInUse());
  const given = args.map((each) => (each === "USED" ? port : each));
  const { code, out, err } = await run(["serve", ...given], env, folder);
  const text = `$ serve ${args.join(" ")}\nexit ${code}\n${out}${err && `(stderr)\n${err}`}`;
  const shown = text
    .replaceAll(/\b(P[TSK]|RC)[0-9a-f]{16,}/g, "$1…")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID")
    .replaceAll(/"signingKey":"[^"]*"/g, '"signingKey":"…"')
    .replaceAll(/(?<=:\/\/[\w.]+:)\d+/g, "PORT");
  await expect(shown.replaceAll(port, "USED").replaceAll(folder, "FOLDER")).toMatchFileSnapshot(
    `golden/serve/${what.replaceAll(/\W+/g, "-")}.txt`,
  );
});

test("content that a data file has already is kept, and its seed is not used again", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "seed.json": SEED });
  const args = ["serve", "--json", "--data", "data.db", "--seed", "seed.json"];
  const begun = await run(args, {}, folder);
  // The server ends after the command.
  await setTimeout(200);
  const runs = [begun, await run(args, {}, folder)];
  expect(runs.map(({ err }) => err)).toEqual(["", "Note: data.db already has content, so seed.json was not used.\n"]);
  const [first, second] = runs.map(({ out }) => ({ ...JSON.parse(out), url: "" }));
  expect(second).toEqual(first);
});

/** Runs a script beside a server with these options. It calls `send` and `answer`. */
async function beside(options: readonly string[], script: string, env: NodeJS.ProcessEnv = {}) {
  const file = join(temporaryFolder(), "answer.json");
  const help = `const { SIGNALWIRE_BASE_URL: url, SIGNALWIRE_PROJECT_ID: id, SIGNALWIRE_API_TOKEN: token } = process.env;
const answer = (value) => fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify(value));
const send = async (method, path, body, authorization = "Basic " + btoa(id + ":" + token)) => {
  const headers = { authorization, "content-type": "application/json" };
  const got = await fetch(url + path.replace(/^~/, "/api/relay/rest"), { method, headers, body: body && JSON.stringify(body) });
  return { status: got.status, ...(await got.json().catch(() => ({}))) };
};
(async () => { ${script} })();`;
  const ended = await run(["serve", ...options, "--", process.execPath, "-e", help], env);
  return { ...ended, answer: JSON.parse(readFileSync(file, "utf8")) };
}

test("a command runs with the server's variables alone, and its exit code is that of serve", async () => {
  const script = "answer(process.env); process.exitCode = 3;";
  const { code, out, err, answer } = await beside([], script, { SIGNALWIRE_SPACE: "mine" });
  const { SIGNALWIRE_BASE_URL: url, ...variables } = answer;
  expect([code, out, err, url]).toEqual([3, "", "", expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)]);
  expect(Object.fromEntries(Object.entries(variables).filter(([name]) => name.startsWith("SIGNALWIRE")))).toEqual({
    SIGNALWIRE_PROJECT_ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
    SIGNALWIRE_API_TOKEN: expect.stringMatching(/^PT/),
  });
  await expect(fetch(url)).rejects.toThrow();
});

test("after a command that a signal ended, calls that were not taken are printed", async () => {
  const script = `await send("POST", "/_reference/calls", { to: "+12025559999", from: "+12025550177" }, "Bearer mine");
answer({}); process.kill(process.pid, "SIGTERM");`;
  const { code, err } = await beside(["--control-token", "mine"], script);
  expect([code, err]).toEqual([
    ...[143, "call from +12025550177 to +12025559999: ✗ Did not ring: no object has the address +12025559999\n"],
  ]);
});

test("the options for what the service may do reach the server, and are off by default", async () => {
  const script = `const statuses = [];
const ask = async (...request) => { const got = await send(...request); statuses.push(got.status); return got; };
const { refresh_token } = await ask("POST", "~/jwt", { resource: "desk" });
await ask("PUT", "~/jwt", { refresh_token });
await ask("PUT", "~/jwt", { refresh_token });
for (const expires_in of [43200, 43201, 100001]) await ask("POST", "~/jwt", { expires_in });
const { id: desk } = await ask("POST", "~/endpoints/sip", { username: "a-desk", password: "correct-horse-battery" });
const { data } = await send("GET", "~/phone_numbers");
await ask("PUT", "~/phone_numbers/" + data[0].id, { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: desk });
await ask("DELETE", "~/endpoints/sip/" + desk);
await ask("PUT", "~/phone_numbers/" + data[1].id, { call_handler: "relay_topic" });
const plain = await fetch(url + "/api/relay/rest/endpoints/sip/x", { headers: { authorization: "Basic " + btoa(id + ":" + token) } });
answer([...statuses, plain.headers.get("content-type")]);`;
  const others = ["--maximum-token-lifetime", "100000", "--protect-handlers", "--extra-fields", "--plain-failures"];
  const limits = ["--rate-limit", "none"];
  const json = expect.stringMatching(/^application\/json/);
  expect((await beside(["--single-use-refresh-tokens", ...others, ...limits], script)).answer).toEqual([
    ...[201, 200, 422, 201, 201, 422, 201, 200, 400, 200, expect.not.stringMatching(/json/)],
  ]);
  expect((await beside([], script)).answer).toEqual([201, 200, 200, 201, 422, 422, 201, 200, 204, 422, json]);
  expect((await beside(["--rate-limit", "2/600"], script)).answer.slice(0, -1)).toEqual([
    ...[201, 200, 200, 201, 422, 422, 201, 200, 204, 429],
  ]);
});

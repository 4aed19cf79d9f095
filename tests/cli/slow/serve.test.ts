import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../scripts/machine.ts";
import { startProcess } from "../../server/process.ts";

const PROGRAM = fileURLToPath(new URL("../../../cli/main.ts", import.meta.url));

interface Run {
  readonly child: ChildProcess;
  readonly output: { out: string; err: string };
  /** Resolves with the output when it matches the pattern. */
  printed(pattern: RegExp): Promise<string>;
  ended(): Promise<number | null>;
}

function run(...options: readonly string[]): Run {
  return watch(spawn(process.execPath, [PROGRAM, ...options], { stdio: ["ignore", "pipe", "pipe"] }));
}

function watch(child: ChildProcessByStdio<null, Readable, Readable>): Run {
  onTestFinished(() => void child.kill("SIGKILL"));
  const output = { out: "", err: "" };
  child.stdout.on("data", (text) => (output.out += text));
  child.stderr.on("data", (text) => (output.err += text));
  const exit = once(child, "close").then(([code]) => code as number | null);
  return {
    child,
    output,
    ended: () => exit,
    printed: async (pattern) => {
      while (!pattern.test(output.out)) {
        const ended = await Promise.race([exit.then(() => true), once(child.stdout, "data").then(() => false)]);
        if (ended && !pattern.test(output.out)) throw new Error(`It ended without printing ${pattern}: ${output.err}`);
      }
      return output.out;
    },
  };
}

test("without it a person reads what to export, the numbers, and how to stop", async () => {
  const text = await run("serve").printed(/Ctrl\+C/);
  expect(text).toMatch(/export SIGNALWIRE_BASE_URL=http:\/\/127\.0\.0\.1:\d+\n/);
  expect(text).toMatch(/export SIGNALWIRE_PROJECT_ID=[0-9a-f-]{36}\n/);
  expect(text).toMatch(/export SIGNALWIRE_API_TOKEN=PT[0-9a-f]{48}\n/);
  expect(text).toContain("+12025550101, +12025550102 and +18005550103");
});

// On Windows, npm starts no shell of POSIX.
test.skipIf(process.platform === "win32")("SIGTERM to `npx` stops the server that it started", async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, "node_modules/.bin"), { recursive: true });
  const script = `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`;
  writeFileSync(join(cwd, "node_modules/.bin/pulumi-signalwire"), script, { mode: 0o755 });
  writeFileSync(join(cwd, "package.json"), "{}");
  const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` };
  const options = { cwd, env, detached: true };
  const npx = watch(
    spawn("npx", ["--no", "--", "pulumi-signalwire", "serve", "--json"], {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  await npx.printed(/\n/);
  npx.child.kill("SIGTERM");
  // The output ends when the last process that writes to it has ended.
  const isOver = await Promise.race([npx.ended().then(() => true), pause(10_000, false)]);
  if (!isOver) process.kill(-(npx.child.pid ?? 0), "SIGKILL");
  expect(isOver).toBe(true);
});

test("a port in use is reported in one sentence, with exit code 1", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  const server = run("serve", "--port", String(port));
  expect(await server.ended()).toBe(1);
  expect(server.output).toStrictEqual({
    out: "",
    err: `Port ${port} is in use on 127.0.0.1. Stop what uses it, or choose another with --port (0 takes a free one).\n`,
  });
});

/** Sends requests to a server with these options. */
async function sender(...options: readonly string[]) {
  const { ask } = await startProcess(options);
  return (method: string, path: string, body?: object) => ask(method, `/api/relay/rest/${path}`, body);
}

test("--rate-limit refuses the writes beyond it", async () => {
  const send = await sender("--rate-limit", "2/600");
  const statuses: number[] = [];
  for (const username of ["a-desk", "b-desk", "c-desk"])
    statuses.push((await send("POST", "endpoints/sip", { username, password: "correct-horse-battery" })).status);
  expect(statuses).toEqual([201, 201, 429]);
});

test("the options for what the service may do reach the server, and are off by default", async () => {
  const answers = async (...options: string[]) => {
    const send = await sender(...options);
    const statusOf = async (...request: Parameters<typeof send>) => (await send(...request)).status;
    const { refresh_token } = (await send("POST", "jwt", { resource: "desk" })).body;
    await send("PUT", "jwt", { refresh_token });
    const login = { username: "a-desk", password: "correct-horse-battery" };
    const { id } = (await send("POST", "endpoints/sip", login)).body;
    const [first, second] = (await send("GET", "phone_numbers")).body.data;
    const rings = { call_handler: "relay_sip_endpoint", call_sip_endpoint_id: id };
    expect(await statusOf("PUT", `phone_numbers/${first.id}`, rings)).toBe(200);
    return {
      usedRefreshToken: await statusOf("PUT", "jwt", { refresh_token }),
      lifetimes: [
        await statusOf("POST", "jwt", { expires_in: 43_200 }),
        await statusOf("POST", "jwt", { expires_in: 43_201 }),
        await statusOf("POST", "jwt", { expires_in: 100_001 }),
      ],
      deletionOfRung: await statusOf("DELETE", `endpoints/sip/${id}`),
      unlistedHandler: await statusOf("PUT", `phone_numbers/${second.id}`, { call_handler: "relay_topic" }),
    };
  };
  const others = ["--maximum-token-lifetime", "100000", "--protect-handlers", "--extra-fields", "--rate-limit", "none"];
  expect(await answers("--single-use-refresh-tokens", ...others)).toEqual({
    usedRefreshToken: 422,
    lifetimes: [201, 201, 422],
    deletionOfRung: 400,
    unlistedHandler: 200,
  });
  expect(await answers()).toEqual({
    usedRefreshToken: 200,
    lifetimes: [201, 422, 422],
    deletionOfRung: 204,
    unlistedHandler: 422,
  });
});

test.each([
  [
    "with problems, all at once",
    '{"projects":[{"id":"x","numbers":["1"]}]}',
    /projects\[0\]\.id: must be a UUID\n.*projects\[0\]\.numbers\[0\]: /,
  ],
  ["that is missing", undefined, /^The seed file .* cannot be read: .*\n$/],
  [
    "that is not JSON",
    '{"projects":[{"tokens":[{"token":"PTtop-secret"',
    /^The seed file \S+seed\.json is not valid JSON\.\n$/,
  ],
])("a seed file %s is reported, with exit code 1", async (_, content, problem) => {
  const seed = join(temporaryFolder(), "seed.json");
  if (content !== undefined) writeFileSync(seed, content);
  const server = run("serve", "--seed", seed);
  expect(await server.ended()).toBe(1);
  expect(server.output.err).toMatch(problem);
  expect(server.output.err).not.toMatch(/ {4}at |top-secret/);
});

test("with --control the control API is there, and its token is printed", async () => {
  const facts = JSON.parse(await run("serve", "--json", "--control").printed(/\n/));
  const headers = { authorization: `Bearer ${facts.controlToken}` };
  expect((await fetch(`${facts.url}/_reference/clock`, { headers })).status).toBe(200);
  expect(facts.inspector).toBe(`${facts.url}/_reference/#token=${facts.controlToken}`);
  const text = await run("serve", "--control").printed(/Ctrl\+C/);
  expect(text).toMatch(
    /\/_reference, its token is (RC[0-9a-f]{48})\n.*http:\/\/127\.0\.0\.1:\d+\/_reference\/#token=\1\n/,
  );
});

test("listening beyond this machine is warned of", async () => {
  const server = run("serve", "--json", "--host", "0.0.0.0");
  await server.printed(/\n/);
  expect(server.output.err).toMatch(/^Warning: 0\.0\.0\.0 can be reached from other machines/);
});

test("after a command, calls that were not taken are printed", async () => {
  const script = `
    const headers = { authorization: "Bearer " + process.env.SIGNALWIRE_CONTROL_TOKEN, "content-type": "application/json" };
    const body = JSON.stringify({ to: "+12025559999", from: "+12025550177" });
    fetch(process.env.SIGNALWIRE_BASE_URL + "/_reference/calls", { method: "POST", headers, body });`;
  const server = run("serve", "--control-token", "mine", "--", process.execPath, "-e", script);
  expect(await server.ended()).toBe(0);
  expect(server.output.err).toContain("call from +12025550177 to +12025559999: ✗ Did not ring");
});

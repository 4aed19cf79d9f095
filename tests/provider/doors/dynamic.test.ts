// The door of the classes, in Pulumi's own provider process. tests/conformance tests its objects.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { load } from "../../../provider/doors/plugin/protocol.ts";
import { compiled } from "../../compiled.ts";
import { environmentOf, serve } from "../../engine/service.ts";
import { ID } from "../bodies.ts";
import { configurationOf } from "../direct-host.ts";
import { connectTo, namedAt } from "../doors.ts";
import { struct } from "../host.ts";
import { messageOf } from "../managed.ts";
import { Stub } from "../stub.ts";

/** The reference in every state, typed by hand: a stored stack must find its provider even if sdk/ changes. */
const __provider = "exports.handler=()=>require('pulumi-signalwire/provider').sipEndpoint";
const DESK = { username: "front-desk", password: "canary-password", __provider };
const named = namedAt("classes", "SipEndpoint");
const PULUMI = createRequire(fileURLToPath(import.meta.resolve("@pulumi/pulumi/package.json")));
const HOST = PULUMI.resolve("./cmd/dynamic-provider/index.js");

/** Starts Pulumi's own process for dynamic providers, which prints its port first. It finds the package in the repository's folder. */
async function startHost(config: { readonly [key: string]: string }, env: { readonly [name: string]: string } = {}) {
  const child = spawn(process.execPath, [HOST, `127.0.0.1:${Math.floor(Math.random() * 1e9)}`], {
    cwd: fileURLToPath(new URL("../../..", import.meta.url)),
    env: { PATH: process.env.PATH, ...compiled, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines = createInterface({ input: child.stdout });
  const [port] = (await once(lines, "line")) as [string];
  lines.close();
  const output = { printed: "" };
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (bytes) => (output.printed += bytes)).resume();
  const served = connectTo(port);
  onTestFinished(() => {
    served.client.close();
    child.kill();
  });
  const { ConfigureRequest } = load("./proto/provider_pb");
  await served.call("configure", new ConfigureRequest().setArgs(struct(config)));
  return { ...served, child, output };
}

/** Starts a process for a service with these answers. */
async function startFor(answer: Stub["answer"]) {
  const stub = await Stub.start();
  onTestFinished(() => stub.stop());
  stub.answer = answer;
  const project = { id: "project", apiToken: "canary-token" };
  return { stub, started: await startHost(configurationOf({ url: stub.url, project })) };
}

it("finds its configuration also when the first calls of a process come together", async () => {
  const server = await serve();
  onTestFinished(() => server.close());
  const host = await startHost({}, environmentOf(server));
  const names = ["a", "b", "c", "d", "e", "f"];
  const made = await Promise.all(names.map((username) => host.provider.create(named, { ...DESK, username }, false)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(names.length);
});

it("ends at its next output when the engine is gone, instead of reporting the broken pipe forever", async () => {
  const { started } = await startFor(() => ({ status: 503, headers: { "retry-after": "3" }, body: {} }));
  const creating = messageOf(started.provider.create(named, DESK, false));
  const ended = once(started.child, "exit");
  // The process's output has no reader any more.
  for (const stream of [started.child.stdout, started.child.stderr]) stream?.destroy();
  expect(await ended).toEqual([1, null]);
  await creating;
});

it("names the remedy to a user who cancels a request that waits for its retry, and one that waits for its answer", async () => {
  const { stub, started } = await startFor(({ method, path }) => {
    if (method !== "GET") return { status: 503, headers: { "retry-after": "60" }, body: {} };
    return path.includes("?") ? { status: 200, body: { links: {}, data: [] } } : { status: 200, hangs: true };
  });
  const reading = messageOf(started.provider.read({ ...named, id: ID, inputs: DESK, outputs: DESK }));
  await vi.waitFor(() => expect(stub.requests).toEqual([`GET /api/relay/rest/endpoints/sip/${ID}`]), {
    timeout: 20_000,
  });
  const creating = messageOf(started.provider.create(named, DESK, false));
  await vi.waitFor(() => expect(started.output.printed).toContain("Waiting"), { timeout: 20_000 });
  await started.cancel();
  const again = ".*cancel.* Run the same command again";
  expect(await creating).toMatch(new RegExp(`^Could not create the SIP endpoint "front-desk": ${again}`));
  expect(await reading).toMatch(new RegExp(`^Could not read the SIP endpoint "front-desk" ${again}`));
  expect(started.output.printed).not.toMatch(/^ +at /m);
  expect(started.output.printed).not.toContain("canary");
}, 60_000);

// One run with several provider processes: no process loses an object that a resource of another one holds.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { ask, environmentOf, list } from "../service.ts";
import { startFrom } from "../settled.ts";
import { itWithClasses } from "../stack.ts";
import {
  destroy,
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  LEFT_ALONE,
  number,
  pause,
  phoneNumber,
  SIP,
  succeeds,
  upOf,
  writes,
} from "./helpers.ts";
import { MADE_KINDS, pathOf } from "./made.ts";

const NUMBER = "+12025550101";
const PLUGIN = fileURLToPath(new URL("../../../dist/provider/doors/plugin/main.js", import.meta.url));
const KEPT =
  'const desk = new SipEndpoint("desk", { username: "desk", password: "canary-password", adopt: true });\n' +
  `new PhoneNumber("line", { number: "${NUMBER}", name: "Main", callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "clear" });\n` +
  'new SipProfile("profile", { defaultEncryption: "required", onDestroy: "restore" });\n';

const OTHER_KINDS = [
  { kind: "DomainApplication", args: { name: "Carrier", identifier: "carrier", adopt: true } },
  { kind: "CxmlScript", args: { displayName: "Menu", contents: "<Response/>", adopt: true } },
  { kind: "SwmlScript", args: { displayName: "Flow", contents: { sections: { main: ["hangup"] } }, adopt: true } },
] as const;

function declaration(kind: string, name: string, args: object, options: string): string {
  return `new ${kind}("${name}", ${JSON.stringify(args)}, ${options});\n`;
}

const attachedProcesses: ChildProcess[] = [];

afterEach(() => {
  for (const each of attachedProcesses.splice(0)) each.kill("SIGKILL");
});

// An inline program would keep its loaded classes.
describeStack("a run with several provider processes, of a user's program", { numbers: [NUMBER], asUser: true }, () => {
  for (const plugin of ["the plugin", "a plugin that was already running"])
    itWithClasses(`a stack that moves from the classes to ${plugin} without aliases keeps its objects`, async () => {
      await startFrom(stack, KEPT);
      const before = await endpoints(server);
      const attached = plugin === "the plugin" ? undefined : await attach();
      await stack.throughPlugin();
      await stack.write(KEPT);
      if (attached) await succeeds(stack.preview());
      const { output } = await succeeds(stack.up());
      expect(output).toMatch(LEFT_ALONE);
      expect(await endpoints(server)).toEqual(before);
      expect(await number(server, NUMBER)).toMatchObject({ name: "Main", call_sip_endpoint_id: before.desk });
      expect(await ask(server, "GET", "/sip_profile")).toMatchObject({ default_encryption: "required" });
      expect(await held(stack)).toMatchObject({ desk: before.desk });
      await expectSettled(stack);
      if (!attached) return;
      // The same process learns in the next run that the endpoint is no longer declared.
      await upOf(stack, phoneNumber("line", { number: NUMBER, name: "Main" }));
      expect(await endpoints(server)).toEqual({});
      expect(attached.exitCode).toBeNull();
    });

  itWithClasses("an endpoint is left alone after the attached plugin that holds it has died in the run", async () => {
    const desk = { username: "desk", password: "canary-password", adopt: true };
    await startFrom(stack, endpoint("desk", desk));
    const before = await endpoints(server);
    const attached = await attach();
    await stack.alsoThroughPlugin("plug");
    await stack.write(`
import * as plug from "plug";
import { existsSync } from "node:fs";
const desk = new plug.SipEndpoint("desk", ${JSON.stringify(desk)});
const other = new SipEndpoint("other", { username: "other", password: "canary-password" }, { dependsOn: [desk] });
await new Promise<void>((resolve) => other.id.apply(() => {
  const timer = setInterval(() => existsSync("go") && (clearInterval(timer), resolve()), 50);
}));
`);
    const running = await stack.start("up", "--yes", "--skip-preview");
    while (!(await held(stack).catch(() => ({}) as { other?: string })).other) await pause(50);
    attached.kill("SIGKILL");
    await once(attached, "exit");
    await writeFile(stack.path("go"), "");
    const { code, output } = await running.ended;
    expect(await endpoints(server)).toMatchObject(before);
    // The other process has a copy of what the dead one declared.
    expect(code, output).toBe(0);
    expect(output).toMatch(LEFT_ALONE);
  });

  for (const way of ["the classes", "the plugin"])
    itWithClasses(`a resource of ${way} that is renamed together with another options.version is kept`, async () => {
      if (way === "the plugin") await stack.throughPlugin();
      await expectKeptByRename("", "{}", '{ version: "0.0.7" }');
    });
});

describeStack("a run with several provider processes", { numbers: [NUMBER] }, () => {
  it("a resource that is renamed and given another provider keeps its endpoint and its number", async () => {
    await stack.throughPlugin();
    await expectKeptByRename(provider("one") + provider("two"), "{ provider: one }", "{ provider: two }");
  });

  it("a provider that is renamed keeps its objects without a write", async () => {
    await stack.throughPlugin();
    const program = (name: string) =>
      provider(name) +
      endpoint("desk", { username: "desk" }, `{ provider: ${name} }`) +
      phoneNumber("line", { number: NUMBER, name: "Main", onDestroy: "clear" }, `{ provider: ${name} }`);
    await upOf(stack, program("one"));
    server.journal.clear();
    await upOf(stack, program("two"));
    expect(writes(server)).toEqual([]);
    await expectSettled(stack);
  });

  it("two resources for one object in two providers of one account are refused, in the preview and in the up", async () => {
    await stack.throughPlugin();
    const pairs = (name: string, args: object) =>
      ["one", "two"].map((each) => declaration(name, `${name}-${each}`, args, `{ provider: ${each} }`)).join("");
    const both = [
      endpoint("first", { username: "desk" }, "{ provider: one }") +
        endpoint("second", { username: "desk", adopt: true }, "{ provider: two }") +
        pairs("PhoneNumber", { number: NUMBER }),
      ...OTHER_KINDS.slice(0, 2).map(({ kind, args }) => pairs(kind, args)),
    ];
    for (const pair of both) {
      await stack.write(provider("one") + provider("two") + pair);
      const { output } = await fails(stack.preview());
      expect(output).toMatch(/is already used by the \w+ "[\w-]+", which another provider/);
    }
    await stack.write(provider("one") + provider("two") + both.join(""));
    const { output } = await fails(stack.up());
    expect(output).toMatch(/is already used by the \w+ "[\w-]+", which another provider/);
  });

  it("two resources that name one number differently, by its id and by its digits, are refused before a write", async () => {
    await stack.throughPlugin();
    const { id } = await number(server, NUMBER);
    await stack.write(
      provider("one") +
        provider("two") +
        'const line = new PhoneNumber("line", { number: "+12025550101", name: "first" }, { provider: one });\n' +
        phoneNumber("other", { phoneNumberId: id, name: "second" }, "{ provider: two, dependsOn: [line] }"),
    );
    const { output } = await fails(stack.up());
    expect(output).toMatch(/keep one of the two resources/i);
    expect(await number(server, NUMBER)).toMatchObject({ name: "first" });
  });

  it("an up goes on when another program sends garbage to the processes' socket", async () => {
    await stack.throughPlugin();
    stack.export("TMPDIR", stack.path("temporary"));
    await mkdir(stack.path("temporary"));
    await stack.write(
      provider("one") +
        `const first = ${endpoint("first", { username: "first" }, "{ provider: one }")}` +
        `const slow = ${endpoint("slow", { username: "slow" }, "{ dependsOn: [first] }")}` +
        endpoint("last", { username: "last" }, "{ provider: one, dependsOn: [slow] }"),
    );
    server.faults.add({ method: "POST", path: SIP, effect: "delay", milliseconds: 3_000, after: 1 });
    const running = await stack.start("up", "--yes", "--skip-preview");
    await vi.waitFor(() => expect(server.faults.all[0]?.struck).toBe(1), 60_000);
    const folder = stack.path(`temporary/signalwire-${process.getuid?.()}`);
    const sockets = await readdir(folder);
    expect(sockets).toHaveLength(1);
    for (const line of ["GET / HTTP/1.1\r\n\r\n", "null\n", '{"number":1}\n', "x".repeat(2 * 1024 ** 2)]) {
      const socket = connect(join(folder, String(sockets)))
        .on("error", () => undefined)
        .resume();
      socket.write(line);
      await new Promise((closed) => socket.once("close", closed));
    }
    await succeeds(running.ended);
    await expectSettled(stack);
    await succeeds(destroy(stack));
  });

  it("a destroy goes on after the engine has ended the process of a declared provider that it removed", async () => {
    await stack.throughPlugin();
    const after = (name: string, more = "") => `{ dependsOn: [${name}]${more} }`;
    const one = ", provider: one";
    const declared = (name: string, options: string) =>
      `const ${name} = ${endpoint(name, { username: name }, options)}`;
    // Removed from the last to the first: the process of "one" serves the registry, and ends while "slow" is removed.
    await upOf(
      stack,
      provider("one") +
        declared("asks", "{}") +
        declared("slow", after("asks")) +
        declared("removed", after("slow", one)) +
        declared("connects", after("removed")) +
        declared("serves", after("connects", one)),
    );
    const { slow } = await endpoints(server);
    server.faults.add({ method: "DELETE", path: `${SIP}/${slow}`, effect: "delay", milliseconds: 1_500 });
    await succeeds(destroy(stack));
    expect(await endpoints(server)).toEqual({});
    expect(await held(stack)).toEqual({});
  });
});

/** Starts the plugin as a debugger would. The engine connects to it, and its handshake names the run. */
async function attach(): Promise<ChildProcess> {
  const attached = spawn(process.execPath, [PLUGIN], {
    env: { ...process.env, ...environmentOf(server) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  attachedProcesses.push(attached);
  const [port] = (await once(createInterface({ input: attached.stdout }), "line")) as [string];
  stack.export("PULUMI_DEBUG_PROVIDERS", `signalwire:${port}`);
  return attached;
}

/** Declares a plugin provider with the environment's credentials. */
function provider(name: string): string {
  const { url, project } = server;
  const account = JSON.stringify({ baseUrl: url, projectId: project.id, apiToken: project.apiToken });
  return `const ${name} = new (class extends pulumi.ProviderResource {})("signalwire", "${name}", ${account});\n`;
}

/** Returns the ids of all objects at the service. */
async function objectIds(): Promise<Set<unknown>> {
  const paths = [...MADE_KINDS.map(pathOf), "/phone_numbers"];
  return new Set((await Promise.all(paths.map((path) => list(server, path)))).flat().map(({ id }) => id));
}

/** Renames resources while their options change, and expects that all objects stay. */
async function expectKeptByRename(head: string, before: string, after: string): Promise<void> {
  const program = (suffix: string, options: string) =>
    head +
    endpoint(`desk${suffix}`, { username: "desk", adopt: true }, options) +
    phoneNumber(`line${suffix}`, { number: NUMBER, name: "Main", onDestroy: "clear" }, options) +
    OTHER_KINDS.map(({ kind, args }) => declaration(kind, `${kind}${suffix}`, args, options)).join("");
  await upOf(stack, program("", before));
  const made = await held(stack);
  await upOf(stack, program("-new", after));
  expect(await number(server, NUMBER)).toMatchObject({ name: "Main" });
  const renamed = Object.entries(made).map(([name, id]) => [`${name}-new`, id]);
  expect(await held(stack)).toEqual(Object.fromEntries(renamed));
  expect(await objectIds()).toEqual(new Set(Object.values(made)));
  await expectSettled(stack);
}

// Large stacks without checkpoints: after any process dies, the next command repairs everything. TRIES=5 kills fifteen times,
// RESOURCES=300 makes larger stacks, SEED=2 chooses other moments.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Gateway, openGateway } from "../../../provider/gateway.ts";
import { randomNumbers } from "../../../server/support.ts";
import { tries } from "../../../tries.ts";
import { ask, environmentOf, list, type Server } from "../../service.ts";
import { describeWithEngine, type Outcome, type Running, Stack } from "../../stack.ts";
import { held } from "../helpers.ts";

const COMMAND_LINE = fileURLToPath(new URL("../../../../dist/cli/main.js", import.meta.url));
const LIVES = tries(1);
const SEED = Number(process.env.SEED ?? 1);

const SIZE = Number(process.env.RESOURCES ?? 100);
const NUMBERS = Array.from({ length: 20 }, (_, at) => `+1202555${String(1000 + at)}`);
const TOKENS = 4;
const ENDPOINTS = SIZE - NUMBERS.length - TOKENS - 1;
const VICTIMS = ["engine", "provider", "service"] as const;

/** Declares all four kinds. Another version changes every endpoint and number, and the profile from which endpoints inherit. */
function program(version: number): string {
  return `
new SipProfile("profile", { defaultEncryption: ${version % 2 === 0 ? '"required"' : '"optional"'} });
for (let at = 0; at < ${TOKENS}; at++) new ClientToken("token-" + at, { expiresIn: 60 });
const desks = Array.from({ length: ${ENDPOINTS} }, (_, at) =>
  new SipEndpoint("desk-" + at, {
    username: "desk-" + at,
    password: pulumi.secret("canary-password-" + at),
    callerId: "Version ${version}",
    ...(at % 2 === 0 ? { codecs: ["PCMU", "G722"], encryption: "required" } : {}),
    ...(at % 3 === 0 ? { callHandler: "relay_script", callRelayScriptUrl: "https://example.com/" + at } : {}),
  }),
);
${JSON.stringify(NUMBERS)}.forEach((number, at) => {
  new PhoneNumber("line-" + at, {
    number,
    name: "Line ${version}",
    callHandler: "relay_sip_endpoint",
    callSipEndpointId: desks[at].id,
    onDestroy: "restore",
  });
});
`;
}

describeWithEngine("a large stack without checkpoints", () => {
  let service: Service;
  let gateway: Gateway;
  let stack: Stack;
  let random: () => number;

  beforeEach(async () => {
    random = randomNumbers(SEED);
    service = new Service();
    gateway = await openGateway(service);
    stack = await Stack.create({ PULUMI_SKIP_CHECKPOINTS: "true" });
    await service.start(stack);
    for (const [name, value] of Object.entries(environmentOf({ ...service.server, url: gateway.url })))
      stack.export(name, value);
    await stack.configure({ "signalwire:adoptMatching": "true" });
  });

  afterEach(async () => {
    await service.kill();
    await gateway.close();
    await stack.remove();
  });

  it(`converges after ${LIVES * 3} kills (SEED=${SEED})`, { timeout: 300_000 * LIVES, retry: 0 }, async () => {
    for (let life = 0; life < LIVES; life++) {
      const foreign = await theirs();
      for (const [step, command] of ["up", "up", "destroy"].entries()) {
        const victim = VICTIMS[(life + step) % VICTIMS.length] as Victim;
        const moment = 1 + Math.floor(random() * 0.95 * (step === 0 ? SIZE - 1 : ENDPOINTS));
        const told = `life ${life}: the ${victim} dies at write ${moment} of ${command} ${step} (SEED=${SEED})`;
        await stack.write(program(step));
        const killed = await killDuring(command, victim, moment);
        expect(killed.wasKilled, `${told}\n${killed.output}`).toBe(true);
        if (victim === "engine") await stack.unlock();
        const next = await stack.run(command, "--yes", "--skip-preview");
        expect(next.code, `${told}\n${killed.output}\n${next.output}`).toBe(0);
        if (command === "up") await expectWhole(told);
        else expect(Object.keys(await held(stack)), told).toEqual([]);
        expect(await theirs(), told).toEqual(foreign);
      }
      expect(await ours()).toEqual({});
    }
  });

  /** Runs the command and kills the victim after this many writes. */
  async function killDuring(
    command: string,
    victim: Victim,
    moment: number,
  ): Promise<Outcome & { wasKilled: boolean }> {
    let [writes, wasKilled] = [0, false];
    let running: Running | undefined;
    const isDone = Promise.withResolvers<void>();
    gateway.answerWith(async ({ method }, forward) => {
      if (method !== "GET" && ++writes === moment) {
        wasKilled = true;
        // In the middle of the request: its result is never received.
        const answer = forward().catch(() => undefined);
        if (victim === "engine") running?.signal("SIGKILL");
        if (victim === "provider") for (const pid of await stack.providers()) process.kill(pid, "SIGKILL");
        if (victim === "service") {
          await service.kill();
          await service.start(stack);
        }
        await answer;
        isDone.resolve();
        throw new Error("the connection broke");
      }
      return forward();
    });
    running = await stack.start(command, "--yes", "--skip-preview");
    const outcome = await running.ended;
    if (wasKilled) await isDone.promise;
    gateway.answerWith();
    return { ...outcome, wasKilled };
  }

  async function ours(): Promise<{ [username: string]: string }> {
    const found = await list(service.server, "/endpoints/sip");
    return Object.fromEntries(
      found.filter(({ username }) => !isTheirs(username)).map(({ username, id }) => [String(username), String(id)]),
    );
  }

  async function theirs(): Promise<unknown> {
    const [endpoints, numbers] = await Promise.all([
      list(service.server, "/endpoints/sip"),
      list(service.server, "/phone_numbers"),
    ]);
    return [
      ...endpoints.filter(({ username }) => isTheirs(username)),
      ...numbers.filter((each) => !NUMBERS.includes(String(each.number))),
    ];
  }

  async function expectWhole(told: string): Promise<void> {
    const state = await held(stack);
    expect(Object.keys(state), told).toHaveLength(SIZE);
    const desks = Object.entries(state).filter(([name]) => name.startsWith("desk-"));
    expect(Object.fromEntries(desks), told).toEqual(await ours());
    expect(await list(service.server, "/endpoints/sip"), told).toHaveLength(ENDPOINTS + 2);
    const { code, output } = await stack.preview("--refresh", "--expect-no-changes", "--diff");
    expect(code, `${told}\n${output}`).toBe(0);
  }
});

type Victim = (typeof VICTIMS)[number];

const isTheirs = (username: unknown) => String(username).startsWith("theirs-");

/** The reference server in a separate process, which may be killed and restarted with its data. */
class Service {
  #child: ChildProcess | undefined;
  #facts: { url: string; projectId: string; apiToken: string } | undefined;

  get url(): string {
    return this.#facts?.url ?? "http://127.0.0.1:1";
  }

  /** For the tests' helpers. */
  get server(): Server {
    const { projectId: id = "", apiToken = "" } = this.#facts ?? {};
    return { url: this.url, project: { id, apiToken } } as Server;
  }

  async start(stack: Stack): Promise<void> {
    const seed = join(stack.path("seed.json"));
    const numbers = [...NUMBERS, "+12025559999"].map((number) => ({ number, name: `Found ${number}` }));
    await writeFile(seed, JSON.stringify({ projects: [{ numbers }] }));
    const isFirst = this.#facts === undefined;
    const options = ["serve", "--json", "--data", stack.path("service.db"), ...(isFirst ? ["--seed", seed] : [])];
    this.#child = spawn(process.execPath, [COMMAND_LINE, ...options], { stdio: ["ignore", "pipe", "inherit"] });
    this.#facts = JSON.parse(String((await once(this.#child.stdout as NodeJS.ReadableStream, "data"))[0]));
    if (!isFirst) return;
    for (const username of ["theirs-1", "theirs-2"])
      await ask(this.server, "POST", "/endpoints/sip", {
        username,
        password: "theirs-password",
        caller_id: "Theirs",
        encryption: "required",
      });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

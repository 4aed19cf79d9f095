// Random worlds, after the plan of the engine's own fuzzer (pkg/engine/lifecycletest/fuzzing at v3.259.0): a stack that real commands
// made, a random next program, and a service or process that fails at random. Then the integrity of service and state is checked.
// The engine, the provider processes and the server are real; a gateway between the last two makes the failures.

import { readFile, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ReferenceServer, type Snapshot, startServer } from "../../../server/index.ts";
import { type Gateway, openGateway } from "../../provider/gateway.ts";
import { tries } from "../../tries.ts";
import { expectSettled, held, pause, succeeds } from "../lives/helpers.ts";
import { addOthers, firstKeyOf, MADE_KINDS, type Others, pathOf, wordOf } from "../lives/made.ts";
import { expectMeant, refusedIn } from "../lives/meant.ts";
import { type Account, type Made, PLUGIN_CLASSES } from "../lives/model.ts";
import { describeFailure, runFailing } from "../random-worlds/failures.ts";
import { NUMBERS, Origin, programOf, World } from "../random-worlds/world.ts";
import { ask, environmentOf, list } from "../service.ts";
import { describeWithBothDoors, Stack } from "../stack.ts";

/** Together they fail by each kind of failure, and end by an `up` or a `destroy`. TRIES plays other worlds. */
const USUAL = [341, 676, 1340, 1542];
/** SEED runs only the world with that seed, TRIES other worlds. */
const { SEED, TRIES } = process.env;
const SEEDS = SEED ? [Number(SEED)] : TRIES ? firstSeeds(tries(USUAL.length)) : USUAL;
const BYSTANDER = "+12025550199";
const SETTINGS = "Pulumi.test.yaml";
/** A user runs the same command again at most this often. */
const PATIENCE = 4;

/** Pulumi's error after a kill that left its file of attributes empty. */
const BROKEN_ATTRIBUTES = "failed to load checkpoint: EOF";

interface Recorded {
  readonly service: Snapshot;
  readonly state: string;
  readonly made: ReadonlyMap<string, Pick<Made, "id" | "url">>;
}

describeWithBothDoors("random worlds", () => {
  let server: ReferenceServer;
  let gateway: Gateway;
  let stack: Stack;
  let account: Account;
  let start: Snapshot;
  let settings: string;
  let emptyState: string;
  let another: ReferenceServer;
  let untouched: unknown;
  let others: Others;
  const recorded = new Map<number, Recorded>();

  beforeAll(async () => {
    const numbers = [...NUMBERS, BYSTANDER].map((number) => ({ number, name: `Theirs ${number}` }));
    server = await startServer({ seed: { projects: [{ numbers }, { numbers: ["+12025550198"] }] } });
    others = await addOthers(server, () => "bystander");
    another = { ...server, url: server.url, project: server.projects[1] } as ReferenceServer;
    // The keys of the first program, except those that are unique in all projects.
    await addOthers(another, (kind) => (kind === "DomainApplication" ? "theirs" : firstKeyOf(`${wordOf(kind)}-0`)));
    start = server.snapshot();
    untouched = await everybodyElses();
    gateway = await openGateway(server);
    const { id: projectId, apiToken } = server.project;
    account = { baseUrl: gateway.url, projectId, apiToken };
    stack = await Stack.create(environmentOf({ ...server, url: gateway.url }));
    await stack.alsoThroughPlugin(PLUGIN_CLASSES);
    settings = await readFile(stack.path(SETTINGS), "utf8");
    emptyState = await stack.stateText();
  });

  afterAll(async () => {
    await stack?.remove();
    await gateway?.close();
    await server?.close();
  });

  const options = { retry: 0, timeout: 600_000 };

  it.each(SEEDS)("number %i is whole after its failures, and nothing is left to do", options, play);

  async function play(seed: number): Promise<void> {
    const world = await enter(seed);
    try {
      await live(world);
    } catch (error) {
      const again = `SEED=${seed} npx --no -- vitest run --project in-ci tests/engine/in-ci/random-worlds.test.ts`;
      const story = `World ${seed} failed at the last of:\n${world.story.join("\n")}\nAgain: ${again}\n`;
      throw new Error(story + (error instanceof Error ? error.message : String(error)), { cause: error });
    }
  }

  /** Returns a world whose service and state are as its origin left them. */
  async function enter(seed: number): Promise<World> {
    const origin = new Origin(seed, account);
    const { service, state, made } = await record(origin);
    for (const each of origin.model.made) Object.assign(each, made.get(each.name));
    server.restore(service);
    await stack.writeState(state);
    const world = new World(seed, origin);
    for (const { method, path, body } of world.byHand) await ask(server, method, path, body);
    await configure(world);
    await stack.write(programOf(world));
    return world;
  }

  /** Makes an origin by a real `up`, once. */
  async function record(origin: Origin): Promise<Recorded> {
    const known = recorded.get(origin.number);
    if (known) return known;
    server.restore(start);
    await stack.writeState(emptyState);
    await configure({ hasCheckpoints: false, adoptsMatching: false });
    await stack.write(programOf(origin));
    await succeeds(stack.up());
    await expectMeant(server, origin.model, others, BYSTANDER);
    const made = new Map(origin.model.made.map(({ name, id, url }) => [name, { id, url }]));
    const record = { service: server.snapshot(), state: await stack.stateText(), made };
    recorded.set(origin.number, record);
    return record;
  }

  async function configure({ hasCheckpoints, adoptsMatching }: Pick<World, "hasCheckpoints" | "adoptsMatching">) {
    stack.export("PULUMI_SKIP_CHECKPOINTS", hasCheckpoints ? undefined : "true");
    const adopting = adoptsMatching ? 'config:\n  signalwire:adoptMatching: "true"\n' : "";
    await writeFile(stack.path(SETTINGS), `${settings}${adopting}`);
  }

  async function live(world: World): Promise<void> {
    const command = [world.command, "--yes", "--skip-preview", ...world.flags];
    let isDone = false;
    for (const failure of world.failures) {
      world.story.push(`${world.command} ${world.flags.join(" ")}: ${describeFailure(failure)}`);
      const { code, output, struck } = await runFailing(stack, gateway, failure, command);
      expectNoSecret(output);
      isDone = code === 0;
      world.story.push(`  ${ending(code, output)}${struck ? "" : "\n  the failure did not happen"}`);
      if (!struck && !isDone && refusedIn(output, world.model).length === 0) throw new Error(output);
      await expectOthersUntouched();
      if (code === -1) await quiet();
    }
    for (let left = PATIENCE; !isDone; left -= 1) {
      if (world.command === "up") await stack.write(programOf(world));
      const { code, output } = await stack.run(...command);
      expectNoSecret(output);
      isDone = code === 0;
      world.story.push(`the same again ${ending(code, output)}`);
      if (output.includes(BROKEN_ATTRIBUTES)) {
        // As docs/scale.md says.
        await stack.removeAttributes();
        // The engine could not remove its lock either.
        await stack.run("cancel", "--yes");
        world.story.push("  the file of attributes beside the state is removed, and the lock");
      }
      for (const made of isDone ? [] : refusedIn(output, world.model)) {
        made.adopt = true;
        world.story.push(`  refused; ${made.name} shall adopt`);
      }
      if (!isDone && left === 0) throw new Error(output);
    }
    await expectWhole(world);
    if (world.command === "destroy") return;
    world.story.push("preview --refresh");
    expectNoSecret((await expectSettled(stack)).output);
    if (world.isLoadedAgain) await expectLoadable();
    if (world.isDestroyed) {
      world.story.push("destroy");
      world.removeAll();
      await succeeds(stack.run("destroy", "--yes", "--skip-preview"));
      await expectWhole(world);
    }
  }

  /** The service and the state hold exactly what the world means, and the state has no secret in clear. */
  async function expectWhole(world: World): Promise<void> {
    const ids = await expectMeant(server, world.model, others, BYSTANDER);
    const profile = world.model.resources.length > 0 ? { profile: server.project.id } : {};
    expect(await held(stack)).toEqual({ ...ids, ...profile });
    const { default_encryption } = await ask(server, "GET", "/sip_profile");
    expect(default_encryption).toBe(world.profile.encryption);
    await expectOthersUntouched();
    const state = await stack.stateText();
    expectNoSecret(state);
    const pending: { type: string }[] = JSON.parse(state).checkpoint.latest.pending_operations ?? [];
    // The engine keeps interrupted creates in the state until `pulumi refresh --clear-pending-creates`.
    expect(pending.map(({ type }) => type).filter((type) => type !== "creating")).toEqual([]);
  }

  async function expectOthersUntouched(): Promise<void> {
    expect(await everybodyElses()).toEqual(untouched);
  }

  async function everybodyElses(): Promise<unknown> {
    const paths = [...MADE_KINDS.map(pathOf), "/phone_numbers"];
    const ours = (await Promise.all(paths.map((path) => list(server, path)))).flat();
    const theirs = ours.filter(({ id, number }) => others.ids.has(String(id)) || number === BYSTANDER);
    return [...theirs, ...(await Promise.all([...paths, "/sip_profile"].map((path) => ask(another, "GET", path))))];
  }

  async function expectLoadable(): Promise<void> {
    const file = stack.path("exported.json");
    const before = await held(stack);
    await succeeds(stack.run("stack", "export", "--file", file));
    await succeeds(stack.run("stack", "import", "--file", file));
    expect(await held(stack)).toEqual(before);
  }

  /**
   * Waits until the provider has ended: it outlives a killed engine to finish its request. Pulumi's host of the classes stays, and sends
   * nothing, when the engine died before it called a resource.
   */
  async function quiet(): Promise<void> {
    for (let seen = -1; (await stack.providers()).length > 0 && seen !== gateway.trusted.length; ) {
      seen = gateway.trusted.length;
      await pause(2_000);
    }
  }
});

function firstSeeds(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function expectNoSecret(text: string): void {
  expect(text.match(/canary|eyJ[\w-]+\.[\w-]+/g) ?? [], "secrets in clear").toEqual([]);
}

/** Returns how a command ended. The output of a failed one shows why the world failed later. */
function ending(code: number, output: string): string {
  return code === 0 ? "succeeded" : `failed:\n${output}`;
}

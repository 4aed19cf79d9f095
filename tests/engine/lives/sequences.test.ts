// Random sequences of ordinary operations with interruptions and wrong answers: afterwards the service has exactly the objects
// that the user wants.

import { afterAll, beforeAll, expect, it } from "vitest";
import { type ReferenceServer, type Snapshot, startServer } from "../../../server/index.ts";
import { ask, environmentOf, list } from "../service.ts";
import { describeWithEngine, type Outcome, Stack } from "../stack.ts";
import { fails, held, kill, pause, succeeds, writes } from "./helpers.ts";
import { DOORS, type Endpoint, isDeclared, type Meant, Model, type Parent, PLUGIN_CLASSES, urnOf } from "./model.ts";

/** The number of sequences, and the first seed. SEQUENCE_SEED runs only the one with that seed. */
const { SEQUENCES = "2", SEQUENCE_FROM = "1", SEQUENCE_SEED } = process.env;
const SEEDS = SEQUENCE_SEED
  ? [Number(SEQUENCE_SEED)]
  : Array.from({ length: Number(SEQUENCES) }, (_, at) => at + Number(SEQUENCE_FROM));
const LONGEST = 6;
/** With fewer resources, none is removed. */
const FEWEST = 5;
const NUMBERS = Array.from({ length: 6 }, (_, at) => `+1202555010${at}`);
const BYSTANDER = "+12025550199";
const ENDPOINTS = 5;

describeWithEngine("random sequences of ordinary operations", () => {
  let server: ReferenceServer;
  let stack: Stack;
  let start: { readonly service: Snapshot; readonly state: string };
  let bystanders: unknown;

  beforeAll(async () => {
    const numbers = [...NUMBERS, BYSTANDER].map((number) => ({ number, name: `Theirs ${number}` }));
    server = await startServer({ seed: { projects: [{ numbers }, { numbers: ["+12025550198"] }] } });
    await ask(server, "POST", "/endpoints/sip", { username: "bystander", password: "theirs", caller_id: "Theirs" });
    bystanders = await everybodyElses();
    stack = await Stack.create(environmentOf(server));
    await stack.alsoThroughPlugin(PLUGIN_CLASSES);
    await stack.write(newModel().program());
    await succeeds(stack.up());
    const state = stack.path("start.json");
    await succeeds(stack.run("stack", "export", "--file", state));
    start = { service: server.snapshot(), state };
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it.each(SEEDS)("number %i ends with what was meant, and nothing left to do", { timeout: 900_000 }, async (seed) => {
    server.faults.clear();
    server.restore(start.service);
    signIn(0);
    await succeeds(stack.run("stack", "import", "--file", start.state));
    const user = new User(seed);
    await stack.write(user.model.program());
    try {
      await user.check();
      await user.play();
      await succeeds(stack.preview("--expect-no-changes", "--diff"));
    } catch (error) {
      const again = `SEQUENCE_SEED=${seed} npx vitest run --project engine tests/engine/lives/sequences.test.ts`;
      const told = `The sequence of seed ${seed} failed at the last of:\n${user.story.join("\n")}\nAgain: ${again}\n`;
      throw new Error(told + (error instanceof Error ? error.message : String(error)), { cause: error });
    }
  });

  function newModel(): Model {
    const { id: projectId, apiToken } = server.project;
    return new Model(NUMBERS, ENDPOINTS, { baseUrl: server.url, projectId, apiToken });
  }

  function signIn(at: 0 | 1): void {
    const { id = "", apiToken = "" } = server.projects[at] ?? {};
    stack.export("SIGNALWIRE_PROJECT_ID", id);
    stack.export("SIGNALWIRE_API_TOKEN", apiToken);
  }

  async function everybodyElses(): Promise<unknown> {
    const endpoints = await list(server, "/endpoints/sip?filter_username=bystander");
    return [...endpoints, ...(await list(server, `/phone_numbers?filter_number=${encodeURIComponent(BYSTANDER)}`))];
  }

  /** Changes a program, runs it, follows the advice in messages, and computes the expected objects. */
  class User {
    readonly model = newModel();
    readonly story: string[] = [];
    readonly #random: () => number;
    #fresh = 0;

    constructor(seed: number) {
      this.#random = mulberry32(seed);
    }

    async play(): Promise<void> {
      const length = 1 + Math.floor(this.#random() * LONGEST);
      for (let at = 0; at < length; at += 1) await this.#pick(Object.values(this.#operations))();
    }

    readonly #operations = {
      rename: () => this.#settle(this.#rename()),
      move: () => this.#settle(this.#move()),
      changeDoor: () => this.#settle(this.#changeDoor()),
      changeProvider: () => this.#settle(this.#changeProvider()),
      remove: () => this.#settle(this.#remove()),
      add: () => this.#settle(this.#add(["leave", "restore", "clear"])),
      replace: () => this.#replace(),
      swap: () => this.#swap(),
      otherProject: () => this.#otherProject(),
      kill: () => this.#kill(),
      lostAnswer: () => this.#lostAnswer(),
      outsideDeletion: () => this.#outsideDeletion(),
      own: () => this.#own(),
    };

    #rename(): string {
      const resource = this.#pick(this.model.resources);
      const { name, parent, door } = resource;
      resource.name = this.#unused(name.replace(/-.*/, ""));
      this.#mayAlias(resource, { name, parent, door });
      return `rename ${name} to ${resource.name}${resource.alias ? " with an alias" : ""}`;
    }

    #move(): string {
      const resource = this.#pick(this.model.resources);
      const { name, parent, door } = resource;
      const others = [undefined, "north", "south"].filter((each) => each !== parent) as (Parent | undefined)[];
      resource.parent = this.#pick(others);
      this.#mayAlias(resource, { name, parent, door });
      return `move ${name} under ${resource.parent ?? "the stack"}${resource.alias ? " with an alias" : ""}`;
    }

    /** Moves a resource from the classes to the plugin, or back. */
    #changeDoor(): string {
      const resource = this.#pick(this.model.resources);
      const { name, parent, door } = resource;
      resource.door = door === "classes" ? this.#pick(["plugin", "one", "two"]) : "classes";
      this.#mayAlias(resource, { name, parent, door });
      return `${name} goes from ${door} to ${resource.door}${resource.alias ? " with an alias" : ""}`;
    }

    /** Gives a resource another provider of the plugin. To the engine it stays the same resource. */
    #changeProvider(): string {
      const resource = this.#pick(this.model.resources.filter(({ door }) => door !== "classes"));
      if (!resource) return this.#changeDoor();
      const { name, door } = resource;
      resource.door = this.#pick((["plugin", "one", "two"] as const).filter((each) => each !== door));
      return `${name} goes from the provider ${door} to ${resource.door}`;
    }

    /** Without an alias the engine takes the resource for a new one, and only the classes read in the state what was found before. */
    #mayAlias(resource: Meant, before: NonNullable<Meant["alias"]>): void {
      if (this.#random() < 0.3) resource.alias = before;
      else if (resource.kind === "PhoneNumber" && !(before.door === "classes" && resource.door === "classes"))
        this.model.forgetFound(resource);
    }

    #remove(): string {
      if (this.model.resources.length <= FEWEST) return this.#add(["leave", "clear"]);
      const resource = this.#pick(this.model.resources);
      this.model.remove(resource);
      return `remove ${resource.name}`;
    }

    #add(onDestroy: readonly ("leave" | "restore" | "clear")[]): string {
      const [digits] = this.model.freeNumbers;
      const kind = this.#pick(["SipEndpoint", "ClientToken", ...(digits ? ["PhoneNumber"] : [])]);
      const name = this.#unused(kind === "SipEndpoint" ? "desk" : kind === "PhoneNumber" ? "line" : "token");
      if (kind === "SipEndpoint") this.model.addEndpoint(name, `user-of-${name}`);
      else if (kind === "ClientToken") this.model.addToken(name, `client-of-${name}`);
      else this.model.addLine(name, digits ?? "", this.#pick(onDestroy));
      const added = this.model.resources.at(-1);
      if (added) added.door = this.#pick(DOORS);
      return `add ${name} through ${added?.door}`;
    }

    #edit(): string {
      const resource = this.#pick([...this.model.endpoints, ...this.model.lines]);
      const value = this.#unused("Label");
      if (resource.kind === "SipEndpoint") resource.callerId = value;
      else resource.label = value;
      return `edit ${resource.name}`;
    }

    async #replace(): Promise<void> {
      const resource = this.#pick(this.model.resources);
      if (resource.kind === "PhoneNumber" && resource.door !== "classes") this.model.forgetFound(resource);
      // The classes delete an endpoint first, unless it adopts; so it has another id then.
      if (resource.kind === "SipEndpoint" && resource.door === "classes" && !resource.adopt) resource.id = undefined;
      await this.#settle(`replace ${resource.name}`, { flags: ["--replace", urnOf(resource)] });
    }

    async #swap(): Promise<void> {
      const one = this.#pick(this.model.endpoints);
      const other = this.#pick(this.model.endpoints.filter((each) => each !== one));
      if (!one || !other) return this.#settle(this.#add(["leave", "clear"]));
      this.story.push(`swap the user names of ${one.name} and ${other.name}`);
      const [first, second] = [one.username, other.username];
      const name = async (ofOne: string, ofOther: string) => {
        [one.username, other.username] = [ofOne, ofOther];
        await stack.write(this.model.program());
        return stack.up();
      };
      if ((await name(second, first)).code !== 0) {
        // Refused without changes, because both names are taken. Therefore it uses a free name in between.
        [one.username, other.username] = [first, second];
        await this.check();
        await succeeds(name(this.#unused("between"), second));
        await succeeds(name(one.username, first));
        await succeeds(name(second, first));
      }
      await this.check();
    }

    async #otherProject(): Promise<void> {
      // A declared provider has its own credentials.
      const isEveryoneSignedIn = !this.model.resources.some(({ door }) => isDeclared(door));
      const command = this.#pick([
        ...(isEveryoneSignedIn ? [["destroy", "--yes", "--skip-preview"]] : []),
        ["refresh", "--yes", "--skip-preview"],
        ["refresh", "--preview-only"],
        ["up", "--yes", "--skip-preview", "--refresh"],
      ]);
      this.story.push(`${command.join(" ")} with another project's credentials`);
      signIn(1);
      await fails(stack.run(...command));
      signIn(0);
      await this.check();
    }

    async #kill(): Promise<void> {
      // A number's settings from before an adoption that was killed are not recorded anywhere.
      const change = this.#pick([
        () => this.#rename(),
        () => this.#move(),
        () => this.#changeDoor(),
        () => this.#remove(),
        () => this.#add(["leave", "clear"]),
        () => this.#edit(),
      ])();
      const nth = 1 + Math.floor(this.#random() * 2);
      this.story.push(`${change}, killed at write ${nth}`);
      for (const method of ["POST", "PUT"])
        server.faults.add({ method, effect: "slow-body", milliseconds: 500, times: "always" });
      server.journal.clear();
      await stack.write(this.model.program());
      const running = await stack.start("up", "--yes", "--skip-preview");
      let isOver = false;
      void running.ended.then(() => {
        isOver = true;
      });
      while (!isOver && writes(server).length < nth) await pause(20);
      if (!isOver) await kill(stack, running);
      await quiet();
      server.faults.clear();
      await this.#settle("up again", { patience: 1 });
    }

    async #lostAnswer(): Promise<void> {
      const method = this.#pick(["POST", "PUT", "DELETE"]);
      server.faults.add({ method, effect: "lose-answer", times: 1 });
      const change = this.#pick([
        () => this.#rename(),
        () => this.#changeDoor(),
        () => this.#remove(),
        () => this.#add(["leave", "restore"]),
        () => this.#edit(),
      ]);
      await this.#settle(`${change()}, the answer to the first ${method} lost`, { patience: 1 });
      server.faults.clear();
    }

    async #outsideDeletion(): Promise<void> {
      const victim = this.#pick(this.model.endpoints);
      if (!victim) return this.#settle(this.#add(["leave", "clear"]));
      this.story.push(`somebody deletes ${victim.name} at the service; refresh`);
      await ask(server, "DELETE", `/endpoints/sip/${victim.id}`);
      victim.id = undefined;
      await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
      await this.#settle("up");
    }

    /** A number that the program owns loses settings from outside. */
    async #own(): Promise<void> {
      const line = this.#pick(this.model.lines);
      if (!line) return this.#settle(this.#add(["leave", "clear"]));
      line.exclusive = !line.exclusive;
      await this.#settle(`${line.name} is ${line.exclusive ? "" : "no longer "}exclusive`);
      if (!line.exclusive) return;
      const find = async () =>
        (await list(server, `/phone_numbers?filter_number=${encodeURIComponent(line.digits)}`))[0];
      await ask(server, "PUT", `/phone_numbers/${(await find())?.id}`, { message_handler: "relay_context" });
      await this.#settle(`somebody sets a message handler on ${line.name}; up --refresh`, { flags: ["--refresh"] });
      expect(await find()).toMatchObject({ message_handler: null });
    }

    /**
     * Runs the program until it succeeds. A taken user name always belongs to this stack, so the user follows the message.
     * `patience` limits repetitions for other reasons.
     */
    async #settle(change: string, { flags = [], patience = 0 }: Settling = {}): Promise<void> {
      this.story.push(change);
      let left = patience;
      for (;;) {
        await stack.write(this.model.program());
        const outcome = await stack.up(...flags);
        if (outcome.code === 0) break;
        const refused = this.#refusedIn(outcome);
        for (const endpoint of refused) {
          this.story.push(`  refused; ${endpoint.name} shall adopt`);
          endpoint.adopt = true;
        }
        if (refused.length > 0) continue;
        if (left === 0) throw new Error(outcome.output);
        left -= 1;
        this.story.push("  failed; the same again");
      }
      for (const resource of this.model.resources) resource.alias = undefined;
      await this.check();
    }

    #refusedIn({ output }: Outcome): Endpoint[] {
      const named = [...output.matchAll(/Could not create the SIP endpoint "([^"]+)".* has this username/g)].map(
        ([, name]) => name,
      );
      return this.model.endpoints.filter(({ username, adopt }) => !adopt && named.includes(username));
    }

    /** Compares the service and the state with the model. */
    async check(): Promise<void> {
      const { resources, endpoints } = this.model;
      const shown = (await list(server, "/endpoints/sip")).filter(({ username }) => username !== "bystander");
      const ids = Object.fromEntries(shown.map(({ username, id }) => [String(username), String(id)]));
      // A new endpoint may have any id; every other endpoint keeps its id.
      for (const endpoint of endpoints) endpoint.id ??= ids[endpoint.username];
      expect(shown.map(({ username, id, caller_id }) => ({ username, id, caller_id })).sort(byUsername)).toEqual(
        endpoints.map(({ username, id, callerId: caller_id }) => ({ username, id, caller_id })).sort(byUsername),
      );
      const numbers = (await list(server, "/phone_numbers")).filter(({ number }) => number !== BYSTANDER);
      const told = numbers.map(({ number, name, call_handler, call_sip_endpoint_id }) => [
        number,
        { name, call_handler, call_sip_endpoint_id },
      ]);
      expect(Object.fromEntries(told)).toEqual(this.model.numbers);
      expect(await everybodyElses()).toEqual(bystanders);
      const idOfNumber = Object.fromEntries(numbers.map(({ number, id }) => [number, id]));
      const idOf = (resource: Meant) => {
        if (resource.kind === "SipEndpoint") return resource.id;
        return resource.kind === "PhoneNumber" ? idOfNumber[resource.digits] : resource.resourceName;
      };
      expect(await held(stack)).toEqual(Object.fromEntries(resources.map((each) => [each.name, idOf(each)])));
    }

    #unused(kind: string): string {
      this.#fresh += 1;
      return `${kind}-${this.#fresh}x`;
    }

    #pick<T>(among: readonly T[]): T {
      return among[Math.floor(this.#random() * among.length)] as T;
    }
  }

  /** Waits until the provider has ended: it outlives a killed engine to finish its request. */
  async function quiet(): Promise<void> {
    for (let seen = -1; seen !== server.journal.entries.length; ) {
      seen = server.journal.entries.length;
      await pause(1_500);
    }
  }
});

interface Settling {
  readonly flags?: readonly string[];
  readonly patience?: number;
}

function byUsername(one: { username: unknown }, other: { username: unknown }): number {
  return String(one.username).localeCompare(String(other.username));
}

/** Returns numbers from 0 up to 1 for a seed. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

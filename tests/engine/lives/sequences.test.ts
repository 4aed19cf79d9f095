// Random sequences of ordinary operations with interruptions and wrong answers: afterwards the service has exactly the objects
// that the user wants. With `ENGINE=real`, the engine is also killed.

import { beforeEach, expect, it } from "vitest";
import { tries } from "../../tries.ts";
import { describeStack, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
import { startFrom } from "../settled.ts";
import { Changes } from "./changes.ts";
import { expectSettled, fails, held, kill, pause, succeeds, writes } from "./helpers.ts";
import { addOthers, MADE_KINDS, type Others, pathOf } from "./made.ts";
import { expectMeant, refusedIn } from "./meant.ts";
import { isDeclared, Model, PLUGIN_CLASSES, urnOf } from "./model.ts";
import { programText } from "./program.ts";

/** SEED runs only the sequence with that seed. */
const { SEED } = process.env;
const SEEDS = SEED ? [Number(SEED)] : Array.from({ length: tries(8) }, (_, at) => at + 1);
const LONGEST = 6;
const NUMBERS = Array.from({ length: 6 }, (_, at) => `+1202555010${at}`);
const BYSTANDER = "+12025550199";
const ENDPOINTS = 4;

const numbers = [...NUMBERS, BYSTANDER].map((number) => ({ number, name: `Theirs ${number}` }));
const service = { seed: { projects: [{ numbers }, { numbers: ["+12025550198"] }] } };

describeStack("random sequences of ordinary operations", { service, inProcess: true, bothDoors: true }, () => {
  let others: Others;
  let bystanders: unknown;

  beforeEach(async () => {
    others = await addOthers(server, () => "bystander");
    bystanders = await everybodyElses();
    await stack.alsoThroughPlugin(PLUGIN_CLASSES);
    await startFrom(stack, programText(newModel()));
  });

  it.each(SEEDS)("number %i ends with what was meant, and nothing left to do", { timeout: 900_000 }, async (seed) => {
    const user = new User(seed);
    try {
      await user.check();
      await user.play();
      await expectSettled(stack);
    } catch (error) {
      const again = `${stack.isInProcess ? "" : "ENGINE=real "}SEED=${seed} npx --no -- vitest run --project engine tests/engine/lives/sequences.test.ts`;
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
    const paths = [...MADE_KINDS.map(pathOf), "/phone_numbers"];
    const all = (await Promise.all(paths.map((path) => list(server, path)))).flat();
    return all.filter(({ id, number }) => others.ids.has(String(id)) || number === BYSTANDER);
  }

  /** Changes a program, runs it, follows the advice in messages, and computes the expected objects. */
  class User {
    readonly model = newModel();
    readonly story: string[] = [];
    readonly #changes: Changes;

    constructor(seed: number) {
      this.#changes = new Changes(this.model, seed);
    }

    async play(): Promise<void> {
      const length = 1 + Math.floor(this.#changes.random() * LONGEST);
      for (let at = 0; at < length; at += 1) await this.#changes.pick(Object.values(this.#operations))();
    }

    readonly #operations = {
      rename: () => this.#settle(this.#changes.rename(), this.#maybeRefresh()),
      move: () => this.#settle(this.#changes.move()),
      changeDoor: () => this.#settle(this.#changes.changeDoor(), this.#maybeRefresh()),
      changeProvider: () => this.#settle(this.#changes.changeProvider()),
      remove: () => this.#settle(this.#changes.remove(), this.#maybeRefresh()),
      add: () => this.#settle(this.#changes.add(["leave", "restore", "clear"])),
      replace: () => this.#replace(),
      swap: () => this.#swap(),
      otherProject: () => this.#otherProject(),
      ...(stack.isInProcess ? {} : { kill: () => this.#kill() }),
      lostAnswer: () => this.#lostAnswer(),
      outsideDeletion: () => this.#outsideDeletion(),
      own: () => this.#own(),
    };

    #maybeRefresh(): Settling {
      return this.#changes.random() < 0.3 ? { flags: ["--refresh"] } : {};
    }

    async #replace(): Promise<void> {
      const resource = this.#changes.pick(this.model.resources);
      if (resource.kind === "PhoneNumber" && resource.door !== "classes") this.model.forgetFound(resource);
      // The classes delete an object first, unless it adopts; so it has another id then.
      if ("key" in resource && resource.door === "classes" && !resource.adopt) resource.id = undefined;
      await this.#settle(`replace ${resource.name}`, { flags: ["--replace", urnOf(resource)] });
    }

    async #swap(): Promise<void> {
      const one = this.#changes.pick(this.model.made);
      const other = this.#changes.pick(this.model.made.filter((each) => each !== one && each.kind === one?.kind));
      if (!one || !other) return this.#settle(this.#changes.add(["leave", "clear"]));
      this.story.push(`swap the unique keys of ${one.name} and ${other.name}`);
      const [first, second] = [one.key, other.key];
      const name = async (ofOne: string, ofOther: string) => {
        [one.key, other.key] = [ofOne, ofOther];
        await stack.write(programText(this.model));
        return stack.up();
      };
      if ((await name(second, first)).code !== 0) {
        // Refused without changes, because both names are taken. Therefore it uses a free name in between.
        [one.key, other.key] = [first, second];
        await this.check();
        await succeeds(name(this.#changes.unused("between"), second));
        await succeeds(name(one.key, first));
        await succeeds(name(second, first));
      }
      await this.check();
    }

    async #otherProject(): Promise<void> {
      // A declared provider has its own credentials.
      const isEveryoneSignedIn = !this.model.resources.some(({ door }) => isDeclared(door));
      const command = this.#changes.pick([
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
      const change = this.#changes.pick([
        () => this.#changes.rename(),
        () => this.#changes.move(),
        () => this.#changes.changeDoor(),
        () => this.#changes.remove(),
        () => this.#changes.add(["leave", "clear"]),
        () => this.#changes.edit(),
      ])();
      const nth = 1 + Math.floor(this.#changes.random() * 2);
      this.story.push(`${change}, killed at write ${nth}`);
      for (const method of ["POST", "PUT"])
        server.faults.add({ method, effect: "slow-body", milliseconds: 500, times: "always" });
      server.journal.clear();
      await stack.write(programText(this.model));
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
      const method = this.#changes.pick(["POST", "PUT", "DELETE"]);
      server.faults.add({ method, effect: "lose-answer", times: 1 });
      const change = this.#changes.pick([
        () => this.#changes.rename(),
        () => this.#changes.changeDoor(),
        () => this.#changes.remove(),
        () => this.#changes.add(["leave", "restore"]),
        () => this.#changes.edit(),
      ]);
      await this.#settle(`${change()}, the answer to the first ${method} lost`, { patience: 1 });
      server.faults.clear();
    }

    async #outsideDeletion(): Promise<void> {
      const victim = this.#changes.pick(this.model.made);
      if (!victim) return this.#settle(this.#changes.add(["leave", "clear"]));
      this.story.push(`somebody deletes ${victim.name} at the service; refresh`);
      await ask(server, "DELETE", `${pathOf(victim.kind)}/${victim.id}`);
      victim.id = undefined;
      await succeeds(stack.run("refresh", "--yes", "--skip-preview"));
      await this.#settle("up");
    }

    /** A number that the program owns loses settings from outside. */
    async #own(): Promise<void> {
      const line = this.#changes.pick(this.model.lines);
      if (!line) return this.#settle(this.#changes.add(["leave", "clear"]));
      line.exclusive = !line.exclusive;
      await this.#settle(`${line.name} is ${line.exclusive ? "" : "no longer "}exclusive`);
      if (!line.exclusive) return;
      const find = async () =>
        (await list(server, `/phone_numbers?filter_number=${encodeURIComponent(line.digits)}`))[0];
      await ask(server, "PUT", `/phone_numbers/${(await find())?.id}`, { message_handler: "relay_context" });
      await this.#settle(`somebody sets a message handler on ${line.name}; up --refresh`, { flags: ["--refresh"] });
      expect(await find()).toMatchObject({ message_handler: "laml_webhooks" });
    }

    /**
     * Runs the program until it succeeds. A taken key always belongs to this stack, so the user follows the message.
     * `patience` limits repetitions for other reasons.
     */
    async #settle(change: string, { flags = [], patience = 0 }: Settling = {}): Promise<void> {
      this.story.push([change, ...flags].join(" "));
      let left = patience;
      for (;;) {
        await stack.write(programText(this.model));
        const outcome = await stack.up(...flags);
        if (outcome.code === 0) break;
        const refused = refusedIn(outcome.output, this.model);
        for (const made of refused) {
          this.story.push(`  refused; ${made.name} shall adopt`);
          made.adopt = true;
        }
        if (refused.length > 0) continue;
        if (left === 0) throw new Error(outcome.output);
        left -= 1;
        this.story.push("  failed; the same again");
      }
      for (const resource of this.model.resources) resource.alias = undefined;
      await this.check();
    }

    async check(): Promise<void> {
      expect(await held(stack)).toEqual(await expectMeant(server, this.model, others, BYSTANDER));
      expect(await everybodyElses()).toEqual(bystanders);
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

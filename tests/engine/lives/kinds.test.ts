// Domain applications and scripts under lost answers, kills and renames: no object is doubled, lost, or taken from another owner.

import { afterEach, beforeEach, expect, it } from "vitest";
import { describeStack, gateway, itWithEngine, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
import { destroy, expectSettled, fails, held, LEFT_ALONE, pause, succeeds, upOf } from "./helpers.ts";

const DOMAINS = "/api/relay/rest/domain_applications";
const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";
const PATHS = [DOMAINS, CXML, SWML];
const HELLO = "<Response><Say>Hello</Say></Response>";
const FLOW = { sections: { main: ["hangup"] } };

interface Wanted {
  /** Follows the name of each resource. */
  readonly suffix?: string;
  readonly options?: (name: string) => string;
  readonly more?: object;
  readonly user?: string;
  readonly contents?: string;
  readonly flow?: object;
}

/** Returns a program with one resource of each kind. */
function program({ suffix = "", options = () => "{}", more, user = "office", contents = HELLO, flow = FLOW }: Wanted) {
  const one = (type: string, name: string, args: object) =>
    `new ${type}("${name}${suffix}", ${JSON.stringify({ ...args, ...more })}, ${options(name)});\n`;
  return (
    one("DomainApplication", "carrier", { name: "Carrier", identifier: "carrier", user }) +
    one("CxmlScript", "menu", { displayName: "Menu", contents }) +
    one("SwmlScript", "flow", { displayName: "Flow", contents: flow })
  );
}

describeStack("a domain application and scripts", { gateway: true, inProcess: true }, () => {
  /** Objects of another owner, which must stay as they are. */
  let theirs: Record<string, unknown>[];

  beforeEach(async () => {
    await ask(server, "POST", DOMAINS, { name: "Carrier", identifier: "other", user: "office" });
    await ask(server, "POST", CXML, { display_name: "Other menu", contents: HELLO });
    await ask(server, "POST", SWML, { name: "Other flow", contents: FLOW });
    theirs = (await objects()).flat();
    server.journal.clear();
  });

  afterEach(async () => {
    expect((await objects()).flat()).toEqual(expect.arrayContaining(theirs));
  });

  const objects = () => Promise.all(PATHS.map((path) => list(server, path)));
  /** Returns the writes that succeeded, sorted. */
  const carriedOut = () =>
    server.journal.entries
      .filter(({ method, status }) => method !== "GET" && (status ?? 500) < 300)
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted();

  /** Expects one object of each kind beside the other owner's, held by these resources. Returns the ids. */
  async function expectOneEach(...names: string[]): Promise<unknown> {
    const found = await objects();
    expect(found.map((each) => each.length)).toEqual([2, 2, 2]);
    const state = await held(stack);
    expect(Object.keys(state).toSorted()).toEqual(names.toSorted());
    const ours = found.flat().filter(({ id }) => !theirs.some((other) => other.id === id));
    expect(new Set(Object.values(state))).toEqual(new Set(ours.map(({ id }) => id)));
    return Object.values(state).toSorted();
  }

  const loseAnswers = (method: string) => {
    server.faults.clear();
    for (const path of PATHS)
      server.faults.add({ method, path: method === "POST" ? path : `${path}/*`, effect: "lose-answer" });
  };

  it("are neither doubled nor lost when answers to them are lost and when they are renamed in the program", async () => {
    loseAnswers("POST");
    await upOf(stack, program({}));
    expect(carriedOut()).toEqual(PATHS.map((path) => `POST ${path}`).toSorted());
    const made = await expectOneEach("carrier", "menu", "flow");

    loseAnswers("PUT");
    const changed = { user: "sales", contents: "<Response/>", flow: { sections: { main: ["answer"] } } };
    await upOf(stack, program(changed));
    expect(server.faults.all.map(({ struck }) => struck)).toEqual([1, 1, 1]);

    server.journal.clear();
    await stack.write(program({ ...changed, suffix: "-new" }));
    const { output } = await fails(stack.up("--continue-on-error"));
    expect(output.match(/set `aliases: /g)?.length).toBeGreaterThanOrEqual(PATHS.length);
    expect(await expectOneEach("carrier", "menu", "flow")).toEqual(made);
    const options = (name: string) => `{ aliases: [{ name: "${name}" }] }`;
    await upOf(stack, program({ ...changed, suffix: "-new", options }));
    expect(await expectOneEach("carrier-new", "menu-new", "flow-new")).toEqual(made);
    const adopted = await upOf(stack, program({ ...changed, suffix: "-last", more: { adopt: true } }));
    expect(adopted.output).toMatch(LEFT_ALONE);
    expect(await expectOneEach("carrier-last", "menu-last", "flow-last")).toEqual(made);
    expect(carriedOut()).toEqual([]);
    await expectSettled(stack);

    loseAnswers("DELETE");
    await succeeds(destroy(stack));
    expect(server.faults.all.map(({ struck }) => struck)).toEqual([1, 1, 1]);
    expect((await objects()).flat()).toEqual(theirs);
  });

  itWithEngine("are there once after the engine was killed during their creation", () => killed("engine"));
  itWithEngine("are there once after the provider was killed during their creation", () => killed("provider"));

  async function killed(victim: "engine" | "provider"): Promise<void> {
    let asked = 0;
    const allAsked = Promise.withResolvers<void>();
    const died = Promise.withResolvers<void>();
    gateway.answerWith(async ({ method, path }, forward) => {
      if (method !== "POST") return forward();
      // The request for the third object never arrives.
      if (path !== SWML) await forward();
      if (++asked === PATHS.length) allAsked.resolve();
      await died.promise;
      throw new Error("the connection broke");
    });
    await stack.write(program({}));
    const running = await stack.start("up", "--yes", "--skip-preview");
    await Promise.race([allAsked.promise, running.ended]);
    expect(asked).toBe(PATHS.length);
    if (victim === "engine") running.signal("SIGKILL");
    else for (const pid of await stack.providers()) process.kill(pid, "SIGKILL");
    expect((await running.ended).code).not.toBe(0);
    died.resolve();
    gateway.answerWith();
    await pause(300);
    expect((await objects()).map((each) => each.length)).toEqual([2, 2, 1]);
    if (victim === "engine") {
      await stack.unlock();
      // Without the setting, only the object that never arrived is made.
      expect((await fails(stack.up("--continue-on-error"))).output).toContain("signalwire:adoptMatching=true");
      expect((await objects()).map((each) => each.length)).toEqual([2, 2, 2]);
    }
    await succeeds(stack.up("--config", "signalwire:adoptMatching=true"));
    await expectOneEach("carrier", "menu", "flow");
    if (victim === "engine") {
      // The engine keeps the interrupted creates, although later ones have succeeded.
      expect((await stack.state()).pending_operations).toHaveLength(PATHS.length);
      await succeeds(stack.run("refresh", "--yes", "--skip-preview", "--clear-pending-creates"));
      expect((await stack.state()).pending_operations ?? []).toEqual([]);
    }
    await expectSettled(stack);
    expect(carriedOut()).toEqual(PATHS.map((path) => `POST ${path}`).toSorted());
  }

  it("are not recognised in an object that another owner made while the answer was lost", async () => {
    const others = [
      { name: "Carrier", identifier: "carrier", user: "office" },
      { display_name: "Menu", contents: HELLO },
      { name: "Flow", contents: FLOW },
    ];
    gateway.answerWith(async ({ method, path }, forward) => {
      if (method !== "POST") return forward();
      // Scripts may share a name, domain applications not.
      if (path !== DOMAINS) await forward();
      await ask(server, "POST", path, others[PATHS.indexOf(path)]);
      if (path === DOMAINS) return forward();
      throw new Error("the answer is lost");
    });
    await stack.write(program({}));
    const { output } = await fails(stack.up("--continue-on-error"));
    expect(output).toContain("Menu");
    expect(await held(stack)).toEqual({});
    expect((await objects()).map((each) => each.length)).toEqual([2, 3, 3]);
  });
});

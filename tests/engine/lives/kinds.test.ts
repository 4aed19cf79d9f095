// Domain applications and scripts whose creation is killed: no object is doubled, lost, or taken from another owner.

import { afterEach, beforeEach, expect, it } from "vitest";
import { describeStack, gateway, server, stack } from "../described.ts";
import { ask, list } from "../service.ts";
import { expectSettled, fails, held, pause, succeeds } from "./helpers.ts";

const DOMAINS = "/api/relay/rest/domain_applications";
const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";
const PATHS = [DOMAINS, CXML, SWML];
const HELLO = "<Response><Say>Hello</Say></Response>";
const FLOW = { sections: { main: ["hangup"] } };

const PROGRAM = `
new DomainApplication("carrier", { name: "Carrier", identifier: "carrier", user: "office" });
new CxmlScript("menu", { displayName: "Menu", contents: "${HELLO}" });
new SwmlScript("flow", { displayName: "Flow", contents: ${JSON.stringify(FLOW)} });
`;

describeStack("a domain application and scripts", { gateway: true }, () => {
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

  /** Expects one object of each kind beside the other owner's, held by the stack. */
  async function expectOneEach(): Promise<void> {
    const found = await objects();
    expect(found.map((each) => each.length)).toEqual([2, 2, 2]);
    const ours = found.flat().filter(({ id }) => !theirs.some((other) => other.id === id));
    expect(new Set(Object.values(await held(stack)))).toEqual(new Set(ours.map(({ id }) => id)));
  }

  it("are there once after the engine was killed during their creation", () => killed("engine"));
  it("are there once after the provider was killed during their creation", () => killed("provider"));

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
    await stack.write(PROGRAM);
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
    await expectOneEach();
    if (victim === "engine") {
      // The engine keeps the interrupted creates, although later ones have succeeded.
      expect((await stack.state()).pending_operations).toHaveLength(PATHS.length);
      await succeeds(stack.run("refresh", "--yes", "--skip-preview", "--clear-pending-creates"));
      expect((await stack.state()).pending_operations ?? []).toEqual([]);
    }
    await expectSettled(stack);
    expect(carriedOut()).toEqual(PATHS.map((path) => `POST ${path}`).toSorted());
  }
});

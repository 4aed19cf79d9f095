// Domain applications and scripts that two stacks or two owners declare under one key: each keeps its own object.

import { afterEach, expect, it } from "vitest";
import { describeStack, gateway, itWithEngine, stack as one, server } from "../../described.ts";
import { ask, environmentOf, list } from "../../service.ts";
import { Stack } from "../../stack.ts";
import { destroy, expectSettled, fails, held, kill, number, pause, succeeds, upOf, urn } from "../helpers.ts";

const NUMBER = "+12025550101";
const DOMAINS = "/api/relay/rest/domain_applications";
const CXML = "/api/fabric/resources/cxml_scripts";
const SWML = "/api/fabric/resources/swml_scripts";

const menu = (text: string, more: object = {}, name = "menu") =>
  `new CxmlScript("${name}", ${JSON.stringify({ displayName: "Menu", contents: `<Response><Say>${text}</Say></Response>`, ...more })});\n`;
const flow = (step: unknown, more: object = {}) =>
  `new SwmlScript("flow", ${JSON.stringify({ displayName: "Flow", contents: { sections: { main: [step] } }, ...more })});\n`;
const carrier = (user: string) =>
  `new DomainApplication("carrier", ${JSON.stringify({ name: "Carrier", identifier: "carrier", user })});\n`;

describeStack(
  "a domain application and scripts of two stacks",
  { numbers: [NUMBER], gateway: true, inProcess: true },
  () => {
    let two: Stack | undefined;

    afterEach(async () => {
      await two?.remove();
      two = undefined;
    });

    const environment = (url = gateway.url) => environmentOf({ ...server, url });

    /** Creates the second stack, with the real engine: its programs can run at the same time. */
    async function secondStack(): Promise<Stack> {
      two = await Stack.createAsUser(environment());
      return two;
    }

    /** Delays every create until both stacks have sent the one to this path. */
    function meetAt(path: string): void {
      let arrived = 0;
      const both = Promise.withResolvers<void>();
      gateway.answerWith(async (question, forward) => {
        if (question.method === "POST" && question.path === path) {
          arrived += 1;
          if (arrived === 2) both.resolve();
          await both.promise;
        }
        return forward();
      });
    }

    async function upBoth(other: Stack, first: string, second: string) {
      await Promise.all([one.write(first), other.write(second)]);
      return Promise.all([one.up(), other.up()]);
    }

    it("that both create the same identifier end with one, and the other stack neither holds nor deletes it", async () => {
      const two = await secondStack();
      meetAt(DOMAINS);
      const outcomes = await upBoth(two, carrier("office"), carrier("sales"));
      gateway.answerWith();
      expect(outcomes.map(({ code }) => code === 0).toSorted()).toEqual([false, true]);
      const at = outcomes.findIndex(({ code }) => code === 0);
      const [holder, other] = at === 0 ? [one, two] : [two, one];
      const made = await list(server, DOMAINS);
      expect(made).toMatchObject([{ identifier: "carrier", user: at === 0 ? "office" : "sales" }]);
      expect(outcomes[1 - at]?.output).toContain(`The domain application ${made[0]?.id} has this identifier`);
      expect(await held(other)).toEqual({});
      await succeeds(destroy(other));
      expect(await list(server, DOMAINS)).toEqual(made);
      await expectSettled(holder);
    });

    it("that both create a script of the same name at once keep one each, through updates and a removal", async () => {
      const two = await secondStack();
      meetAt(CXML);
      const outcomes = await upBoth(two, menu("One"), menu("Two"));
      gateway.answerWith();
      for (const { code, output } of outcomes) expect(code, output).toBe(0);
      const [ofOne, ofTwo] = [(await held(one)).menu, (await held(two)).menu];
      const made = await list(server, CXML);
      expect(made.map(({ id }) => id).toSorted()).toEqual([ofOne, ofTwo].toSorted());
      await expectSettled(one);
      await upOf(one, menu("Changed"));
      await one.write(menu("Changed", {}, "renamed"));
      const { output } = await fails(one.up());
      expect(output).toContain("the project has 2 cXML scripts");
      expect(output).toContain('set `aliases: [{ name: "<old name>" }]` among its options');
      await upOf(one, menu("Changed", {}, "renamed").replace("});", '}, { aliases: [{ name: "menu" }] });'));
      expect((await held(one)).renamed).toBe(ofOne);
      await upOf(one, "");
      expect(await list(server, CXML)).toMatchObject([{ id: ofTwo }]);
      await expectSettled(two);
    });

    it.each([
      ["a replacement", false],
      ["a replacement of one that was deleted by hand", true],
    ])("with the same name and contents are not taken from each other by %s", async (_, isDeleted) => {
      await upOf(one, menu("Same"));
      const [ours] = await list(server, CXML);
      await ask(server, "POST", CXML, { display_name: "Menu", contents: "<Response><Say>Same</Say></Response>" });
      const [theirs] = (await list(server, CXML)).filter(({ id }) => id !== ours?.id);
      if (isDeleted) await ask(server, "DELETE", `${CXML}/${ours?.id}`);
      const { output } = await fails(one.up("--replace", urn("CxmlScript", "menu")));
      expect(output).toContain(String(theirs?.id));
      expect(await list(server, CXML)).toContainEqual(theirs);
      expect(Object.values(await held(one))).not.toContain(theirs?.id);
      await succeeds(destroy(one));
      expect(await list(server, CXML)).toContainEqual(theirs);
    });

    it("of which two have one name are not adopted, in the preview and in the up", async () => {
      for (const text of ["A", "B"])
        await ask(server, "POST", CXML, { display_name: "Menu", contents: `<Response><Say>${text}</Say></Response>` });
      for (const hangup of ["hangup", { hangup: {} }])
        await ask(server, "POST", SWML, { name: "Flow", contents: { sections: { main: [hangup] } } });
      const before = server.snapshot();
      await one.write(menu("A", { adopt: true }) + flow("hangup", { adopt: true }));
      for (const { output } of [await fails(one.preview()), await fails(one.up("--continue-on-error"))]) {
        expect(output).toContain("the project has 2 cXML scripts");
        expect(output).toContain("the project has 2 SWML scripts");
      }
      expect(server.snapshot()).toEqual(before);
      expect(await held(one)).toEqual({});
    });

    itWithEngine(
      "are not doubled by a rename after the engine was killed before their creation was answered",
      async () => {
        const arrived = Promise.withResolvers<void>();
        const died = Promise.withResolvers<void>();
        gateway.answerWith(async ({ method }, forward) => {
          if (method !== "POST") return forward();
          await forward();
          arrived.resolve();
          await died.promise;
          throw new Error("the connection broke");
        });
        await one.write(menu("A"));
        const running = await one.start("up", "--yes", "--skip-preview");
        await arrived.promise;
        await kill(one, running);
        died.resolve();
        gateway.answerWith();
        await pause(300);
        const made = await list(server, CXML);
        expect(made).toHaveLength(1);
        await one.write(menu("A", {}, "renamed"));
        const { output } = await fails(one.up());
        expect(output).toContain(`The cXML script ${made[0]?.id} has this displayName`);
        expect(output).toContain("signalwire:adoptMatching=true");
        await upOf(one, menu("A", { adopt: true }, "renamed"));
        expect(await list(server, CXML)).toEqual(made);
        expect(await held(one)).toEqual({ renamed: made[0]?.id });
        await expectSettled(one);
      },
    );

    it("that a number of the other stack uses: the number follows when the script is made anew", async () => {
      // Scripts have addresses of the service, which are not those of the gateway. With ENGINE=real, too, this stack is in process:
      // Pulumi's host of inline programs waits for ever for the outputs of a look-up that failed.
      two = await Stack.createInProcess(environment(server.url));
      await upOf(one, flow("hangup"));
      const line =
        'const flow = SwmlScript.getByDisplayName("looked-up", "Flow");\n' +
        `new PhoneNumber("line", { number: "${NUMBER}", callHandler: "relay_script", callRelayScriptUrl: flow.requestUrl });\n`;
      await upOf(two, line);
      const [first] = await list(server, SWML);
      const before = await number(server, NUMBER);
      await ask(server, "DELETE", `${SWML}/${first?.id}`);
      // Nothing has the name, so the up changes nothing.
      await two.write(line);
      await fails(two.up());
      expect(await number(server, NUMBER)).toEqual(before);
      await succeeds(one.up("--refresh"));
      await succeeds(two.up());
      const [second] = await list(server, SWML);
      expect(second?.id).not.toBe(first?.id);
      const rung = (await number(server, NUMBER)).call_relay_script_url;
      expect(second?.swml_script).toMatchObject({ request_url: rung });
      // The script's own stack does not know the number, and deletes the script. tests/engine/in-ci/drift-scripts.test.ts expects
      // what a drift check says of such a number.
      await succeeds(destroy(one));
      expect(await list(server, SWML)).toEqual([]);
      expect((await number(server, NUMBER)).call_relay_script_url).toBe(rung);
    });
  },
);

// Domain applications and scripts that two stacks or two owners declare under one key: each keeps its own object.

import { afterEach, expect, it } from "vitest";
import { describeStack, gateway, stack as one, server } from "../../described.ts";
import { ask, environmentOf, list } from "../../service.ts";
import { Stack } from "../../stack.ts";
import { destroy, expectSettled, fails, held, succeeds, upOf, urn } from "../helpers.ts";

const DOMAINS = "/api/relay/rest/domain_applications";
const CXML = "/api/fabric/resources/cxml_scripts";

const menu = (text: string, more: object = {}, name = "menu") =>
  `new CxmlScript("${name}", ${JSON.stringify({ displayName: "Menu", contents: `<Response><Say>${text}</Say></Response>`, ...more })});\n`;
const carrier = (user: string) =>
  `new DomainApplication("carrier", ${JSON.stringify({ name: "Carrier", identifier: "carrier", user })});\n`;

describeStack("a domain application and scripts of two stacks", { gateway: true, inProcess: true }, () => {
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

  it("with the same name and contents are not taken from each other by a replacement of a deleted one", async () => {
    await upOf(one, menu("Same"));
    const [ours] = await list(server, CXML);
    await ask(server, "POST", CXML, { display_name: "Menu", contents: "<Response><Say>Same</Say></Response>" });
    const [theirs] = (await list(server, CXML)).filter(({ id }) => id !== ours?.id);
    await ask(server, "DELETE", `${CXML}/${ours?.id}`);
    const { output } = await fails(one.up("--replace", urn("CxmlScript", "menu")));
    expect(output).toContain(String(theirs?.id));
    expect(await list(server, CXML)).toContainEqual(theirs);
    expect(Object.values(await held(one))).not.toContain(theirs?.id);
    await succeeds(destroy(one));
    expect(await list(server, CXML)).toContainEqual(theirs);
  });
});

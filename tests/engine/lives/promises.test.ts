// A successful preview is a promise: it refuses everything that an `up` of the same program would refuse or half-finish.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { addEndpoint, requests } from "../service.ts";
import { door } from "../stack.ts";
import {
  endpoint,
  endpoints,
  expectSettled,
  fails,
  held,
  number,
  phoneNumber,
  succeeds,
  upOf,
  urn,
  writes,
} from "./helpers.ts";

const NUMBER = "+12025550101";
const DESK = urn("SipEndpoint", "desk");

describeStack("a preview", { numbers: [NUMBER], inProcess: true }, () => {
  async function refused(program: string): Promise<string> {
    await stack.write(program);
    server.journal.clear();
    const { output } = await fails(stack.preview());
    expect(writes(server)).toEqual([]);
    return output;
  }

  async function kept(program: string, ...flags: string[]): Promise<string> {
    await stack.write(program);
    const { output } = await succeeds(stack.preview(...flags));
    await succeeds(stack.up(...flags));
    return output;
  }

  it("refuses endpoints that are renamed without aliases, and a user name that another account's tool took", async () => {
    const all = (prefix: string) =>
      ["a", "b", "c"].map((name) => endpoint(`${prefix}${name}`, { username: name })).join("");
    await upOf(stack, all("old-"));
    const output = await refused(all("new-"));
    expect(output).toContain("aliases");
    await addEndpoint(server, "theirs");
    expect(await refused(all("old-") + endpoint("mine", { username: "theirs" }))).toContain(
      'username "theirs" is taken',
    );
  });

  // Each was once accepted, and stored a known text, null, or nothing; a cycle never ended. The engine stops at the plugin's first
  // failed check, and the plugin sees what the language's SDK has made of the values.
  it("refuses texts that stand for an Output, and values that no request can carry, by their paths", async () => {
    const desk = endpoint("desk", { username: "desk" }).replace("new ", "const desk = new ");
    await upOf(stack, desk);
    const cycle = door === "classes" ? "cycle.again = [cycle];" : "";
    const programs = [
      `const cycle = { ratio: NaN }; ${cycle}
      new SipEndpoint("hall", { username: "hall", password: pulumi.secret(\`canary-\${desk.id}\`), extra: { cycle } });`,
      `new SwmlScript("menu", { displayName: "Menu", contents: { sections: { main: [
        { sleep: Infinity }, { play: new pulumi.asset.StringAsset("x") },
        { request: { headers: { at: new Date(0), by: \`Bearer \${desk.id}\` } } },
        desk.id.apply(() => ({ set: { map: new Map(), step: () => 1 } })),
      ] } } });`,
      `new PhoneNumber("line", { number: "${NUMBER}", name: JSON.stringify({ desk: desk.id }) });`,
    ];
    const outputs: string[] = [];
    for (const each of door === "classes" ? [programs.join("")] : programs) outputs.push(await refused(desk + each));
    const output = outputs.join();
    const expected = [
      "extra.cycle.ratio is NaN",
      "password holds the text that stands for an Output",
      "contents.sections.main[0].sleep is Infinity",
      "contents.sections.main[1].play is an asset or archive",
      "contents.sections.main[2].request.headers.by holds the text",
      "name holds the text that stands for an Output",
    ];
    const ofClasses = [
      "extra.cycle.again[0] is extra.cycle itself",
      "contents.sections.main[2].request.headers.at is a Date",
      "contents.sections.main[3].set.map is a Map",
      "contents.sections.main[3].set.step is a function",
    ];
    for (const each of [...expected, ...(door === "classes" ? ofClasses : [])]) expect(output).toContain(each);
    expect(output).toContain("pulumi.interpolate");
    expect(output).not.toContain("canary-");
    await fails(stack.up());
    expect(writes(server)).toEqual([]);
  });

  it("warns of a user name that another resource gives up, and the up refuses a swap", async () => {
    const program = (first: string, second: string, options = "{}") =>
      endpoint("desk", { username: first }).replace("new ", "const desk = new ") +
      (second === "" ? "" : endpoint("hall", { username: second }, options));
    await upOf(stack, program("one", ""));
    const { one } = await endpoints(server);
    const warning =
      /warning: the SipEndpoint "desk" gives up username "one" in this run\. This resource must come second: keep or set `dependsOn: \[desk\]`/;
    expect(await kept(program("two", "one", "{ dependsOn: [desk] }"))).toMatch(warning);
    const after = await endpoints(server);
    expect(after.two).toBe(one);
    expect(await held(stack)).toEqual({ desk: one, hall: after.one });

    await stack.write(program("one", "two"));
    // The resource that the engine previews second meets the one that gives its name up: an error or a warning.
    expect((await stack.preview()).output).toMatch(/swap theirs need two/);
    expect((await fails(stack.up())).output).toMatch(/swap theirs need two/);
    expect(await endpoints(server)).toEqual(after);
    await kept(program("three", "two", "{ dependsOn: [desk] }"));
    await kept(program("one", "two"));
    expect(await endpoints(server)).toEqual({ one, two: after.one });
    await expectSettled(stack);
  });

  it("keeps its word on a taint, on --replace, and on replaceOnChanges, without a warning", async () => {
    const program = (callerId: string, options?: string) => endpoint("desk", { username: "desk", callerId }, options);
    await upOf(stack, program("one"));
    if (door === "classes") {
      await kept(program("one"), "--replace", DESK);
      await succeeds(stack.run("state", "taint", DESK, "--yes"));
      await kept(program("two"));
    } else {
      // The engine shows a plugin neither the old object nor the option, so preview and up both refuse, with a remedy.
      for (const outcome of [await fails(stack.preview("--replace", DESK)), await fails(stack.up("--replace", DESK))])
        expect(outcome.output).toContain("run `pulumi destroy --target <the resource's URN>` first");
      const before = await endpoints(server);
      await succeeds(stack.run("destroy", "--preview-only", "--target", DESK));
      await succeeds(stack.run("destroy", "--yes", "--skip-preview", "--target", DESK));
      await kept(program("one"));
      const after = await endpoints(server);
      expect(after.desk).not.toBe(before.desk);
      await succeeds(stack.run("state", "taint", DESK, "--yes"));
      await upOf(stack, program("one", "{ deleteBeforeReplace: true }"));
      expect((await endpoints(server)).desk).not.toBe(after.desk);
    }
    const output = await kept(program("three", '{ replaceOnChanges: ["callerId"] }'));
    expect(output).not.toMatch(/warning|taken|adopts/);
    const { desk, ...others } = await endpoints(server);
    expect(others).toEqual({});
    expect(await held(stack)).toEqual({ desk });
    await expectSettled(stack);
  });

  it("refuses an id in the program that is no endpoint of the project, for a new number and for an update", async () => {
    const line = (id: string) =>
      phoneNumber("line", { number: NUMBER, callHandler: "relay_sip_endpoint", callSipEndpointId: id });
    const missing = "2ab8b7f6-6c1c-4c3c-8f0c-4a9f1f6f2b11";
    expect(await refused(line(missing))).toContain(
      `callSipEndpointId is ${missing}, and the project has no such object`,
    );
    const id = await addEndpoint(server, "theirs");
    await kept(line(id));
    expect(await refused(line(missing))).toContain("the project has no such object");
    expect(await number(server, NUMBER)).toMatchObject({ call_sip_endpoint_id: id });
  });

  it("of updates alone refuses a wrong token, by one request", async () => {
    const program = (callerId: string) =>
      ["a", "b"].map((name) => endpoint(name, { username: name, callerId })).join("");
    await upOf(stack, program("one"));
    await stack.write(program("two"));
    server.journal.clear();
    await succeeds(stack.preview());
    expect(server.journal.entries).toHaveLength(1);
    stack.export("SIGNALWIRE_API_TOKEN", "wrong");
    const output = await refused(program("two"));
    expect(output).toContain("401");
    expect(server.journal.entries).toHaveLength(1);
  });

  it("of a password that is sent again refuses a wrong token", async () => {
    stack.export("DESK_PASSWORD", "canary-password");
    const program = (passwordVersion: number) =>
      endpoint("desk", {
        username: "desk",
        password: undefined,
        passwordFrom: { env: "DESK_PASSWORD" },
        passwordVersion,
      });
    await upOf(stack, program(1));
    stack.export("SIGNALWIRE_API_TOKEN", "wrong");
    expect(await refused(program(2))).toContain("401");
  });

  it("of wrong arguments fails, and so does an up without it, before anything is sent for them", async () => {
    const wrong = endpoint("only", { username: "a b" });
    expect(await refused(wrong)).toContain("username must not contain white space or the character @");
    expect(requests(server)).toEqual([]);
    const { output } = await fails(stack.up());
    expect(output).toContain("username must not contain white space or the character @");
    expect(output).not.toContain("canary");
    expect(requests(server)).toEqual([]);
    // Known only when the token is issued.
    const late = wrong.replace('"a b"', 'token.jwtToken.apply(() => "a b")');
    await stack.write(`const token = new ClientToken("token", {});\n${late}`);
    await succeeds(stack.preview());
    server.journal.clear();
    expect((await fails(stack.up())).output).toContain("username must not contain white space");
    expect(requests(server)).toEqual(["POST /api/relay/rest/jwt"]);
  });
});

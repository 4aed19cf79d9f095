// What the exploration finds in scripts as people write them.

import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../contract/index.ts";
import { Expressions } from "../../server/calls/expressions.ts";
import { FROM, scripted, TO } from "./called.ts";
import { startProcess } from "./process.ts";
import { NUMBERS } from "./support.ts";

/** `key 1 → nobody`, for each path without a failure. */
async function endsOf(main: unknown, program?: Parameters<typeof scripted>[1]): Promise<string[]> {
  const client = await scripted(main, program);
  const { callers } = await client.server.explore();
  const paths = callers[0]?.paths.filter(({ isFailure }) => !isFailure) ?? [];
  return paths.map(({ choices, end }) => `${choices.join(", ") || "—"} → ${end.kind}`);
}

/** QuickJS does not interrupt the search of a text in another one. */
const HANGS = "'a'.repeat(2e6).indexOf('a'.repeat(1e6) + 'b')";
const typo = [{ connect: { to: "sip:typo" } }];
const sales = [{ connect: { to: "sip:sales" } }];
const voicemail = [{ play: "say:Leave a message" }, { record: {} }];
const ask = (more: object = { max_digits: 1 }) => ({ prompt: { play: "say:?", ...more } });
const when = (condition: string, then: unknown = typo, otherwise: unknown = voicemail) => ({
  cond: [{ when: condition, then }, { else: otherwise }],
});
const oneIsBroken = ["key 1 → nobody", "another key → answered", "no key → answered"];

test("a dial of more than 20 seconds has a note where nobody answers it, and a shorter one has none", async () => {
  const notesFor = async (timeout: number) => {
    const client = await scripted([{ connect: { to: "sip:sales", timeout } }, ...voicemail], undefined);
    const { callers } = await client.server.explore();
    return callers[0]?.paths.map(({ end: { kind, text } }) => [
      kind,
      text.includes(`dials for ${timeout} seconds; one recorded space`),
    ]);
  };
  expect(await notesFor(30)).toEqual([
    ["rings", false],
    ["answered", true],
  ]);
  expect(await notesFor(20)).toEqual([
    ["rings", false],
    ["answered", false],
  ]);
});

describe("a key that reaches nobody is found in", () => {
  test.each<[what: string, steps: unknown[], sections?: object]>([
    ["a condition with %{…}", [ask(), when("%{prompt_value} == 1")]],
    ["a condition with the other delimiter and a text", [ask(), when(`\${prompt_value} == '1'`)]],
    ["a condition on vars", [ask(), when("vars.prompt_value === '1'")]],
    ["a switch on %{…}", [ask(), { switch: { variable: "%{prompt_value}", case: { "1": typo }, default: voicemail } }]],
    ["a copy of the input", [ask(), { set: { choice: "%{prompt_value}" } }, when("choice == 1")]],
    [
      "a parameter of a section",
      [ask(), { execute: { dest: "lead", params: { who: "%{prompt_value}" } } }],
      { lead: [{ switch: { variable: "params.who", case: { "1": typo }, default: voicemail } }, "return"] },
    ],
  ])("%s", async (_, steps, sections) => {
    expect(await endsOf(steps, { sections })).toEqual(oneIsBroken);
  });

  test("a pattern, where each key is tried", async () => {
    const ends = await endsOf([ask(), when("/^[12]$/.test(prompt_value)")]);
    expect(ends.filter((line) => line.endsWith("nobody"))).toEqual(["key 1 → nobody", "key 2 → nobody"]);
    expect(ends).toHaveLength(13);
  });

  test("spoken words", async () => {
    const branches = { switch: { variable: "prompt_value", case: { sales: typo, "1": sales }, default: voicemail } };
    expect(await endsOf([ask({ max_digits: 1, speech_hints: ["sales"] }), branches])).toEqual([
      "key 1 → rings",
      'says "sales" → nobody',
      "another key → answered",
      "says something else → answered",
      "no key → answered",
    ]);
  });

  test("an extension that is dialled by its number", async () => {
    expect(await endsOf([ask({ max_digits: 3 }), { connect: { to: "sip:desk-%{prompt_value}" } }])).toEqual([
      "key 101 → rings",
      "another key → nobody",
      "no key → nobody",
    ]);
  });

  test("the document that a Gather leads to", async () => {
    const menu =
      '<Response><Gather numDigits="1" action="OTHER"><Say>?</Say></Gather><Dial><Sip>sip:sales</Sip></Dial></Response>';
    const other = "<Response><Dial><Sip>sip:typo</Sip></Dial></Response>";
    expect(await endsOf(menu, { other })).toEqual(["any key → nobody", "no key → rings"]);
  });
});

describe("hours are found in", () => {
  test("a variable that is set before", async () => {
    const steps = [{ set: { hour: "%{new Date().getHours()}" } }, when("hour < 9 && vars.hour < 9", typo, sales)];
    expect((await endsOf(steps)).sort()).toEqual(["Mon–Sun 00:00–09:00 → nobody", "Mon–Sun 09:00–24:00 → rings"]);
  });

  test("a switch on the day, where days with one default are one path", async () => {
    const days = { switch: { variable: "%{new Date().getDay()}", case: { "0": typo, "6": typo }, default: sales } };
    expect(await endsOf([days])).toEqual(["Mon–Fri → rings", "Sat → nobody", "Sun → nobody"]);
  });
});

describe("what is not known is tried both ways, and the same way each time", () => {
  test.each<[what: string, condition: string]>([
    ["the environment of the service", "envs.isOpen == 'yes'"],
    ["the caller", "call.from == '+12025550142'"],
    ["chance", "Math.random() < 0.5"],
    ["a response", "%{request_response.isInWorkingHours} == true"],
  ])("%s", async (_, condition) => {
    const steps = [when(condition, [{ play: "say:a" }], [{ play: "say:b" }]), when(condition, typo, sales)];
    expect(await endsOf(steps)).toEqual([`${condition}: yes → nobody`, `${condition}: no → rings`]);
  });
});

describe("what this server does not play is unknown, and never nobody", () => {
  test.each<[what: string, script: unknown]>([
    ["a secret address", [{ connect: { to: "[secret]" } }]],
    ["an address that is not known yet", [{ connect: { to: UNKNOWN } }]],
    ["a queue", [{ connect: { to: "queue:support" } }]],
    ["a stream", [{ connect: { to: "stream:wss://example.com" } }]],
    ["an address of the fabric", [{ connect: { to: "/public/alice" } }]],
    ["a transfer by SIP", [{ sip_refer: { to_uri: "sip:x@example.com" } }, "hangup"]],
    ["a conference", "<Response><Dial><Conference>x</Conference></Dial></Response>"],
    ["another <Connect>", '<Response><Connect><Stream url="wss://example.com"/></Connect></Response>'],
  ])("%s", async (_, script) => {
    expect(await endsOf(script)).toEqual(["— → unknown"]);
  });
});

describe("several destinations", () => {
  test("a client of a document may be connected", async () => {
    const client = await scripted("<Response><Dial><Client>alice</Client></Dial></Response>");
    const [caller] = (await client.server.explore()).callers;
    expect(caller?.paths.map(({ choices, end }) => `${choices.join() || "—"} → ${end.kind}`)).toEqual([
      "— → rings",
      "client alice: no answer → nobody",
      "client alice: not connected → nobody",
    ]);
  });

  test("one device that does not answer leaves the others", async () => {
    const client = await scripted(
      "<Response><Dial><Sip>sip:typo</Sip><Sip>sip:desk</Sip><Sip>sip:sales</Sip></Dial></Response>",
    );
    const [caller] = (await client.server.explore()).callers;
    const typo = ", after the document dials sip:typo, an address that no object has";
    expect(caller?.paths.map(({ choices, end }) => `${choices.join() || "—"} → ${end.text}`)).toEqual([
      `— → Rings the devices of the SIP endpoint sales${typo}`,
      `SIP endpoint sales: no answer → Rings the devices of the SIP endpoint desk${typo}`,
      `SIP endpoint desk: no answer → Rings the devices of the SIP endpoint sales${typo}`,
      `SIP endpoint desk: no answer,SIP endpoint sales: no answer → Did not ring: the SIP endpoint desk does not take the call (noAnswer); the SIP endpoint sales does not take the call (noAnswer); the document dials sip:typo, an address that no object has`,
    ]);
  });
});

test("a desk that does not answer does not answer its second ring either", async () => {
  const twice = [{ label: "again" }, ...sales, { goto: { label: "again", max: 1 } }];
  const failing = async (main: unknown) => {
    const { callers } = await (await scripted(main)).server.explore();
    return callers[0]?.paths.filter(({ isFailure }) => isFailure).map(({ end }) => end.kind);
  };
  expect(await failing([...twice, { record: {} }])).toEqual(["answered"]);
  expect(await failing(twice)).toEqual(["nobody"]);
});

describe("menus that come back", () => {
  test("after a wrong key are no loop", async () => {
    const again = { goto: { label: "again", when: "prompt_value != 1" } };
    expect(
      new Set((await endsOf([{ label: "again" }, ask(), again, ...sales])).map((line) => line.split(" → ")[1])),
    ).toEqual(new Set(["rings", "answered"]));
  });

  test("as often as `max` says", async () => {
    const again = { goto: { label: "again", when: "prompt_value != 1", max: 1 } };
    expect(await endsOf([{ label: "again" }, ask(), again, ...sales])).toEqual([
      "key 1 → rings",
      ...["another key, key 1", "another key, another key", "another key, no key"].map((name) => `${name} → rings`),
      ...["no key, key 1", "no key, another key", "no key, no key"].map((name) => `${name} → rings`),
    ]);
  });

  test("without a key that leads on reach nobody", async () => {
    const menu = [ask(), { transfer: "night" }];
    const ends = await endsOf([when("new Date().getHours() < 8", [{ transfer: "night" }], sales)], {
      sections: { night: menu },
    });
    expect(ends.at(-1)).toBe("Mon–Sun 08:00–24:00 → rings");
    expect(ends.slice(0, -1).every((line) => line.endsWith("00:00–08:00 → nobody"))).toBe(true);
  });
});

describe("an exploration is bounded, and says what it left out", () => {
  test.each<[what: string, steps: unknown[], sections?: object]>([
    [
      "a jump without an end",
      [{ set: { n: 0 } }, { label: "a" }, { set: { n: "%{n + 1}" } }, { goto: { label: "a" } }],
    ],
    [
      "a section that begins itself",
      [{ transfer: "round" }],
      { round: [{ set: { n: "%{n + 1}" } }, { transfer: "round" }] },
    ],
  ])("%s", async (_, steps, sections) => {
    expect(await endsOf(steps, { sections })).toEqual(["— → nobody"]);
  });

  test.each<[what: string, condition: string, problem: string]>([
    ["runs for ever", "(() => { while (true); })()", "interrupted"],
    ["allocates", "'x'.repeat(1e9)", "out of memory"],
    ["calls itself", "(function f() { return f(); })()", "stack overflow"],
    ["is no JavaScript", "1 +", "unexpected token in expression: ')'"],
    ["calls a function that does not return", HANGS, "it takes too long"],
    ["has a long value", "'x'.repeat(2e6)", "its value is longer than 10000 characters"],
  ])("a condition that %s: its paths are not tried, and a call says why", async (_, condition, problem) => {
    const client = await scripted([when(condition, sales, voicemail)]);
    const { callers } = await client.server.explore();
    const paths = callers[0]?.paths ?? [];
    expect(paths.map(({ choices }) => choices[0])).toEqual(
      expect.arrayContaining([`${condition}: yes`, `${condition}: no`]),
    );
    const ends = paths.map(({ end }) => `${end.kind}: ${end.text}`);
    expect([...new Set(ends)]).toEqual([expect.stringMatching(/^unknown: Not tried: .*\(/)]);
    const { steps } = await client.server.call({ to: TO, from: FROM });
    expect(steps.find(({ code }) => code === "condition_unknown")?.details.problem).toBe(problem);
  });

  test("the expressions of a call share a limit, and so do the texts that it compares", async () => {
    const [scope, times] = [{ vars: {}, timed: {}, groups: {} }, [0]];
    const tooLong = { problem: "the expressions before it took too long", isFatal: true };
    const slow = new Expressions(1);
    expect(await slow.evaluate("Array.from({ length: 1e5 }).length", scope, times)).not.toEqual(tooLong);
    expect(await slow.evaluate("1", scope, times)).toEqual(tooLong);
    const comparing = new Expressions(1_000);
    comparing.compared(99_000_000);
    expect(comparing.refused("1")).toBeUndefined();
    comparing.compared(1_000_000);
    expect(comparing.refused("1")).toEqual(tooLong);
  });

  test("a call whose script hangs lets the server answer, and stop", async () => {
    const server = await startProcess(["--control"]);
    const contents = JSON.stringify({ sections: { main: [when(HANGS), when(`${HANGS} + 1`)] } });
    const script = await server.ask("POST", "/api/fabric/resources/swml_scripts", { name: "Menu", contents });
    const { body: numbers } = await server.ask("GET", NUMBERS);
    const { id, number: to } = numbers.data[0];
    const handler = { call_handler: "relay_script", call_relay_script_url: script.body.swml_script.request_url };
    expect((await server.ask("PUT", `${NUMBERS}/${id}`, handler)).status).toBe(200);
    let isOver = false;
    const call = Promise.allSettled([server.control("POST", "calls", { to, from: FROM })]).then(() => {
      isOver = true;
    });
    for (let count = 0; count < 3; count += 1) {
      expect((await server.ask("GET", NUMBERS)).status).toBe(200);
      expect(isOver).toBe(false);
    }
    const ended = once(server.child, "exit");
    server.child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    await call;
  });

  test("an expression leaves nothing to the next one", async () => {
    const leaks = "(() => { globalThis.leak = 1; Array.prototype.includes = () => true; return false; })()";
    expect(await endsOf([when(leaks, sales, []), when("[1].includes(2)", sales, voicemail)])).toEqual(["— → answered"]);
  });

  test("a document of almost a megabyte is too large for the service", async () => {
    const client = await scripted([{ play: `say:${"x".repeat(900_000)}` }]);
    const [caller] = (await client.server.explore()).callers;
    expect(caller?.paths.map(({ end }) => end.text)).toEqual([
      "Did not ring: the SWML script Menu answered with too large a document",
    ]);
  });
});

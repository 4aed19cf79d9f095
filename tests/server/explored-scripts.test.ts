// What the exploration finds in scripts as people write them: golden/explored-scripts.txt has every path of each one.

import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { UNKNOWN } from "../../contract/index.ts";
import { Expressions } from "../../server/calls/expressions.ts";
import { FROM, pathsIn, scripted, TO } from "./called.ts";
import { startProcess } from "./process.ts";
import { NUMBERS } from "./support.ts";

type Program = Parameters<typeof scripted>[1];

/** QuickJS does not interrupt the search of a text in another one. */
const HANGS = "'a'.repeat(2e6).indexOf('a'.repeat(1e6) + 'b')";
const dial = (user: string, more: object = {}) => [{ connect: { to: `sip:${user}`, ...more } }];
const [typo, sales] = [dial("typo"), dial("sales")];
const voicemail = [{ play: "say:Leave a message" }, { record: {} }];
const ask = (more: object = { max_digits: 1 }) => ({ prompt: { play: "say:?", ...more } });
const when = (condition: string, then: unknown = typo, otherwise: unknown = voicemail) => ({
  cond: [{ when: condition, then }, { else: otherwise }],
});
const branch = (variable: string, cases: object, other: unknown = voicemail) => ({
  switch: { variable, case: cases, default: other },
});
const again = (more: object = {}) => ({ goto: { label: "again", when: "prompt_value != 1", ...more } });
/** Twice, to show that both conditions have one answer. */
const twice = (condition: string) => [
  when(condition, [{ play: "say:a" }], [{ play: "say:b" }]),
  when(condition, typo, sales),
];
const response = (...verbs: string[]) => `<Response>${verbs.join("")}</Response>`;

/** A branch for desks that are busy. */
const busy = { switch: { variable: "connect_failed_reason", case: { busy: sales }, default: ["hangup"] } };

const scripts: { readonly [what: string]: readonly [main: unknown, program?: Program] } = {
  "a menu": [[ask(), branch("prompt_value", { "1": sales, "2": dial("desk") }, [{ play: "say:Goodbye" }, "hangup"])]],
  "reasons that the script tells apart": [[...dial("desk"), busy]],
  "the reason of the last of two devices": [
    [{ connect: { serial: [{ to: "sip:desk" }, { to: "sip:missing" }] } }, busy],
  ],
  "a dial of 20 seconds": [[...dial("sales", { timeout: 20 }), ...voicemail]],
  "a dial of 30 seconds, longer than one recorded space dials": [[...dial("sales", { timeout: 30 }), ...voicemail]],
  "a condition with %{…}": [[ask(), when("%{prompt_value} == 1")]],
  "a condition with the other delimiter and a text": [[ask(), when(`\${prompt_value} == '1'`)]],
  "a condition on vars": [[ask(), when("vars.prompt_value === '1'")]],
  "a switch on %{…}": [[ask(), branch("%{prompt_value}", { "1": typo })]],
  "a copy of the input": [[ask(), { set: { choice: "%{prompt_value}" } }, when("choice == 1")]],
  "a parameter of a section": [
    [ask(), { execute: { dest: "lead", params: { who: "%{prompt_value}" } } }],
    { sections: { lead: [branch("params.who", { "1": typo }), "return"] } },
  ],
  "a pattern, where each key is tried": [[ask(), when("/^[12]$/.test(prompt_value)")]],
  "spoken words": [
    [ask({ max_digits: 1, speech_hints: ["sales"] }), branch("prompt_value", { sales: typo, "1": sales })],
  ],
  "an extension that is dialled by its number": [[ask({ max_digits: 3 }), ...dial("desk-%{prompt_value}")]],
  "the document that a Gather leads to": [
    response('<Gather numDigits="1" action="OTHER"><Say>?</Say></Gather><Dial><Sip>sip:sales</Sip></Dial>'),
    { other: response("<Dial><Sip>sip:typo</Sip></Dial>") },
  ],
  "hours in a variable that is set before": [
    [{ set: { hour: "%{new Date().getHours()}" } }, when("hour < 9 && vars.hour < 9", typo, sales)],
  ],
  "a switch on the day, where days with one default are one path": [
    [branch("%{new Date().getDay()}", { "0": typo, "6": typo }, sales)],
  ],
  "variables that are set anew, of which no menu and no hour is left": [
    [
      ask(),
      { set: { hour: "%{new Date().getHours()}", key: "%{prompt_value}" } },
      { set: { hour: 5, key: 2 } },
      when("hour < 9 && key == 2", typo, sales),
    ],
  ],
  "a variable that is set from itself and the time": [
    [{ set: { hour: 1 } }, { set: { hour: "%{hour + new Date().getHours()}" } }, when("hour < 9", typo, sales)],
  ],
  "a text that is computed after a condition on the time": [
    [when("new Date().getHours() < 9", [], []), ...dial("%{'sa' + 'les'}")],
  ],
  "a day inside another day, of which no time is left": [
    [when("new Date().getDay() == 0", [when("new Date().getDay() == 1", typo, sales)])],
  ],
  "the environment of the service": [twice("envs.isOpen == 'yes'")],
  "the caller": [twice("call.from == '+12025550142'")],
  chance: [twice("Math.random() < 0.5")],
  "a response": [twice("%{request_response.isInWorkingHours} == true")],
  "a secret address": [[{ connect: { to: "[secret]" } }]],
  "an address that is not known yet": [[{ connect: { to: UNKNOWN } }]],
  "a queue": [[{ connect: { to: "queue:support" } }]],
  "a stream": [[{ connect: { to: "stream:wss://example.com" } }]],
  "an address of the fabric": [[{ connect: { to: "/public/alice" } }]],
  "a transfer by SIP": [[{ sip_refer: { to_uri: "sip:x@example.com" } }, "hangup"]],
  "a conference, which keeps the call": [response("<Dial><Conference>x</Conference></Dial>", "<Dial>sip:desk</Dial>")],
  "another <Connect>": [response('<Connect><Stream url="wss://example.com"/></Connect>')],
  "a client, which may be connected": [response("<Dial><Client>alice</Client></Dial>")],
  "devices that ring at once, of which one does not answer": [
    response("<Dial><Sip>sip:typo</Sip><Sip>sip:desk</Sip><Sip>sip:sales</Sip></Dial>"),
  ],
  "a desk that does not answer its second ring either": [
    [{ label: "again" }, ...sales, { goto: { label: "again", max: 1 } }],
  ],
  "the same, with a voicemail": [[{ label: "again" }, ...sales, { goto: { label: "again", max: 1 } }, { record: {} }]],
  "a menu that comes back after a wrong key, which is no loop": [[{ label: "again" }, ask(), again(), ...sales]],
  "a menu that comes back once": [[{ label: "again" }, ask(), again({ max: 1 }), ...sales]],
  "a menu without a key that leads on": [
    [when("new Date().getHours() < 8", [{ transfer: "night" }], sales)],
    { sections: { night: [ask(), { transfer: "night" }] } },
  ],
  "a jump without an end": [[{ set: { n: 0 } }, { label: "a" }, { set: { n: "%{n + 1}" } }, { goto: { label: "a" } }]],
  "a section that begins itself": [
    [{ transfer: "round" }],
    { sections: { round: [{ set: { n: "%{n + 1}" } }, { transfer: "round" }] } },
  ],
  "an expression that leaves nothing to the next one": [
    [
      when("(() => { globalThis.leak = 1; Array.prototype.includes = () => true; return false; })()", sales, []),
      when("[1].includes(2)", sales),
    ],
  ],
  "a document of almost a megabyte, too large for the service": [[{ play: `say:${"x".repeat(900_000)}` }]],
};

test("every path of each script", async () => {
  const shown: string[] = [];
  for (const [what, [main, program]] of Object.entries(scripts)) {
    const { server } = await scripted(main, program);
    shown.push(what, ...pathsIn(await server.explore()).map((path) => `  ${path}`), "");
  }
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/explored-scripts.txt");
});

describe("expressions are bounded", () => {
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
});

// Every path of every caller, found with the server's own player.

import { describe, expect, test } from "vitest";
import { expectEveryCallerReached, type Party } from "../../server/index.ts";
import { addScript, FROM, pathsIn, scripted, setNumber, TO } from "./called.ts";
import { frozen, given } from "./support.ts";

const menu = [
  { prompt: { play: "say:1 for sales, 2 for the desk", max_digits: 1 } },
  {
    switch: {
      variable: "prompt_value",
      case: { "1": [{ connect: { to: "sip:sales" } }], "2": [{ connect: { to: "sip:desk" } }] },
      default: [{ play: "say:Goodbye" }, "hangup"],
    },
  },
];

describe("the paths of a menu", () => {
  test("fail a test that wants every caller reached, unless the path is allowed", async () => {
    const client = await scripted(JSON.parse(JSON.stringify(menu).replace("sip:sales", "sip:sales-typo")));
    await expect(expectEveryCallerReached(client.server)).rejects.toThrow(
      `1 path reaches nobody:\n  ${TO}: key 1 → Did not ring: the document dials sip:sales-typo, an address that no object has`,
    );
    await expectEveryCallerReached(client.server, { allow: [`${TO}: key 1`] });
    await expectEveryCallerReached(client.server, { allow: [TO] });
    await expectEveryCallerReached((await scripted(menu)).server);
    expect(client.server.failedTraces).toEqual([]);
  });

  test("fail for a named number without a handler, and not for the spare numbers of a server", async () => {
    const client = await given();
    await expectEveryCallerReached(client.server);
    const { body } = await client.get("/api/relay/rest/phone_numbers");
    await client.put(`/api/relay/rest/phone_numbers/${body.data[0].id}`, { name: "Main line" });
    await expect(expectEveryCallerReached(client.server)).rejects.toThrow(/^1 path reaches nobody:\n.*has no handler/);
  });
});

describe("one failure at a time", () => {
  test("takes the fallback of a webhook that does not answer", async () => {
    const client = await scripted(menu);
    const fallback = await addScript(client, "Fallback", "<Response><Dial><Sip>sip:desk</Sip></Dial></Response>");
    await setNumber(client, {
      call_handler: "laml_webhooks",
      call_request_url: "https://web.example.com/call",
      call_fallback_url: fallback,
    });
    const lines = pathsIn(await client.server.explore());
    expect(lines).toEqual([
      "— → unknown: Goes on as https://web.example.com/call says, which is not known",
      "https://web.example.com/call: does not answer → rings: Rings the devices of the SIP endpoint desk",
    ]);
    // The parameters of a call differ each time.
    await setNumber(client, { call_request_method: "GET" });
    expect(pathsIn(await client.server.explore())).toEqual(lines);
    expect(pathsIn(await client.server.explore({ failures: 2 }))).toEqual([
      ...lines,
      "https://web.example.com/call: does not answer, SIP endpoint desk: no answer → nobody: Did not ring: the SIP endpoint desk does not take the call (noAnswer)",
    ]);
  });

  test("is tried alone before two at once, of which the limit leaves some out", async () => {
    const requests = Array.from({ length: 63 }, (_, at) => ({ request: { url: `https://web.example.com/${at}` } }));
    const client = await scripted([...requests, { play: "say:Hello" }]);
    const pathsWith = async (failures: number) => (await client.server.explore({ failures })).callers[0];
    const [one, two] = [await pathsWith(1), await pathsWith(2)];
    expect([one?.paths.length, one?.isComplete, two?.paths.length, two?.isComplete]).toEqual([64, true, 2_000, false]);
    const keys = new Set(two?.paths.map(({ key }) => key));
    expect(one?.paths.every(({ key }) => keys.has(key))).toBe(true);
  });
});

test("where the limit is met before all keys are known, a call still takes each path", async () => {
  const keys = (most: number, cases: object, other: unknown[] = [{ play: "say:?" }]) => [
    { prompt: { play: "say:?", max_digits: most } },
    { switch: { variable: "prompt_value", case: cases, default: other } },
  ];
  const each = (digits: string, then: unknown[]) => Object.fromEntries([...digits].map((key) => [key, then]));
  const [sales, desk] = [[{ connect: { to: "sip:sales" } }], [{ connect: { to: "sip:desk" } }]];
  const deep = {
    "1": [
      ...keys(1, { "1": desk, "3": keys(1, each("12", sales)) }, desk),
      ...keys(2, { "0": keys(2, { "1": sales }, sales) }, keys(2, { "2": sales, "12": desk })),
    ],
    "#": keys(2, { "0": [{ play: "say:0" }] }, keys(1, each("12", sales), desk)),
  };
  const wide = [1, 2, 3].flatMap(() => keys(1, each("123456789", [{ play: "say:1" }])));
  const { server } = await scripted([...keys(1, { "0": [] }), ...keys(1, deep, wide)]);
  const [caller] = (await server.explore()).callers;
  const paths = caller?.paths.filter(({ choices: [, second], isFailure }) => second === "key #" && !isFailure) ?? [];
  expect([caller?.isComplete, paths.length > 20]).toEqual([false, true]);
  for (const { digits, end } of paths) {
    const { summary } = await server.call({ to: TO, from: FROM, digits });
    expect([digits, end.text.startsWith(summary)]).toEqual([digits, true]);
  }
});

test("a path has its key, its keys and hours, its end, and what it reaches; and a call takes it", async () => {
  const open = "new Date().getDay() % 6 > 0";
  const desks = {
    case: { "1": [{ connect: { to: "sip:sales" } }] },
    default: [{ connect: { to: "sip:slaes" } }, { record: {} }],
  };
  const then = [{ prompt: { play: "say:?" } }, { switch: { variable: "prompt_value", ...desks } }];
  const main = [{ cond: [{ when: open, then }, { else: [{ transfer: "https://web.example.com/closed" }] }] }];
  const calls = { call_handler: "relay_script", call_relay_script_url: "{{swmlScript:Menu}}" };
  const texts = { message_handler: "laml_webhooks", message_request_url: "{{cxmlScript:Texts}}" };
  const relay = { call_handler: "relay_context", call_relay_context: "a" };
  const listed = { ip_auth_enabled: true, ip_auth: ["203.0.113.77/24", "2001:db8::/32"] };
  const project = {
    numbers: [{ number: TO, name: "Office", ...calls, ...texts }, "+12025550100"],
    sipEndpoints: [{ username: "sales", password: "x" }],
    domainApplications: [{ name: "Carrier", identifier: "carrier", ...relay, ...listed }],
    cxmlScripts: [{ display_name: "Texts", contents: '<Response><Message to="+12025550199">Hi</Message></Response>' }],
    swmlScripts: [{ name: "Menu", contents: { sections: { main } } }],
  };
  const { server } = await given({ clock: frozen("2031-11-10T12:00:00Z"), seed: { projects: [project] } });
  const named = (party?: Party) => (party ? `${party.what} ${party.name}` : "—");
  const { callers } = await server.explore();
  const shown = callers.flatMap(({ kind, to, party, sourceIp = "", paths }) => [
    `${kind} to ${to} (${named(party)}) ${sourceIp}`,
    ...paths.map(({ key, isFailure, digits, at = 0, hours, times, mistakes, end, reached }) => {
      const when = [`${key}${isFailure ? "!" : ""}`, digits, hours, at / 3_600_000 - 542_000, times?.length];
      const { rings, takers, handedTo } = reached;
      const faults = mistakes.map((each) => `${each.code} in ${named(each.party)}`);
      return [...when, end.code, named(end.party), rings.map(named), takers.map(named), handedTo, faults].join(" | ");
    }),
  ]);
  await expect(shown.map((line) => line.trimEnd()).join("\n")).toMatchFileSnapshot("golden/explored-paths.txt");
  expect((await server.explore({ called: "carrier" })).callers).toEqual(callers.slice(3));
  // An address that the list refuses is meant to reach nobody.
  await expectEveryCallerReached(server);
  for (const { digits, at = 0, end } of callers[1]?.paths.filter(({ isFailure }) => !isFailure) ?? []) {
    const time = new Date(at).toISOString().slice(0, 16).replace("T", " ");
    const call = { to: TO, from: "+12025550177", at: time, ...(digits !== "" && { digits }) };
    const { steps } = await server.call(call);
    const isAsked = end.code === "document_not_ours";
    expect(steps.at(-1)?.code).toBe(isAsked ? "webhook_failed" : end.code);
  }
});

test("equal callers share their paths, which name none of them; others have their own, and so have projects", async () => {
  const texts = { message_handler: "laml_webhooks", message_request_url: "https://web.example.com/texts" };
  const calls = { call_handler: "relay_script", call_relay_script_url: "{{swmlScript:By number}}" };
  const numbers = [{}, {}, texts, { ...texts, capabilities: ["voice"] }, calls, calls].map((fields, at) => ({
    ...{ number: `+1202555010${at}`, ...fields },
  }));
  const dial = [{ connect: { to: "sip:desk" } }];
  const main = [{ cond: [{ when: "call.to == '+12025550104'", then: [{ record: {} }] }, { else: dial }] }];
  const own = (name: string) => ({
    domainApplications: [{ name, identifier: name, call_handler: "relay_context", call_relay_context: name }],
    swmlScripts: [{ name: "By number", contents: { sections: { main } } }],
  });
  const first = { numbers, sipEndpoints: [{ username: "desk", password: "x" }], ...own("one") };
  const second = { numbers: [{ number: "+12025550106", ...calls }], ...own("two") };
  const { server } = await given({ seed: { projects: [first, second] } });
  const { callers } = await server.explore();
  const ends = callers.map(({ kind, party, paths }) => `${kind} to ${party.name}: ${paths[0]?.end.text}`);
  await expect(ends.join("\n")).toMatchFileSnapshot("golden/explored-callers.txt");
  // Callers 0 and 1 are equal from the start; number 3 has other capabilities, and the same paths.
  expect(new Set([0, 1, 4].map((at) => callers[at]?.paths)).size).toBe(1);
  expect(callers[0]?.paths[0]?.end).not.toHaveProperty("party");
});

// Every path of every caller, found with the server's own player.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Expectation } from "../../contract/index.ts";
import { type Exploration, expectEveryCallerReached, type PathEnd, type Trace } from "../../server/index.ts";
import { addScript, scripted, setNumber, TO } from "./called.ts";
import { type Client, given } from "./support.ts";

const NUMBER = TO;
const SWML = "/api/fabric/resources/swml_scripts";

function withScript(main: unknown[], sections: object = {}): Promise<Client> {
  return scripted(main, { sections });
}

async function explored(client: Client): Promise<Exploration> {
  return client.server.explore();
}

/** Path → its end, as a person would write them down. */
function table({ callers }: Exploration): string[] {
  return (callers[0]?.paths ?? []).map(({ choices, end }) => `${choices.join(", ") || "—"} → ${end.kind}: ${end.text}`);
}

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
  test("are each key that the script tells apart, another one, and none", async () => {
    const client = await withScript(menu);
    expect(table(await explored(client))).toEqual([
      "key 1 → rings: Rings the devices of the SIP endpoint sales",
      "key 1, SIP endpoint sales: no answer → nobody: Did not ring: the SIP endpoint sales does not take the call (noAnswer)",
      "key 2 → rings: Rings the devices of the SIP endpoint desk",
      "key 2, SIP endpoint desk: no answer → nobody: Did not ring: the SIP endpoint desk does not take the call (noAnswer)",
      "another key → answered: Answered by the SWML script Menu",
      "no key → answered: Answered by the SWML script Menu",
    ]);
  });

  test("fail a test that wants every caller reached, unless the path is allowed", async () => {
    const client = await withScript(JSON.parse(JSON.stringify(menu).replace("sip:sales", "sip:sales-typo")));
    await expect(expectEveryCallerReached(client.server)).rejects.toThrow(
      `1 path reaches nobody:\n  ${NUMBER}: key 1 → Did not ring: the document dials sip:sales-typo, an address that no object has`,
    );
    await expectEveryCallerReached(client.server, { allow: [`${NUMBER}: key 1`] });
    await expectEveryCallerReached(client.server, { allow: [NUMBER] });
    await expectEveryCallerReached((await withScript(menu)).server);
  });

  test("fail for a named number without a handler, and not for the spare numbers of a server", async () => {
    const client = await given();
    await expectEveryCallerReached(client.server);
    const { body } = await client.get("/api/relay/rest/phone_numbers");
    await client.put(`/api/relay/rest/phone_numbers/${body.data[0].id}`, { name: "Main line" });
    await expect(expectEveryCallerReached(client.server)).rejects.toThrow(/^1 path reaches nobody:\n.*has no handler/);
  });

  test("fail for a carrier's caller too, but not for an address that the list refuses", async () => {
    const client = await withScript(menu);
    const { body } = await client.get(SWML);
    const carrier = (url: string) =>
      client.post("/api/relay/rest/domain_applications", {
        ...{
          name: url.slice(-4),
          identifier: `carrier-${url.slice(-4)}`,
          ip_auth_enabled: true,
          ip_auth: ["203.0.113.5", "2001:db8::/32"],
        },
        ...{ call_handler: "relay_script", call_relay_script_url: url },
      });
    expect((await carrier(body.data[0].swml_script.request_url)).status).toBe(201);
    await expectEveryCallerReached(client.server);
    const silent = await addScript(client, "Silent", JSON.stringify({ sections: { main: ["hangup"] } }));
    const { body: broken } = await carrier(silent);
    const lines = ["203.0.113.5", "2001:db8::"].map(
      (from) =>
        `\n  sip:anyone@${broken.domain}.dapp.example.com from ${from} → Answered by documents that play nothing`,
    );
    await expect(expectEveryCallerReached(client.server)).rejects.toThrow(`2 paths reach nobody:${lines.join("")}`);
  });
});

test("a test says who must have a call, and fails with what happens", async () => {
  const client = await withScript(
    [{ cond: [{ when: "new Date().getDay() % 6 > 0", then: menu }, { else: [{ transfer: { dest: "night" } }] }] }],
    { night: [{ play: "say:Closed" }, { record: {} }] },
  );
  const reached = ({ server }: Client, ...expects: Expectation[]) =>
    expectEveryCallerReached(server, { expects: { [NUMBER]: expects } });
  await reached(client, { keys: "1", at: "Mon 10:00", rings: "sales" }, { at: "Sun 10:00", answeredBy: "Menu" });
  await expect(reached(client, { keys: "2", at: "Mon 10:00", rings: "sales" })).rejects.toThrow(
    /key 2, Mon 10:00 → Rings the devices of the SIP endpoint desk/,
  );
  const broken = await withScript(JSON.parse(JSON.stringify(menu).replace("sip:sales", "sip:sales-typo")));
  await expect(reached(broken)).rejects.toThrow("1 path reaches nobody");
});

test("calls by keys and times take the listed paths, and random calls end on one of them", async () => {
  const keys = fc.string({ unit: fc.constantFrom(..."123#w"), minLength: 1, maxLength: 4 });
  const time = fc
    .tuple(fc.constantFrom("Mon", "Wed", "Sat", "Sun"), fc.constantFrom("08:59", "09:00", "12:30", "17:00"))
    .map((parts) => parts.join(" "));
  const leaf: fc.Arbitrary<unknown[]> = fc.constantFrom<unknown[][]>(
    [{ connect: { to: "sip:sales" } }],
    [{ connect: { to: "sip:missing" } }, { record: {} }],
    [{ play: "say:Goodbye" }, "hangup"],
    [{ transfer: "main" }],
    ["hangup"],
  );
  const cond = (branches: readonly (readonly [string, unknown])[], otherwise: unknown) => ({
    cond: [...branches.map(([when, then]) => ({ when, then })), { else: otherwise }],
  });
  const { menus } = fc.letrec<{ menus: unknown[] }>((tie) => ({
    menus: fc.oneof(
      { maxDepth: 2 },
      leaf,
      fc
        .record({ most: fc.constantFrom(1, 2), one: tie("menus"), two: tie("menus"), other: tie("menus") })
        .map(({ most, one, two, other }) => [
          { prompt: { play: "say:?", max_digits: most } },
          cond(
            [
              ["prompt_value == 1", one],
              ["prompt_value == '23'", two],
            ],
            other,
          ),
        ]),
      fc
        .record({ open: tie("menus"), closed: tie("menus") })
        .map(({ open, closed }) => [cond([["new Date().getDay() % 6 && new Date().getHours() >= 9", open]], closed)]),
    ),
  }));
  const placed = fc.array(fc.record({ digits: keys, at: time }), { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(menus, placed, async (main, calls) => {
      const client = await withScript(main);
      const { callers } = await explored(client);
      const paths = (callers[0]?.paths ?? []).filter(({ isFailure }) => !isFailure);
      const call = (how: object) => client.server.call({ to: NUMBER, from: "+12025550177", ...how });
      for (const { digits, at, end } of paths) {
        const trace = await call({
          ...(digits !== "" && { digits }),
          ...(at !== undefined && { at: new Date(at).toISOString().slice(0, 16).replace("T", " ") }),
        });
        expect(endsAs(trace, end)).toBe(true);
      }
      for (const how of [{ at: "Mon 10:00" }, ...calls]) {
        const trace = await call(how);
        expect(paths.some(({ end }) => endsAs(trace, end))).toBe(true);
      }
      await client.server.close();
    }),
    { numRuns: 15, interruptAfterTimeLimit: 20_000 },
  );
});

/** True for the same last event. A path that is answered also says by what, and one may be answered by nothing. */
function endsAs({ steps, summary, outcome }: Trace, { code, text }: PathEnd): boolean {
  return steps.at(-1)?.code === code && (outcome === "answered" || text === summary);
}

describe("one failure at a time", () => {
  test("tells reasons apart where the script does", async () => {
    const sip = (user: string) => ({ to: `sip:${user}` });
    const cases = { case: { busy: [{ connect: sip("sales") }] }, default: ["hangup"] };
    const branch = { switch: { variable: "connect_failed_reason", ...cases } };
    const client = await withScript([{ connect: sip("desk") }, branch]);
    expect(table(await explored(client)).map((line) => line.split(": Did")[0])).toEqual([
      "— → rings: Rings the devices of the SIP endpoint desk",
      "SIP endpoint desk: no answer → nobody",
      "SIP endpoint desk: busy → rings: Rings the devices of the SIP endpoint sales",
      "SIP endpoint desk: declined → nobody",
      "SIP endpoint desk: failed → nobody",
    ]);
    // The reason is the one of the last device.
    const inTurn = await withScript([{ connect: { serial: ["desk", "missing"].map(sip) } }, branch]);
    expect(table(await explored(inTurn)).find((line) => line.includes("desk: busy"))).toContain("→ nobody");
  });

  test("takes the fallback of a webhook that does not answer", async () => {
    const client = await withScript(menu);
    const fallback = await addScript(client, "Fallback", "<Response><Dial><Sip>sip:desk</Sip></Dial></Response>");
    await setNumber(client, {
      call_handler: "laml_webhooks",
      call_request_url: "https://web.example.com/call",
      call_fallback_url: fallback,
    });
    const lines = table(await explored(client));
    expect(lines).toEqual([
      "— → unknown: Goes on as https://web.example.com/call says, which is not known",
      "https://web.example.com/call: does not answer → rings: Rings the devices of the SIP endpoint desk",
    ]);
    // The parameters of a call differ each time.
    await setNumber(client, { call_request_method: "GET" });
    expect(table(await explored(client))).toEqual(lines);
    expect(table(await client.server.explore({ failures: 2 }))).toEqual([
      ...lines,
      "https://web.example.com/call: does not answer, SIP endpoint desk: no answer → nobody: Did not ring: the SIP endpoint desk does not take the call (noAnswer)",
    ]);
  });

  test("is tried alone before two at once, of which the limit leaves some out", async () => {
    const requests = Array.from({ length: 63 }, (_, at) => ({ request: { url: `https://web.example.com/${at}` } }));
    const client = await withScript([...requests, { play: "say:Hello" }]);
    const pathsWith = async (failures: number) => (await client.server.explore({ failures })).callers[0];
    const [one, two] = [await pathsWith(1), await pathsWith(2)];
    expect([one?.paths.length, one?.isComplete, two?.paths.length, two?.isComplete]).toEqual([64, true, 2_000, false]);
    const keys = new Set(two?.paths.map(({ key }) => key));
    expect(one?.paths.every(({ key }) => keys.has(key))).toBe(true);
  });
});

describe("what no caller should meet", () => {
  test("equal callers share their paths, which name none of them", async () => {
    const numbers = [NUMBER, "+12025550102"].map((number) => ({ number }));
    const client = await given({ seed: { projects: [{ numbers }] } });
    const { callers } = await client.server.explore();
    expect(callers.map(({ to, paths }) => [to, paths[0]?.end.party?.name, paths[0]?.end.text])).toEqual(
      numbers.map(({ number }) => [number, undefined, "Did not ring: the phone number has no handler"]),
    );
    expect(callers[0]?.paths).toBe(callers[1]?.paths);
  });
});

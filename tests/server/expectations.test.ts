// What a program expects of its callers, held against every path.

import { expect, it } from "vitest";
import { type Expectation, SECRET, UNKNOWN } from "../../contract/index.ts";
import { expectEveryCallerReached } from "../../server/index.ts";
import { resultOf } from "../../server/reach/outcomes.ts";
import { scripted, TO } from "./called.ts";
import type { Client } from "./support.ts";

const open = "new Date().getDay() % 6 > 0 && new Date().getHours() >= 9 && new Date().getHours() < 17";
const extensions = {
  switch: {
    variable: "prompt_value",
    case: {
      "1": [{ connect: { serial: [{ to: "sip:sales" }, { to: "sip:desk" }] } }, { record: {} }],
      "2": [{ connect: { to: "+15557654321" } }],
      "3": [{ transfer: { dest: "https://voice.example.com/support.json" } }],
    },
    default: ["hangup"],
  },
};
const main = [
  {
    cond: [
      { when: open, then: [{ prompt: { play: "say:1, 2, 3", max_digits: 1 } }, extensions] },
      { else: [{ record: {} }] },
    ],
  },
];

/** Returns each expectation with its verdict, and what was found in place of it. */
async function judged({ server }: Client, expects: readonly Expectation[]): Promise<string[]> {
  const { expectations } = await server.explore({ expects: { [TO]: expects } });
  return expectations.map(({ text, verdict, found, path }) =>
    verdict === "held" ? `✓ ${text}` : `${verdict} ${text}: ${path} → ${found}`,
  );
}

const at = "Mon–Fri 09:00–17:00";
const dial = (user: string) => [{ connect: { to: `sip:${user}` } }];
const when = (condition: string, then: unknown[], otherwise: unknown[]) => [
  { cond: [{ when: condition, then }, { else: otherwise }] },
];
const asking = (then: unknown[]) => [
  { label: "again" },
  { prompt: { play: "say:1", max_digits: 1 } },
  { switch: { variable: "prompt_value", case: { "1": then }, default: [{ goto: { label: "again" } }] } },
];

const scripts: { readonly [what: string]: readonly [main: unknown, ...expects: Expectation[]] } = {
  "a menu in the hours of an office": [
    main,
    { keys: "1", at, rings: "sales" },
    { keys: "1#w", at, rings: "sales" },
    { keys: "1", at: "Fri 16:59", rings: "desk" },
    { keys: "1", at: "2026-11-30T09:00Z", answeredBy: "sales" },
    { keys: "2", at, handedTo: "+15557654321" },
    { keys: "3", at, handedTo: "voice.example.com" },
    { keys: "3", at, handedTo: "https://voice.example.com/sup" },
    { at: "Sat", answeredBy: "Menu" },
    { at: "Mon 08:59", answeredBy: "Menu" },
    { keys: "1", rings: "sales" },
    { keys: "1", at, rings: "slaes" },
    { keys: "1", at, rings: "dock" },
    { keys: "12", at, rings: "sales" },
    { keys: "7", at, rings: "sales" },
    { keys: "2", at, handedTo: "+15557654322" },
    { keys: "1", at, answeredBy: "desk" },
    { keys: "3", at, rings: "sales" },
    { keys: "3", at, reaches: "nobody" },
    { keys: "31", at, rings: "sales" },
    { keys: "3", at, handedTo: "other.example.com" },
    { at: "Sun", reaches: "nobody" },
  ],
  "a caller, who is any caller unless the expectation names one": [
    when("call.from == '+12025550199'", dial("desk"), dial("sales")),
    { from: "+12025550199", rings: "desk" },
    { from: "+12025550198", rings: "sales" },
    { rings: "sales" },
  ],
  "a caller of whom some go on to a document of others, or to an address that is not known yet": [
    when("call.from == '+12025550199'", dial("desk"), [
      ...when(
        "call.from == '+12025550198'",
        [{ transfer: "https://web.example.com/x" }],
        [{ connect: { to: UNKNOWN } }],
      ),
    ]),
    { rings: "desk" },
    { rings: "sales" },
  ],
  "the first of two destinations, where the second is missing": [
    "<Response><Dial><Client>alice</Client><Sip>sip:typo</Sip></Dial></Response>",
    { rings: "alice" },
  ],
  "a holiday, which days of the week leave out": [
    when("new Date().toISOString().slice(0, 10) == '2031-12-25'", [{ record: {} }], dial("sales")),
    { at: "Thu", rings: "sales" },
    { at: "2031-12-25", answeredBy: "Menu" },
    { at: "2031-12-25", rings: "sales" },
  ],
  "a menu that repeats after a wrong key": [
    asking(dial("sales")),
    { keys: "91", rings: "sales" },
    { keys: "w1", rings: "sales" },
    { reaches: "nobody" },
  ],
  "a menu that repeats after each key": [
    asking([{ goto: { label: "again" } }]),
    { reaches: "nobody" },
    { answeredBy: "Menu" },
  ],
};

it("the calls that an expectation describes are held against it", async () => {
  const shown: string[] = [];
  for (const [what, [script, ...expects]] of Object.entries(scripts)) {
    const client = await scripted(script);
    client.server.clock.freeze("2031-06-02T12:00:00Z");
    shown.push(what, ...(await judged(client, expects)).map((line) => `  ${line}`), "");
  }
  await expect(shown.join("\n")).toMatchFileSnapshot("golden/expectations.txt");
});

it("who rings on a path that ends at nobody is not what was expected", () => {
  const desk = [{ what: "SIP endpoint", name: "desk" }];
  const path = {
    end: { kind: "nobody", text: "It goes round." },
    reached: { rings: desk, takers: desk, handedTo: [] },
  };
  const judged = (what: string) =>
    resultOf(path as never, { [what]: "desk" } as never, { of: () => ["desk"], all: ["desk"] });
  for (const what of ["rings", "answeredBy"])
    expect(judged(what)).toEqual({ verdict: "broken", found: "It goes round." });
});

it("a device rings with a client that is not connected", async () => {
  const client = await scripted("<Response><Dial><Client>alice</Client><Client>bob</Client></Dial></Response>");
  const [caller] = (await client.server.explore()).callers;
  const path = caller?.paths.find(({ choices }) => choices.join() === "client bob: not connected");
  expect(path?.reached.rings).toEqual([{ what: "client", name: "alice" }]);
});

it("a domain application has a caller from its list, unless the expectation names another address", async () => {
  const client = await scripted([{ connect: { to: "sip:desk" } }]);
  const { body } = await client.get("/api/fabric/resources/swml_scripts");
  const carrier = { name: "Carrier", identifier: "carrier", ip_auth_enabled: true, ip_auth: ["203.0.113.5"] };
  const handler = { call_handler: "relay_script", call_relay_script_url: body.data[0].swml_script.request_url };
  expect((await client.post("/api/relay/rest/domain_applications", { ...carrier, ...handler })).status).toBe(201);
  const expects = {
    carrier: [{ rings: "desk" }, { from: "203.0.113.5", rings: "desk" }, { from: "192.0.2.9", reaches: "nobody" }],
    gone: [{ rings: "desk" }],
  } as const;
  const { expectations } = await client.server.explore({ expects });
  expect(expectations.filter(({ verdict }) => verdict !== "held")).toMatchObject([
    { party: { name: "gone" }, found: "no object has this address any more" },
  ]);
});

it("a test fails with each expectation that is not held, and needs no other word for what is meant to reach nobody", async () => {
  const client = await scripted([{ connect: { to: "sip:nobody" } }]);
  await expectEveryCallerReached(client.server, { expects: { [TO]: [{ reaches: "nobody" }] } });
  // The order of the members means nothing.
  const reversed = { reaches: "nobody", from: "+12025550177" } as const;
  await expectEveryCallerReached(client.server, { expects: { [TO]: [reversed] } });
  await expect(
    expectEveryCallerReached(client.server, {
      expects: { [TO]: [{ at: "Mon", reaches: "nobody" }, { rings: "sales" }] },
    }),
  ).rejects.toThrow(
    /^1 path reaches nobody, and 1 expectation is not held:\n.*\n {2}\+12025550101 expects\[1\] \{ rings: "sales" \}: \+12025550101 → Did not ring/,
  );
});

it("several expectations that are not held are counted", async () => {
  const { server } = await scripted([{ connect: { to: "sip:desk" } }]);
  const expects = { [TO]: [{ rings: "sales" }, { reaches: "nobody" as const }] };
  await expect(expectEveryCallerReached(server, { expects })).rejects.toThrow(/^2 expectations are not held:\n/);
  await expect(expectEveryCallerReached(server, { expects: { [TO]: SECRET as never } })).rejects.toThrow(
    `1 expectation is not held:\n  ${TO} expects[0] { rings: "${SECRET}" }: ${TO} → not tried: its rings is a secret`,
  );
});

// What a program expects of its callers, held against every path.

import { describe, expect, it } from "vitest";
import { type Expectation, SECRET } from "../../contract/index.ts";
import { expectEveryCallerReached } from "../../server/index.ts";
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
async function judged(client: Client, expects: readonly Expectation[]): Promise<string[]> {
  const { expectations } = await client.server.explore({ expects: { [TO]: expects } });
  return expectations.map(({ text, verdict, found, path }) =>
    verdict === "held" ? `✓ ${text}` : `${verdict} ${text}: ${path} → ${found}`,
  );
}

const at = "Mon–Fri 09:00–17:00";

describe("expectations of a menu", () => {
  it("hold for the calls that they describe", async () => {
    const held: Expectation[] = [
      { keys: "1", at, rings: "sales" },
      { keys: "1#w", at, rings: "sales" },
      { keys: "1", at: "Fri 16:59", rings: "desk" },
      { keys: "1", at: "2026-11-30T09:00Z", answeredBy: "sales" },
      { keys: "2", at, handedTo: "+15557654321" },
      { keys: "3", at, handedTo: "voice.example.com" },
      { keys: "3", at, handedTo: "https://voice.example.com/sup" },
      { at: "Sat", answeredBy: "Menu" },
      { at: "Mon 08:59", answeredBy: "Menu" },
    ];
    expect(await judged(await scripted(main), held)).toEqual(held.map(() => expect.stringMatching(/^✓ /)));
  });

  it("are broken by the first path that differs, and say what is not tried", async () => {
    const closed = "Mon–Fri 00:00–09:00 and 17:00–24:00, Sat–Sun";
    const rings = (name: string) => `Rings the devices of the SIP endpoint ${name}`;
    const cases: [Expectation, string][] = [
      [
        { keys: "1", rings: "sales" },
        `broken ${closed} → Answered by the SWML script Menu: a recording (voicemail); no menu asks for the last key`,
      ],
      [
        { keys: "1", at, rings: "slaes" },
        `broken key 1, ${at} → ${rings("sales")}; nothing has the name slaes: did you mean sales?`,
      ],
      [{ keys: "1", at, rings: "dock" }, `broken key 1, ${at} → ${rings("sales")}; nothing has the name dock`],
      [{ keys: "12", at, rings: "sales" }, `broken key 1, ${at} → ${rings("sales")}; no menu asks for the last key`],
      [
        { keys: "7", at, rings: "sales" },
        `broken another key, ${at} → Answered by the SWML script Menu, and hung up after the menu`,
      ],
      [{ keys: "2", at, handedTo: "+15557654322" }, `broken key 2, ${at} → Leaves the project for +15557654321`],
      [{ keys: "1", at, answeredBy: "desk" }, `broken key 1, ${at} → ${rings("sales")}`],
      [
        { keys: "3", at, rings: "sales" },
        `untried key 3, ${at} → goes on as https://voice.example.com/support.json says, which is not known`,
      ],
      [
        { keys: "3", at, reaches: "nobody" },
        `untried key 3, ${at} → goes on as https://voice.example.com/support.json says, which is not known`,
      ],
      [
        { keys: "31", at, rings: "sales" },
        `untried key 3, ${at} → goes on as https://voice.example.com/support.json says, which is not known`,
      ],
      [
        { keys: "3", at, handedTo: "other.example.com" },
        `broken key 3, ${at} → Goes on as https://voice.example.com/support.json says, which is not known`,
      ],
      [{ at: "Sun", reaches: "nobody" }, "broken Sun → Answered by the SWML script Menu: a recording (voicemail)"],
    ];
    const found = await judged(
      await scripted(main),
      cases.map(([expected]) => expected),
    );
    expect(found.map((line) => line.replace(/\{.*\}: \+\d+: /, ""))).toEqual(cases.map(([, line]) => line));
  });
});

it("a caller is any caller, unless the expectation names one", async () => {
  const vip = [
    {
      cond: [
        { when: "call.from == '+12025550199'", then: [{ connect: { to: "sip:desk" } }] },
        { else: [{ connect: { to: "sip:sales" } }] },
      ],
    },
  ];
  const expects: Expectation[] = [
    { from: "+12025550199", rings: "desk" },
    { from: "+12025550198", rings: "sales" },
    { rings: "sales" },
  ];
  expect(await judged(await scripted(vip), expects)).toEqual([
    '✓ { from: "+12025550199", rings: "desk" }',
    '✓ { from: "+12025550198", rings: "sales" }',
    "broken { rings: \"sales\" }: +12025550101: call.from == '+12025550199': yes → Rings the devices of the SIP endpoint desk",
  ]);
});

it("the first of two destinations rings where the second is missing or not connected", async () => {
  const dial = (nouns: string) => scripted(`<Response><Dial>${nouns}</Dial></Response>`);
  const beforeMissing = await dial("<Client>alice</Client><Sip>sip:typo</Sip>");
  expect(await judged(beforeMissing, [{ rings: "alice" }])).toEqual(['✓ { rings: "alice" }']);
  const [caller] = (await (await dial("<Client>alice</Client><Client>bob</Client>")).server.explore()).callers;
  const path = caller?.paths.find(({ choices }) => choices.join() === "client bob: not connected");
  expect(path?.reached.rings).toEqual([{ what: "client", name: "alice" }]);
});

it("days of the week leave out a holiday, and a date does not", async () => {
  const holiday = "new Date().toISOString().slice(0, 10) == '2031-12-25'";
  const client = await scripted([
    { cond: [{ when: holiday, then: [{ record: {} }] }, { else: [{ connect: { to: "sip:sales" } }] }] },
  ]);
  client.server.clock.freeze("2031-06-02T12:00:00Z");
  expect(
    await judged(client, [
      { at: "Thu", rings: "sales" },
      { at: "2031-12-25", answeredBy: "Menu" },
      { at: "2031-12-25", rings: "sales" },
    ]),
  ).toEqual([
    '✓ { at: "Thu", rings: "sales" }',
    '✓ { at: "2031-12-25", answeredBy: "Menu" }',
    expect.stringMatching(/^broken \{ at: "2031-12-25"/),
  ]);
});

it("a menu that repeats reaches nobody where no key leads on, and a wrong key may come before the right one", async () => {
  const asking = (then: unknown[]) => [
    { label: "again" },
    { prompt: { play: "say:1", max_digits: 1 } },
    { switch: { variable: "prompt_value", case: { "1": then }, default: [{ goto: { label: "again" } }] } },
  ];
  const leads = await scripted(asking([{ connect: { to: "sip:sales" } }]));
  expect(
    await judged(leads, [{ keys: "91", rings: "sales" }, { keys: "w1", rings: "sales" }, { reaches: "nobody" }]),
  ).toEqual([
    '✓ { keys: "91", rings: "sales" }',
    '✓ { keys: "w1", rings: "sales" }',
    expect.stringMatching(/^broken \{ reaches/),
  ]);
  const stuck = await scripted(asking([{ goto: { label: "again" } }]));
  expect(await judged(stuck, [{ reaches: "nobody" }, { answeredBy: "Menu" }])).toEqual([
    '✓ { reaches: "nobody" }',
    expect.stringMatching(/^broken .*no key leads on$/),
  ]);
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
  const { expectations } = await server.explore({ expects: { [TO]: SECRET as never } });
  expect(expectations).toMatchObject([{ verdict: "untried", found: "its rings is a secret" }]);
});

// The rows of a comparison, and what decides them. said.test.ts has the table of changes.

import { describe, expect, onTestFinished, test, vi } from "vitest";
import { callsOf } from "../../../cli/calls/compare.ts";
import { callersIn } from "../../../cli/calls/explored.ts";
import { whoRings } from "../../../cli/calls/items.ts";
import { afterRequest, type KnownObject } from "../../../cli/calls/objects.ts";
import { pathsText } from "../../../cli/calls/table.ts";
import { openTrial } from "../../../cli/calls/trial.ts";
import { driftReport } from "../../../cli/drift/to-report.ts";
import { SECRET, sipProfile, UNKNOWN } from "../../../contract/index.ts";
import { Questions } from "../../../server/reach/questions.ts";
import { endpoint, idOf, phone, rings } from "./objects.ts";
import {
  AFTER_HOURS,
  breaks,
  carrier,
  desk,
  dialling,
  fallbackScript,
  hours,
  LINE,
  lineOf,
  MENU,
  menuOf,
  OPEN,
  office,
  rejecting,
  sales,
  sorted,
  voicemail,
} from "./offices.ts";

/** An account without further endpoints. */
const ALL = async () => [];

test("numbers that ring a deleted endpoint are one finding, which names up to three of them", async () => {
  const more = [2, 3].map((at) => phone(`+1202555010${at}`, at, { name: `line${at}`, ...rings(0) }));
  const before = office({ line: rings(0).fields, more });
  const after = office({ line: rings(0).fields, more, desks: ["desk"] }).map((object) =>
    object.type === "SipEndpoint" ? { ...object, id: idOf(1) } : object,
  );
  const paths = sorted((await callsOf({ project: undefined, before, after })).paths);
  expect(paths.broken).toMatchObject([
    {
      path: `3 callers (${LINE}, +12025550102 and +12025550103)`,
      after: `Did not ring: the phone number rings the SIP endpoint ${idOf(0)}, which is not there any more: the SIP endpoint sales is removed or renamed`,
      count: 3,
      declared: { type: "PhoneNumber", name: "line" },
    },
  ]);
});

test("a key that rings a misspelt user name is an alarm with its cause where the document continues", async () => {
  const after = office({ main: menuOf(desk("slaes", voicemail), sales) });
  const paths = sorted(
    (await callsOf({ project: undefined, before: office({ main: menuOf(sales, sales) }), after })).paths,
  );
  expect(paths.broken).toEqual([
    {
      path: `${LINE}: key 1`,
      before: "Rings the devices of the SIP endpoint sales",
      after:
        "Answered by the SWML script Menu: a recording (voicemail), after the document dials sip:slaes, an address that no object has; did you mean sales?",
      count: 1,
      declared: { type: "SwmlScript", name: "menu" },
    },
  ]);
});

test("a deleted script is an alarm although its fallback is played, and a script with hidden contents is not deleted", async () => {
  const laml = fallbackScript(dialling("desk"));
  const line = { ...rejecting(AFTER_HOURS), call_request_url: MENU };
  const withoutMenu = office({ line, more: [laml] }).filter(({ name }) => name !== "menu");
  const paths = sorted(
    (await callsOf({ project: undefined, before: office({ line, more: [laml] }), after: withoutMenu })).paths,
  );
  expect(paths.broken.map(({ after }) => after)).toEqual([
    "Rings the devices of the SIP endpoint desk, after the request of the SWML script Menu failed, because it does not exist any more",
  ]);
  const hidden = { ...fallbackScript(""), fields: { ...laml.fields, contents: SECRET } };
  const change = {
    before: office({ line: rejecting(AFTER_HOURS), more: [laml] }),
    after: office({ line: rejecting(AFTER_HOURS), more: [hidden] }),
  };
  expect(sorted((await callsOf({ project: undefined, ...change })).paths)).toMatchObject({ broken: [], unknown: 2 });
});

test("a change of the project's SIP domain breaks what dials the former one", async () => {
  const fields = { domain: "acme-one.sip.signalwire.com", domain_identifier: "one" };
  const profile = { type: "SipProfile", id: "", fields } as const;
  const main = menuOf(desk("sales@acme-one.sip.signalwire.com"), desk("sales@acme-two.sip.signalwire.com"));
  const moved = { ...profile, fields: afterRequest(sipProfile, fields, { domain_identifier: "two" }) };
  const objects = office({ main });
  const { paths } = await callsOf({ project: undefined, before: [...objects, profile], after: [...objects, moved] });
  const rings = "Rings the devices of the SIP endpoint sales";
  expect(paths.rows.slice(0, 2).map(({ path, before, after }) => [path, before, after])).toEqual([
    [
      `${LINE}: key 1`,
      rings,
      "Did not ring: the document dials sip:sales@acme-one.sip.signalwire.com, an address that no object has any more: the project's SIP domain is acme-two.sip.signalwire.com",
    ],
    [`${LINE}: key 2`, "Leaves the project for sip:sales@acme-two.sip.signalwire.com", rings],
  ]);
  const unclear = [UNKNOWN, "a.b"].map((identifier) =>
    afterRequest(sipProfile, { ...fields, domain: "acme.sip.example" }, { domain_identifier: identifier }),
  );
  expect(unclear.map(({ domain }) => domain)).toEqual([UNKNOWN, UNKNOWN]);
});

describe("an endpoint that the program does not manage", () => {
  const after = office({ main: menuOf(desk("reception"), sales) });
  const readAs = async (live: readonly KnownObject[] | undefined, to = after) =>
    sorted((await callsOf({ project: undefined, before: [], after: to }, { read: async () => live })).paths);

  test("rings when the account has it", async () => {
    expect(await readAs([endpoint("reception", 77)])).toMatchObject({ broken: [], unknown: 0 });
  });

  test("is missing when the account does not have it", async () => {
    expect((await readAs([endpoint("lobby", 77)])).broken.map(({ path }) => path)).toEqual([`${LINE}: key 1`]);
  });

  test("is found by the domain of the account's profile", async () => {
    const profile = { type: "SipProfile", id: "", fields: { domain: "acme.sip.signalwire.com" } } as const;
    const dialling = (to: string) => office({ main: menuOf(desk(`${to}@acme.sip.signalwire.com`), sales) });
    expect((await readAs([profile], dialling("sales"))).broken).toEqual([]);
    expect((await readAs([profile], dialling("sales-typo"))).broken).toHaveLength(1);
  });

  test("has a domain that is assumed, and said, when the account cannot be read", async () => {
    const dialling = (host: string) => office({ main: menuOf(desk(`sales@${host}`), sales) });
    const change = { project: undefined, before: dialling("acme.example"), after: dialling("acne.example") };
    const { paths } = await callsOf(change, { read: async () => undefined });
    expect(paths.rows[0]).toMatchObject({
      path: `${LINE}: key 1`,
      before: "Rings the devices of the SIP endpoint sales",
      after: "Leaves the project for sip:sales@acne.example",
    });
    expect(whoRings({ numbers: 1, paths })).toContain(
      "1 not tried: dialled SIP addresses (the SIP profile was not read: acme.example counts as the project's SIP domain)",
    );
    const notes: string[] = [];
    const note = (text: string) => notes.push(text);
    await callersIn({ objects: change.after, isWhole: false, note });
    await callersIn({ objects: office(), isWhole: false, note });
    expect(notes).toEqual(["The SIP profile was not read: acne.example counts as the project's SIP domain."]);
  });

  test("is unknown when the account cannot be read, but a misspelt user name is found", async () => {
    expect(await readAs(undefined)).toMatchObject({ broken: [], unknown: 1 });
    const besideMissing = [...after, endpoint("lobby", 99, { mark: "missing" })];
    expect(await readAs(undefined, besideMissing)).toMatchObject({ broken: [], unknown: 1 });
    const misspelt = await readAs(undefined, office({ main: menuOf(desk("slaes"), sales) }));
    expect(misspelt.broken[0]?.after).toContain("sip:slaes, an address that no object has; did you mean sales?");
    const desks = office({ desks: ["desk-1", "desk-2"], main: menuOf(desk("desk-1"), desk("desk-3")) });
    expect(await readAs(undefined, desks)).toMatchObject({ broken: [], unknown: 1 });
  });

  test("is another one than an endpoint whose user name differs in case, which the report names", async () => {
    const desks = office({ desks: ["Sale", "sales"], main: menuOf(desk("Sales"), desk("SALES")) });
    for (const live of [undefined, []])
      expect((await readAs(live, desks)).broken.map(({ path, after }) => [path, after])).toEqual([
        [`${LINE}: key 1`, expect.stringContaining("sip:Sales, an address that no object has; did you mean sales?")],
        [`${LINE}: key 2`, expect.stringContaining("sip:SALES, an address that no object has; did you mean sales?")],
      ]);
    const same = office({ desks: ["Sales", "sales"], main: menuOf(desk("Sales"), desk("sales")) });
    expect((await readAs([], same)).broken).toEqual([]);
  });

  test("is reported where the caller reached somebody before", async () => {
    const paths = sorted((await callsOf({ project: undefined, before: office(), after })).paths);
    expect(paths.broken[0]).toMatchObject({
      path: `${LINE}: key 1`,
      before: "Rings the devices of the SIP endpoint sales",
      after: "Goes on to sip:reception, which no known object has; the account was not asked",
    });
  });

  test("may be the one that a number rings", async () => {
    expect(await readAs(undefined, office({ line: rings(7).fields }))).toMatchObject({ broken: [], unknown: 1 });
    expect(await readAs([endpoint("lobby", 7)], office({ line: rings(7).fields }))).toMatchObject({ unknown: 0 });
  });
});

test("a new program is explored before its first up", async () => {
  const paths = sorted(
    (await callsOf({ project: undefined, before: [], after: office({ desks: ["desk"] }) }, { read: ALL })).paths,
  );
  expect(paths.broken.map(({ path, before }) => [path, before])).toEqual([[`${LINE}: key 1`, undefined]]);
  expect(paths).toMatchObject({ callers: 1, unknown: 0, cut: [] });
});

test("a caller whom two failures at once would lose is found when asked for", async () => {
  const failover = (last: unknown) => [
    { request: { url: "https://crm.example.com/open" } },
    { cond: [{ when: "request_result == 'failed'", then: [...sales, last] }, { else: voicemail }] },
  ];
  const change = {
    ...{ project: undefined, before: office({ main: failover({ record: {} }) }) },
    after: office({ main: failover("hangup") }),
  };
  expect(sorted((await callsOf(change)).paths)).toMatchObject({ broken: [], changed: [] });
  const { broken } = sorted((await callsOf(change, { failures: 2 })).paths);
  expect(broken.map(({ path }) => path)).toEqual([
    `${LINE}: https://crm.example.com/open: the request fails, SIP endpoint sales: no answer`,
  ]);
});

test("moved hours are a new path and one that is gone", async () => {
  const before = office({ main: hours(OPEN, sales, voicemail) });
  const after = office({ main: hours(OPEN.replace(">= 9", ">= 8"), sales, voicemail) });
  const paths = sorted((await callsOf({ project: undefined, before, after })).paths);
  const end = "Rings the devices of the SIP endpoint sales";
  expect(paths.changed).toContainEqual({ path: `${LINE}: Mon–Fri 08:00–17:00`, after: end, count: 1 });
  expect(paths.changed).toContainEqual({ path: `${LINE}: Mon–Fri 09:00–17:00`, before: end, count: 1 });
});

test("a drift check fails on a path that reaches nobody any more", async () => {
  const calls = await callsOf({ project: undefined, before: office(), after: office({ desks: ["sales-2", "desk"] }) });
  const checked = { stacks: [{ stack: "prod", resources: [], calls }], accounts: [], now: new Date(0) };
  const report = driftReport(checked, ["drift"]);
  expect(report.exitCode).toBe(7);
  expect(report.groups[0]?.items[0]).toMatchObject({ section: "nobody", subject: `${LINE}: key 1`, fails: true });
  expect(driftReport(checked, ["unmanaged"]).exitCode).toBe(0);
});

test("all paths are printed, and callers with the same paths once", async () => {
  const trial = await openTrial();
  onTestFinished(() => trial.close());
  await trial.hold(office({ desks: ["desk"], more: [phone("+12025550102", 2, { fields: lineOf(MENU) })] }), {
    isWhole: true,
  });
  const callers = await trial.explore();
  expect(pathsText(callers, { colour: false }).replace(/ {3,}/g, "  ")).toBe(
    [
      `${LINE} and +12025550102`,
      "  ✗ key 1  Did not ring: the document dials sip:sales, an address that no object has",
      "  ✓ key 2  Rings the devices of the SIP endpoint desk",
      "  ✓ key 2, SIP endpoint desk: no answer  Answered by the SWML script Menu: a recording (voicemail)",
      "  ✓ another key  Answered by the SWML script Menu",
      "  ✓ no key  Answered by the SWML script Menu",
      "",
    ].join("\n"),
  );
});

test("a path that no expectation covers is marked", async () => {
  const expecting = [
    { keys: "2", rings: "desk" },
    { keys: "7", answeredBy: "Menu" },
  ];
  const objects = office().map((each) => (each.type === "PhoneNumber" ? { ...each, expects: expecting } : each));
  const callers = await callersIn({ objects, isWhole: true });
  expect(pathsText(callers, { colour: false }).replace(/ {3,}/g, "  ")).toBe(
    [
      LINE,
      "  ✓ key 1  Rings the devices of the SIP endpoint sales (no expectation)",
      "  ✗ key 1, SIP endpoint sales: no answer  Did not ring: the SIP endpoint sales does not take the call (noAnswer)",
      "  ✓ key 2  Rings the devices of the SIP endpoint desk",
      "  ✓ key 2, SIP endpoint desk: no answer  Answered by the SWML script Menu: a recording (voicemail)",
      "  ✓ another key  Answered by the SWML script Menu",
      "  ✓ no key  Answered by the SWML script Menu (no expectation)",
      "",
    ].join("\n"),
  );
});

test("5,000 numbers on 100 scripts are tried by what they read, and after an edited script only its callers", async () => {
  const addressOf = (at: number) => MENU.replace("20001", String(30_000 + at));
  const holiday = hours('new Date().toISOString().slice(5, 10) == "12-25"', ["hangup"], voicemail);
  const script = (at: number, main: unknown) => ({
    ...{ type: "SwmlScript" as const, id: idOf(30_000 + at) },
    fields: { display_name: `Menu ${at}`, request_url: addressOf(at), contents: { sections: { main } } },
  });
  const scripts = Array.from({ length: 100 }, (_, at) => script(at, [{ play: `say:${at}` }, ...holiday]));
  const numbers = Array.from({ length: 5_000 }, (_, at) =>
    phone(`+1202556${String(at).padStart(4, "0")}`, 100 + at, { fields: lineOf(addressOf(at % 100)) }),
  );
  const trial = await openTrial();
  onTestFinished(() => trial.close());
  const explored = async (objects: readonly KnownObject[]) => {
    trial.hold(objects, { isWhole: true });
    const before = process.cpuUsage();
    const callers = await trial.explore();
    const { user, system } = process.cpuUsage(before);
    return { callers, seconds: (user + system) / 1e6 };
  };
  const first = await explored([...scripts, ...numbers]);
  // About 0.8 and 0.1 seconds on a quiet core. An evaluation of the hours for each script would take ten.
  expect(first.seconds).toBeLessThan(4);
  expect(first.callers.filter(({ paths }) => paths.some(({ hours }) => hours !== undefined))).toHaveLength(5_000);
  const edited = await explored([...scripts.slice(1), script(0, [{ connect: { to: "sip:typo" } }]), ...numbers]);
  expect(edited.seconds).toBeLessThan(1);
  expect(edited.callers.filter(({ paths }) => paths.every(({ end }) => end.kind === "nobody"))).toHaveLength(50);
});

test("paths that are not tried again are those that a trial of all finds", async () => {
  const sides = breaks.flatMap(([, before, after]) => [office(before), office(after)]);
  const others = [phone("+12025550150", 50, rings(0)), carrier(lineOf(MENU))];
  const order = Array.from({ length: 30 }, (_, at) => (at * 7) % sides.length);
  const exploredInOrder = async () => {
    const trial = await openTrial();
    const found: unknown[] = [];
    for (const [at, side] of order.entries()) {
      const objects = [...(sides[side] ?? []), ...others].filter((_, index) => (at + index) % 7 > 0);
      trial.hold(objects, { isWhole: at % 2 === 0, earlier: sides[(side + 1) % sides.length] ?? [] });
      const callers = await trial.explore();
      const ways = (await trial.ways()).map(({ project, ...each }) => each);
      found.push({ callers, ways, isUnsure: trial.isUnsure });
    }
    await trial.close();
    return found;
  };
  const areSame = vi.spyOn(Questions.prototype, "areSame");
  onTestFinished(() => areSame.mockRestore());
  const found = await exploredInOrder();
  expect(areSame.mock.results.some(({ value }) => value)).toBe(true);
  areSame.mockReturnValue(false);
  expect(found).toEqual(await exploredInOrder());
});

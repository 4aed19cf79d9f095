// The rows of a comparison, and what decides them. said.test.ts has the table of changes.

import { expect, onTestFinished, test } from "vitest";
import { callsOf } from "../../../cli/calls/compare.ts";
import { callersIn } from "../../../cli/calls/explored.ts";
import { afterRequest, type KnownObject } from "../../../cli/calls/objects.ts";
import { pathsText } from "../../../cli/calls/table.ts";
import { openTrial } from "../../../cli/calls/trial.ts";
import { driftReport } from "../../../cli/drift/to-report.ts";
import { sipProfile, UNKNOWN } from "../../../contract/index.ts";
import { idOf, phone } from "./objects.ts";
import { desk, hours, LINE, lineOf, MENU, menuOf, office, sales, voicemail } from "./offices.ts";

test("a domain is unknown after a change that names none", () => {
  const fields = { domain: "acme.sip.example", domain_identifier: "one" };
  const found = [UNKNOWN, "a.b"].map((identifier) =>
    afterRequest(sipProfile, fields, { domain_identifier: identifier }),
  );
  expect(found.map(({ domain }) => domain)).toEqual([UNKNOWN, UNKNOWN]);
});

test("the domain that is assumed is noted, where a call dials it", async () => {
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  await callersIn({ objects: office({ main: menuOf(desk("sales@acne.example"), sales) }), isWhole: false, note });
  await callersIn({ objects: office(), isWhole: false, note });
  expect(notes).toEqual(["The SIP profile was not read: acne.example counts as the project's SIP domain."]);
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

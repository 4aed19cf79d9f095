// The rows of a comparison, and what decides them. said.test.ts has the table of changes.

import { expect, onTestFinished, test } from "vitest";
import { callersIn } from "../../../cli/calls/explored.ts";
import { afterRequest, type KnownObject, knownFields, liveObject, setFields } from "../../../cli/calls/objects.ts";
import { withReferences } from "../../../cli/calls/references.ts";
import { pathsText } from "../../../cli/calls/table.ts";
import { openTrial } from "../../../cli/calls/trial.ts";
import { phoneNumber, SECRET, sipProfile, UNKNOWN } from "../../../contract/index.ts";
import { endpoint, idOf, phone, rings } from "./objects.ts";
import { desk, hours, lineOf, MENU, menuOf, office, sales, voicemail } from "./offices.ts";

test("of two names of one setting, the one that takes precedence counts, and so do members of `extra`", () => {
  const args = { callRelayContext: "old", callRelayApplication: "new", extra: { recording: "on" } };
  const live = { call_relay_context: "old", call_relay_application: "new", recording: "on" };
  const { fields } = liveObject("PhoneNumber", live);
  const expected = { call_relay_application: "new", recording: "on" };
  expect([setFields(phoneNumber, args), knownFields(phoneNumber, args), fields]).toEqual(Array(3).fill(expected));
  const sent = { call_relay_application: "new", call_relay_context: null };
  expect(afterRequest(phoneNumber, { call_relay_application: "old" }, sent)).toEqual({ call_relay_application: "new" });
});

test("a domain is unknown after a change that names none", () => {
  const fields = { domain: "acme.sip.example", domain_identifier: "one" };
  const found = [UNKNOWN, "a.b"].map((identifier) =>
    afterRequest(sipProfile, fields, { domain_identifier: identifier }),
  );
  expect(found.map(({ domain }) => domain)).toEqual([UNKNOWN, UNKNOWN]);
});

test("a target that may be either of two planned objects stays unknown", () => {
  const line = phone("+12025550101", 1, { fields: { ...rings(1).fields, call_sip_endpoint_id: UNKNOWN } });
  const [a, b] = [endpoint("a", 1), endpoint("b", 2)];
  const targets = [[a], [a, b]].map((all) => withReferences(line, () => all));
  expect(targets.map(({ fields }) => fields.call_sip_endpoint_id)).toEqual([idOf(1), UNKNOWN]);
});

test("the domain that is assumed is noted, where a call dials it", async () => {
  const notes: string[] = [];
  const note = (text: string) => notes.push(text);
  const dialling = office({ main: [{ connect: { to: "sips:sales@acne.example" } }] });
  await callersIn({ objects: dialling, isWhole: false, note });
  await callersIn({ objects: office(), isWhole: false, note });
  expect(notes).toEqual(["The SIP profile was not read: acne.example counts as the project's SIP domain."]);
});

test("all paths are printed, callers with the same paths once, and what no expectation covers is marked", async () => {
  const expects = [
    { keys: "2", rings: "desk" },
    { keys: "7", answeredBy: "Menu" },
  ];
  const more = [phone("+12025550102", 2, { fields: lineOf(MENU) })];
  const asking = hours("call.from ==\n'a'", sales, voicemail);
  const secret = { main: menuOf(sales, desk("desk", voicemail), asking), line: { ...lineOf(MENU), number: SECRET } };
  const expecting = office({ ...secret, more }).map((each) => (each.name === "line" ? { ...each, expects } : each));
  const alike = await callersIn({ objects: office({ desks: ["desk"], more }), isWhole: true });
  const cut = alike.map((each, at) => ({ ...each, isComplete: at === 0 }));
  const all = [alike, await callersIn({ objects: expecting, isWhole: true }), cut];
  const text = all.map((callers) => pathsText(callers, { colour: false })).join("\n");
  await expect(text).toMatchFileSnapshot("golden/paths.txt");
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

// Which texts of a report are hidden where the engine masks a list of expectations as a whole.

import { expect, it } from "vitest";
import { eventsInClear, hiding } from "../../../cli/calls/secret-values.ts";
import { dynamicType, RECORDS, SECRET, SECRET_MARK } from "../../../contract/index.ts";
import { endpoint, phone } from "./objects.ts";

const NUMBER = "+12025550101";
const type = dynamicType("PhoneNumber");
const urn = `urn:pulumi:test::office::${type}::line`;

/** Returns the state of a step, with what the provider reported under these names, and the secrets in it. */
async function inClear(state: object, reported: Record<string, object>) {
  const metadata = { op: "same", urn, type, new: { urn, type, ...state } };
  const events = [{ resourcePreEvent: { metadata } }, { resOutputsEvent: { metadata } }] as never;
  const clear = await eventsInClear(events, { reported: new Map(Object.entries(reported)), recorded: async () => [] });
  const [shown, atEnd] = clear.events.map((each) => (each.resourcePreEvent ?? each.resOutputsEvent)?.metadata.new);
  expect(atEnd).toEqual(shown);
  return { ...clear, shown };
}

it("a secret in a list of expectations hides what may be it, and no name that the program shows", async () => {
  const expects = [
    { keys: "1", at: "Mon 10:00", rings: "desk" },
    { keys: "4711", rings: "canary" },
    { from: "+12025550199", reaches: "nobody" },
    { answeredBy: "line" },
  ];
  const inputs = { number: NUMBER, expects: SECRET };
  const { shown, secrets } = await inClear({ inputs }, { "phoneNumber line": { number: NUMBER, expects } });
  expect(shown?.inputs).toEqual({ number: NUMBER, expects });
  const hide = hiding(secrets, [endpoint("desk", 1), phone(NUMBER, 1, { name: "line", expects })]);
  const words = "key 1, Mon 10:00 → Rings desk, not nobody, by line";
  expect(hide(words)).toBe(words);
  expect(hide("key 4711, canary, +12025550199,12025550199")).not.toMatch(/4711|canary|0199/);
});

it("an address of the provider's records hides the secrets in it, and no other word", async () => {
  const recorded = (message_request_url: string, api_key: string, contents: unknown) => ({
    [RECORDS]: { current: { message_request_url, api_key, contents } },
  });
  const url = "https://example.com/hand?token=canary-token";
  const clear = { ...recorded(url, "canary-key", { sections: { "canary-part": [] } }), name: "canary-name" };
  const mark = { [SECRET_MARK.name]: SECRET_MARK.value };
  const state = { id: "1", inputs: { name: mark }, outputs: recorded(SECRET, SECRET, SECRET) };
  const byId = await inClear(state, { "phoneNumber 1": clear });
  const { shown, secrets } = await inClear(state, { "phoneNumber 1": recorded("", "", ""), "phoneNumber line": clear });
  const { name, ...outputs } = clear;
  for (const each of [byId.shown, shown]) expect([each?.inputs, each?.outputs]).toEqual([{ name }, outputs]);
  const hide = hiding(secrets, [phone(NUMBER, 1, { name: "line" })]);
  const words = "by hand, at https://example.com/hand";
  expect(hide(words)).toBe(words);
  expect(hide("canary-token canary-key canary-part canary-name")).not.toContain("canary");
});

it.each([
  ["sips:canary-user@Canary.example.com:22", "sips:22", "canary-user canary.example.com"],
  ["http://example.com/canary-path?a=canary-user%40canary-host", "http only", "canary-path canary-user canary-host"],
  ["<Say voice='canary-voice'>canary-text</Say>", "Say voice", "canary-voice canary-text"],
  ["sections:\n  canary-part: [{ case: { canary-key: canary-step } }]", "case", "canary-part canary-key canary-step"],
])("a secret text hides each part of it that a sentence may name: %s", (secret, kept, hidden) => {
  const hide = hiding([secret], [phone(NUMBER, 1, { name: "line" })]);
  expect([hide(kept), hide(hidden)]).toEqual([kept, expect.not.stringContaining("canary")]);
});

// Which texts of a report are hidden where the engine masks a list of expectations as a whole.

import { expect, it } from "vitest";
import { eventsInClear, hiding } from "../../../cli/calls/secret-values.ts";
import { dynamicType, RECORDS, SECRET, SECRET_MARK } from "../../../contract/index.ts";
import { endpoint, phone } from "./objects.ts";

const NUMBER = "+12025550101";
const type = dynamicType("PhoneNumber");
const urn = `urn:pulumi:test::office::${type}::line`;

/** Returns a step's state with what the provider reported under this name, and the secrets in it. */
async function inClear(op: string, state: object, name: string, reported: object) {
  const events = [{ resourcePreEvent: { metadata: { op, urn, type, new: { urn, type, ...state } } } }] as never;
  const clear = await eventsInClear(events, { reported: new Map([[name, reported]]), recorded: async () => [] });
  return { ...clear, shown: clear.events[0]?.resourcePreEvent?.metadata.new };
}

it("a secret in a list of expectations hides what may be it, and no name that the program shows", async () => {
  const expects = [
    { keys: "1", at: "Mon 10:00", rings: "desk" },
    { keys: "4711", rings: "canary" },
    { from: "+12025550199", reaches: "nobody" },
    { answeredBy: "line" },
  ];
  const inputs = { number: NUMBER, expects: SECRET };
  const { shown, secrets } = await inClear("create", { inputs }, "phoneNumber line", { number: NUMBER, expects });
  expect(shown?.inputs).toEqual({ number: NUMBER, expects });
  const hide = hiding(secrets, [endpoint("desk", 1), phone(NUMBER, 1, { name: "line", expects })]);
  const words = "key 1, Mon 10:00 → Rings desk, not nobody, by line";
  expect(hide(words)).toBe(words);
  expect(hide("key 4711, canary, +12025550199, 12025550199")).not.toMatch(/4711|canary|0199/);
});

it("an address of the provider's records hides the secrets in it, and no other word", async () => {
  const recorded = (message_request_url: string, api_key: string) => ({
    [RECORDS]: { current: { message_request_url, api_key } },
  });
  const clear = { ...recorded("https://example.com/hand?token=canary-token", "canary-key"), name: "canary-name" };
  const mark = { [SECRET_MARK.name]: SECRET_MARK.value };
  const state = { id: "1", inputs: { name: mark }, outputs: recorded(SECRET, SECRET) };
  const { shown, secrets } = await inClear("same", state, "phoneNumber 1", clear);
  const { name, ...outputs } = clear;
  expect([shown?.inputs, shown?.outputs]).toEqual([{ name }, outputs]);
  const hide = hiding(secrets, [phone(NUMBER, 1, { name: "line" })]);
  const words = "by hand, at https://example.com/hand";
  expect([hide(words), hide("canary-token canary-key canary-name")]).toEqual([
    words,
    expect.not.stringContaining("canary"),
  ]);
});

it.each([
  ["sips:canary-user@canary.example.com:22", "sips:22", "canary-user canary.example.com"],
  ["<Say voice='canary-voice'>canary-text</Say>", "Say voice", "canary-voice canary-text"],
  ["sections:\n  canary-part: [{ case: { canary-key: canary-step } }]", "case", "canary-part canary-key canary-step"],
])("a secret text hides each part of it that a sentence may name: %s", (secret, kept, hidden) => {
  const hide = hiding([secret], [phone(NUMBER, 1, { name: "line" })]);
  expect([hide(kept), hide(hidden)]).toEqual([kept, expect.not.stringContaining("canary")]);
});

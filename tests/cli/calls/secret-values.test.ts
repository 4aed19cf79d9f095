// Which texts of a report are hidden where the engine masks a list of expectations as a whole.

import { expect, it } from "vitest";
import { eventsInClear, hiding } from "../../../cli/calls/secret-values.ts";
import { dynamicType, RECORDS, SECRET } from "../../../contract/index.ts";
import { endpoint, phone } from "./objects.ts";

it("a secret in a list of expectations hides what may be it, and no name that the program shows", async () => {
  const type = dynamicType("PhoneNumber");
  const urn = `urn:pulumi:test::office::${type}::line`;
  const expects = [
    { keys: "1", at: "Mon 10:00", rings: "desk" },
    { keys: "4711", rings: "canary" },
    { from: "+12025550199", reaches: "nobody" },
  ];
  const metadata = { op: "create", urn, type, new: { urn, type, inputs: { number: "+12025550101", expects: SECRET } } };
  const reported = new Map([["phoneNumber line", { number: "+12025550101", expects }]]);
  const { events, secrets } = await eventsInClear([{ resourcePreEvent: { metadata } }] as never, {
    reported,
    recorded: async () => [],
  });
  expect(events[0]?.resourcePreEvent?.metadata.new?.inputs.expects).toEqual(expects);
  const hide = hiding(secrets, [endpoint("desk", 1), phone("+12025550101", 1, { name: "line", expects })]);
  const shown = "key 1, Mon 10:00 → Rings desk, not nobody";
  expect(hide(shown)).toBe(shown);
  expect(hide("key 4711, canary, +12025550199, 12025550199")).not.toMatch(/4711|canary|0199/);
});

it("an address of the provider's records hides the secrets in it, and no other word", async () => {
  const type = dynamicType("PhoneNumber");
  const urn = `urn:pulumi:test::office::${type}::line`;
  const recorded = (url: string, key: string) => ({
    [RECORDS]: { current: { message_request_url: url, api_key: key } },
  });
  const metadata = { op: "same", urn, type, new: { urn, type, id: "1", outputs: recorded(SECRET, SECRET) } };
  const clear = recorded("https://example.com/hand?token=canary-token", "canary-key");
  const { events, secrets } = await eventsInClear([{ resourcePreEvent: { metadata } }] as never, {
    reported: new Map([["phoneNumber 1", clear]]),
    recorded: async () => [],
  });
  expect(events[0]?.resourcePreEvent?.metadata.new?.outputs).toEqual(clear);
  const hide = hiding(secrets, [phone("+12025550101", 1, { name: "line" })]);
  expect(hide("by hand, at https://example.com/hand")).toBe("by hand, at https://example.com/hand");
  expect(hide("canary-token canary-key")).not.toContain("canary");
});

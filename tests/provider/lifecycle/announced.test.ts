// The words for what an update changes, each whole.

import { expect, it } from "vitest";
import { phoneNumber, type Resource, sipEndpoint, sipProfile, UNKNOWN } from "../../../contract/index.ts";
import type { Live } from "../../../provider/client/answers.ts";
import { announcedChanges, ownFormText } from "../../../provider/lifecycle/announced.ts";

const [DESK, LINE] = [sipEndpoint, phoneNumber];
const A = { caller_id: "A" };
/** Makes a line of exactly the largest length. */
const LONG = "x".repeat(112);
const ADDRESS = "https://u:p@example.com/";
const [FAX, SOME] = ['callReceiveMode (not set) → "fax"', "extra.some (not set) → 1"];
const MORE = { call_receive_mode: "fax", some: 1 };
const NOTHING = " as it is: nothing changes";
const PASSWORD = "sends the program's password";

it.each<[Resource, Live, Live, string[], string]>([
  [DESK, {}, {}, [], NOTHING],
  [DESK, { ...A, codecs: ["OPUS", "VP8"] }, { ...A, codecs: ["VP8", "OPUS"] }, [], NOTHING],
  [LINE, { call_handler: null }, { call_handler: "laml_webhooks" }, [], NOTHING],
  [DESK, A, { ...A, password: "x" }, [], `: ${PASSWORD}; nothing else changes`],
  [DESK, A, { caller_id: "B", password: "x" }, [], `: callerId "A" → "B"; ${PASSWORD}`],
  [DESK, A, { caller_id: "B" }, ["callerId"], ": callerId [secret] → [secret] (changed)"],
  [DESK, A, { caller_id: "" }, ["callerId"], ": callerId [secret] → (not set)"],
  [LINE, { name: null }, { name: UNKNOWN }, [], ": name (not set) → (not known yet)"],
  [LINE, {}, { call_request_url: ADDRESS }, [], ': callRequestUrl (not set) → "https://[secret]@example.com/"'],
  [LINE, { some: "x" }, { some: "a" }, ["extra"], ": extra.some [secret] → [secret] (changed)"],
  [LINE, { name: "a" }, { name: LONG, call_receive_mode: "fax" }, [], `: name "a" → "${LONG}"; ${FAX}`],
  [LINE, { name: LONG }, { name: "a", ...MORE }, [], `:\n  name "${LONG}" → "a"\n  ${FAX}\n  ${SOME}`],
])("a %o that shows %j is announced with %j", (resource, found, body, secrets, text) => {
  expect(announcedChanges(resource, [{ found, body }], secrets)).toBe(text);
});

it("several updates of one object are announced together, and the service's form of a value unless it is secret", () => {
  const updates = [
    { found: { caller_id: "A" }, body: { caller_id: "B" } },
    { found: {}, body: { encryption: "required" } },
  ];
  const is = "The state records this form of the program's value: it is no drift.";
  expect([
    announcedChanges(DESK, updates, []),
    ownFormText(DESK, "desk", { name: "callerId", form: "DESK" }),
    ownFormText(sipProfile, undefined, { name: "defaultSendAs" }),
  ]).toEqual([
    ': callerId "A" → "B"; encryption (not set) → "required"',
    `The service shows \`callerId\` of the SIP endpoint "desk" as "DESK". ${is}`,
    `The service shows \`defaultSendAs\` of the SIP profile in a form of its own. ${is}`,
  ]);
});

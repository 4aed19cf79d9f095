// The words for what an update changes, each whole.

import { expect, it } from "vitest";
import { phoneNumber, type Resource, sipEndpoint, sipProfile, UNKNOWN } from "../../../contract/index.ts";
import type { Live } from "../../../provider/client/answers.ts";
import { announcedChanges, ownFormText } from "../../../provider/lifecycle/announced.ts";

const [DESK, LINE] = [sipEndpoint, phoneNumber];
/** Makes a line of exactly the largest length. */
const LONG = "x".repeat(112);
const ADDRESS = "https://u:p@example.com/";

it.each<[Resource, Live, Live, string[], string]>([
  [DESK, {}, {}, [], " as it is: nothing changes"],
  [
    DESK,
    { caller_id: "A", codecs: ["OPUS", "VP8"] },
    { caller_id: "A", codecs: ["VP8", "OPUS"] },
    [],
    " as it is: nothing changes",
  ],
  [LINE, { call_handler: null }, { call_handler: "laml_webhooks" }, [], " as it is: nothing changes"],
  [
    DESK,
    { caller_id: "A" },
    { caller_id: "A", password: "x" },
    [],
    ": sends the program's password; nothing else changes",
  ],
  [
    DESK,
    { caller_id: "A" },
    { caller_id: "B", password: "x" },
    [],
    ': callerId "A" → "B"; sends the program\'s password',
  ],
  [DESK, { caller_id: "A" }, { caller_id: "B" }, ["callerId"], ": callerId [secret] → [secret] (changed)"],
  [DESK, { caller_id: "A" }, { caller_id: "" }, ["callerId"], ": callerId [secret] → (not set)"],
  [LINE, { name: null }, { name: UNKNOWN }, [], ": name (not set) → (not known yet)"],
  [LINE, {}, { call_request_url: ADDRESS }, [], ': callRequestUrl (not set) → "https://[secret]@example.com/"'],
  [LINE, { some: "x" }, { some: "a" }, ["extra"], ": extra.some [secret] → [secret] (changed)"],
  [
    LINE,
    { name: "a" },
    { name: LONG, call_receive_mode: "fax" },
    [],
    `: name "a" → "${LONG}"; callReceiveMode (not set) → "fax"`,
  ],
  [
    LINE,
    { name: LONG },
    { name: "a", call_receive_mode: "fax", some: 1 },
    [],
    `:\n  name "${LONG}" → "a"\n  callReceiveMode (not set) → "fax"\n  extra.some (not set) → 1`,
  ],
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

// The messages about an object that another resource has, each whole.

import { expect, it } from "vitest";
import { phoneNumber, sipEndpoint } from "../../../contract/index.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import * as holders from "../../../provider/lifecycle/holders.ts";
import { Run } from "../../../provider/run/run.ts";

const HOLDER = { id: "1", username: "desk" };

/** A run in which the resource "giver", which has the object 1 and this user name, gets another user name. */
async function giving() {
  const declared = new Run({ print: () => undefined }).declared(sipEndpoint);
  declared.checked({ username: "desk" }, { username: "other" }, { declaredAs: "giver", recorded: undefined });
  await declared.held("1", {}, { username: "other" });
  return declared;
}

it("the messages about an object that another resource has, by the text of each", async () => {
  const [none, declared] = [new Run().declared(sipEndpoint), await giving()];
  const refusal = new RequestFailure("invalid", "it answered 422: Username is taken");
  const free = (key: string, failure = refusal) => holders.freeByNow(sipEndpoint, failure, key, declared)?.message;
  const run = new Run();
  const found = (id: string, more = {}) =>
    holders.remedies(sipEndpoint, {
      ...{ found: { id, username: `desk-${id}` }, differing: [], unknown: [], run, isOld: false },
      ...more,
    });
  const other = new Run();
  other.config = { get: () => undefined, isDeclared: true, providerName: "eu" };
  const texts = {
    "left alone": holders.notRemovedText(sipEndpoint, "1"),
    "declared elsewhere": holders.declaredElsewhereText(phoneNumber, { label: 'PhoneNumber "line"', isHolder: false }),
    "declared here": holders.declaredHereText(sipEndpoint, 'SipEndpoint "desk"'),
    "deleted first": holders.deletedFirstText(sipEndpoint, HOLDER),
    taken: holders.takenText(sipEndpoint, "desk"),
    "taken by another": holders.takenByAnother(sipEndpoint, HOLDER, none),
    "taken by the giver": holders.takenByAnother(sipEndpoint, HOLDER, declared),
    "given up": holders.givenUpText(sipEndpoint, HOLDER, 'SipEndpoint "giver"'),
    "free by now": free("desk"),
    "a name that nothing gave up": free("other"),
    "a refusal of another field": free("desk", new RequestFailure("invalid", "caller_id is too long")),
    "the first ways on": found("1"),
    "the same object again": found("1"),
    "another object": found("2"),
    "other ways, because it differs": found("3", { differing: ["callerId", "codecs"] }),
    "partly unknown": found("4", { differing: ["callerId"], unknown: ["codecs"] }),
    "replaced by itself": found("5", { unknown: ["codecs", "ciphers"], isOld: true }),
    "of a declared provider": found("6", { run: other }),
  };
  const golden = Object.entries(texts).map(([when, text]) => `# ${when}\n${text}\n`);
  await expect(golden.join("\n")).toMatchFileSnapshot("golden/holders.txt");
});

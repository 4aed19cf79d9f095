// The messages about an object that another resource has, each whole.

import { expect, it } from "vitest";
import { phoneNumber, sipEndpoint } from "../../../contract/index.ts";
import { RequestFailure } from "../../../provider/client/errors.ts";
import * as holders from "../../../provider/lifecycle/holders.ts";
import { Run } from "../../../provider/run/run.ts";

const HOLDER = { id: "1", username: "desk" };
const SWAP = "Resources that swap theirs need two `up`s, with another one for the first.";
const ORDER = `This resource must come second: keep or set \`dependsOn: [giver]\` among its options. ${SWAP}`;

/** A run in which the resource "giver", which has the object 1 and this user name, gets another user name. */
async function giving() {
  const declared = new Run({ print: () => undefined }).declared(sipEndpoint);
  declared.checked({ username: "desk" }, { username: "other" }, { declaredAs: "giver", recorded: undefined });
  await declared.held("1", {}, { username: "other" });
  return declared;
}

it("an object that is left alone says which resource has it, and the way to another end", () => {
  expect([
    holders.notRemovedText(sipEndpoint, "1"),
    holders.declaredElsewhereText(phoneNumber, { label: 'PhoneNumber "line"', isHolder: false }),
    holders.declaredHereText(sipEndpoint, 'SipEndpoint "desk"'),
    holders.deletedFirstText(sipEndpoint, HOLDER),
    holders.takenText(sipEndpoint, "desk"),
  ]).toEqual([
    "The SIP endpoint 1 was left alone: another resource of this stack manages it now.",
    'the PhoneNumber "line", which another provider of this stack manages, declares the same phone number and does not hold it yet. Nothing was deleted. ' +
      "To hand the object over, set `adopt: true` and `deleteBeforeReplace: false` on that resource; " +
      "to have a new one instead, remove the old resource in an `up` of its own first.",
    'the new SipEndpoint "desk" of the program declares the same SIP endpoint and does not hold it yet. Nothing was deleted. ' +
      "Correct its failure, and run `pulumi up` again; to have a new object instead, remove the old resource in an `up` of its own first.",
    'the engine first deletes the SIP endpoint 1, which has username "desk" until then. ' +
      "With `deleteBeforeReplace: false` among the resource's options, it stays and no new one is made",
    'username "desk" is taken',
  ]);
});

it("a unique key that another resource has is described with the way to get it", async () => {
  const [none, declared] = [new Run().declared(sipEndpoint), await giving()];
  const refusal = new RequestFailure("invalid", "it answered 422: Username is taken");
  const free = (key: string, failure = refusal) => holders.freeByNow(sipEndpoint, failure, key, declared)?.message;
  expect([
    holders.takenByAnother(sipEndpoint, HOLDER, none),
    holders.takenByAnother(sipEndpoint, HOLDER, declared),
    holders.givenUpText(sipEndpoint, HOLDER, 'SipEndpoint "giver"'),
    free("desk"),
    free("other"),
    free("desk", new RequestFailure("invalid", "caller_id is too long")),
  ]).toEqual([
    "The SIP endpoint 1 has this username. If another resource of this stack gives it up in this run, set `dependsOn: [<that resource>]` among this one's options. " +
      `${SWAP} If the resource that has it was removed from the program, remove it in an \`up\` of its own first. Otherwise choose another username.`,
    `The SIP endpoint 1 has this username until the SipEndpoint "giver" gives it up. If it has by now, run the same command again. ${ORDER}`,
    `the SipEndpoint "giver" gives up username "desk" in this run. ${ORDER} Otherwise the \`up\` may fail before it changes this resource.`,
    'it answered 422: Username is taken. The SipEndpoint "giver" had this username and has given it up by now: run the same command again. ' +
      "To need one `up` only, set `dependsOn: [giver]` among this resource's options.",
    undefined,
    undefined,
  ]);
});

it("the ways on are listed once in a run, the likeliest first, and fit what was found", () => {
  const run = new Run();
  const found = (id: string, more = {}) =>
    holders.remedies(sipEndpoint, {
      ...{ found: { id, username: `desk-${id}` }, differing: [], unknown: [], run, isOld: false },
      ...more,
    });
  const ways = (isMatch: boolean, crash = "") =>
    [
      'The resource was renamed or moved in the program: set `aliases: [{ name: "<old name>" }]` among its options.',
      "`--replace` or `state taint` is to make it anew: run `pulumi destroy --target <the resource's URN>` first, then `pulumi up`.",
      "Another resource of this stack gives the username up in this run: set `dependsOn: [<that resource>]` among the options.",
      "An interrupted `up` left it, or another stack or a person made it: with `adopt: true` the resource takes it over. " +
        "It is set to what the program says, and deleted with the resource unless that has `retainOnDelete: true`.",
      ...(isMatch ? [crash] : []),
      "None of these: choose another username.",
    ].join("\n- ");
  const ended = "`pulumi refresh --clear-pending-creates`, which removes Pulumi's records of interrupted creates.";
  const crash =
    "A crash left many: `pulumi up --refresh --config signalwire:adoptMatching=true` takes over each SIP endpoint that matches like this one. " +
    `Then run \`pulumi config rm signalwire:adoptMatching\`, because \`--config\` saves the setting, and ${ended}`;
  const declared = new Run();
  declared.config = { get: () => undefined, isDeclared: true, providerName: "eu" };
  const same = "everything it shows is as the program says";
  expect([
    found("1"),
    found("1"),
    found("2"),
    found("3", { differing: ["callerId", "codecs"] }),
    found("4", { differing: ["callerId"], unknown: ["codecs"] }),
    found("5", { unknown: ["codecs", "ciphers"], isOld: true }),
    found("6", { run: declared }),
  ]).toEqual([
    `The SIP endpoint 1 has this username, and ${same}. The ways on:\n- ${ways(true, crash)}`,
    `The SIP endpoint 1 has this username, and ${same}. The ways on:\n- ${ways(true, crash)}`,
    `The SIP endpoint 2 has this username, and ${same}. The ways on are those of the SIP endpoint "desk-1", listed with its error.`,
    `The SIP endpoint 3 has this username, and it differs in callerId, codecs. The ways on:\n- ${ways(false)}`,
    "The SIP endpoint 4 has this username, and it differs in callerId, and codecs is not known yet. " +
      'The ways on are those of the SIP endpoint "desk-3", listed with its error.',
    "The SIP endpoint 5 has this username, and codecs, ciphers are not known yet. It is the one that this resource replaces: " +
      "set `deleteBeforeReplace: true` among the resource's options to delete it first, or `adopt: true` on the resource to keep it.",
    `The SIP endpoint 6 has this username, and ${same}. The ways on:\n- ` +
      ways(
        true,
        'A crash left many: adoptMatching of the provider "eu" takes over each SIP endpoint that matches like this one. ' +
          `Set it to true for one \`up --refresh\`, then run ${ended}`,
      ),
  ]);
});

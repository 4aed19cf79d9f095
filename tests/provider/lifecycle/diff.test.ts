// The changes that replace an object. The engine itself finds the changed properties.

import { expect, it } from "vitest";
import { DirectHost } from "../direct-host.ts";
import type { Kind, Props } from "../host.ts";

const ID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";
const OTHER = "00000000-0000-4000-8000-000000000000";

const host = new DirectHost({});

const NUMBER = { number: "+12025550101" };
const BY_ID = { phoneNumberId: ID, ...NUMBER };

/** The outputs, the inputs, and the properties whose change replaces the object. */
it.each<[Kind, Props, Props, string[]]>([
  ["sipEndpoint", { username: "a", codecs: ["OPUS"] }, { username: "b", codecs: ["VP8"] }, []],
  ["phoneNumber", { ...NUMBER, name: "a" }, { ...NUMBER, name: "b" }, []],
  // The number is named by its id now, by its digits, or in capitals.
  ["phoneNumber", NUMBER, { phoneNumberId: ID }, []],
  ["phoneNumber", BY_ID, NUMBER, []],
  ["phoneNumber", { phoneNumberId: ID }, { phoneNumberId: ID.toUpperCase() }, []],
  ["clientToken", { resource: "a", expiresIn: 5 }, { resource: "a", expiresIn: 9 }, []],
  ["clientToken", { resource: "a" }, {}, []],
  ["phoneNumber", NUMBER, { number: "+12025550102" }, ["number"]],
  ["phoneNumber", { phoneNumberId: ID }, { phoneNumberId: OTHER }, ["phoneNumberId"]],
  ["phoneNumber", NUMBER, { phoneNumberId: OTHER }, ["phoneNumberId"]],
  ["phoneNumber", BY_ID, { number: "+12025550102" }, ["number"]],
  ["clientToken", { resource: "alice" }, { resource: "bob" }, ["resource"]],
])(
  "a %s changes from %j to %j, which replaces it for %j, and the engine compares it",
  async (kind, olds, news, names) => {
    await host.newRun();
    expect(await host.diff(kind, ID, olds, news)).toEqual({ changes: undefined, replacesList: names });
  },
);

it.each([
  ["taken away", { adopt: true }, {}],
  ["added", {}, { adopt: true }],
])("adopt that is %s later changes nothing", async (_, olds, news) => {
  const endpoint = { username: "a", codecs: ["OPUS"] };
  const answer = await host.diff("sipEndpoint", ID, { ...endpoint, ...olds }, { ...endpoint, ...news });
  expect(answer.changes).toBe(false);
  const renamed = await host.diff("sipEndpoint", ID, { ...endpoint, ...olds }, { ...endpoint, ...news, username: "b" });
  expect(renamed.changes).toBeUndefined();
});

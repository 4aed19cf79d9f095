// The changes that replace an object. The engine itself finds the changed properties.

import { expect, it } from "vitest";
import { DirectHost } from "../direct-host.ts";
import type { Kind, Props } from "../host.ts";

const ID = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";
const OTHER = "00000000-0000-4000-8000-000000000000";

const host = new DirectHost({});

const KEEPS: [string, Kind, Props, Props][] = [
  ["nothing changed", "sipEndpoint", { username: "a", password: "b" }, { username: "a", password: "b" }],
  ["the user name changed", "sipEndpoint", { username: "a" }, { username: "b" }],
  ["the password changed", "sipEndpoint", { password: "a" }, { password: "b" }],
  ["every list changed", "sipEndpoint", { codecs: ["OPUS"], ciphers: [] }, { codecs: ["VP8"] }],
  ["the handler changed", "sipEndpoint", { callHandler: "dialogflow" }, { callHandler: "video_room" }],
  ["the label changed", "phoneNumber", { number: "+12025550101", name: "a" }, { number: "+12025550101", name: "b" }],
  ["a number is named by its own id now", "phoneNumber", { number: "+12025550101" }, { phoneNumberId: ID }],
  [
    "an id is named by its own number now",
    "phoneNumber",
    { phoneNumberId: ID, number: "+12025550101" },
    { number: "+12025550101" },
  ],
  ["an id is written in capitals now", "phoneNumber", { phoneNumberId: ID }, { phoneNumberId: ID.toUpperCase() }],
  ["the lifetime changed", "clientToken", { resource: "a", expiresIn: 5 }, { resource: "a", expiresIn: 9 }],
  ["the name is no longer given", "clientToken", { resource: "a" }, {}],
  ["the made-up name is given now", "clientToken", { resource: ID }, { resource: ID }],
];

const REPLACES: [string, Kind, Props, Props, string[]][] = [
  ["another number", "phoneNumber", { number: "+12025550101" }, { number: "+12025550102" }, ["number"]],
  ["another id", "phoneNumber", { phoneNumberId: ID }, { phoneNumberId: OTHER }, ["phoneNumberId"]],
  [
    "a number adopted and another one's id",
    "phoneNumber",
    { number: "+12025550101" },
    { phoneNumberId: OTHER },
    ["phoneNumberId"],
  ],
  [
    "an id adopted and another one's number",
    "phoneNumber",
    { phoneNumberId: ID, number: "+12025550101" },
    { number: "+12025550102" },
    ["number"],
  ],
  ["another name", "clientToken", { resource: "alice" }, { resource: "bob" }, ["resource"]],
];

it.each([...KEEPS.map((each) => [...each, [] as string[]] as const), ...REPLACES])(
  "%s: the changed properties are left to the engine, and those that replace are named",
  async (_, ...asked) => {
    const [kind, olds, news, names] = asked;
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

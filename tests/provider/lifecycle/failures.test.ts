// The provider's handling of a failing service: an error when the state is unknown, never a deletion, never a repeated change.

import { expect, it } from "vitest";
import { type Resource, type ResourceName, resources, sipEndpoint } from "../../../contract/index.ts";
import { Contradicted } from "../../../provider/client/answers.ts";
import { Unassigned } from "../../../provider/client/assignments.ts";
import { Conflict, type FailureCode, type Reach, RequestFailure } from "../../../provider/client/errors.ts";
import { ConfigurationError } from "../../../provider/config/config.ts";
import {
  type Action,
  describeFailure,
  type OperationFailure,
  type Subject,
} from "../../../provider/lifecycle/failures.ts";
import { endpoint, ID } from "../bodies.ts";
import { configurationOf, DirectHost, NOWHERE } from "../direct-host.ts";
import { under } from "../environment.ts";
import { messageOf } from "../managed.ts";
import { stubbed } from "../stubbed.ts";

const DESK = { username: "front-desk", password: "canary-password" };
const service = stubbed();

it("a create that may have been done is looked up three times, and repeated when there is no such object", async () => {
  const LIST = "GET /api/relay/rest/endpoints/sip?filter_username=front-desk&page_size=1000";
  const CREATE = "POST /api/relay/rest/endpoints/sip";
  const answers = [
    { status: 500, body: {} },
    { status: 201, body: endpoint({ id: "second" }) },
  ];
  const other = { links: {}, data: [endpoint({ username: "front-desk-2" })] };
  service.stub.reset(({ method }) => {
    if (method === "GET") return { status: 200, body: other };
    return answers.shift() ?? { status: 500 };
  });
  expect((await service.host.create("sipEndpoint", DESK)).id).toBe("second");
  expect(service.stub.requests).toEqual([CREATE, LIST, LIST, LIST, CREATE]);
});

it("an update that is refused for very many reasons has a message of a length that can be read", async () => {
  const errors = [{ detail: "y".repeat(100_000), status: "422", title: "Invalid Attribute", code: "422" }];
  service.stub.reset(() => ({ status: 422, body: { errors } }));
  const message = await messageOf(service.host.update("sipEndpoint", ID, DESK, { ...DESK, callerId: "x" }));
  expect(message).toMatch(
    /: y{2400,2500}…\. Correct the program and run the same command again\. Nothing was changed\.$/,
  );
});

it("a service that cannot be reached is explained once in a run, with the remedy", async () => {
  const host = await DirectHost.start(NOWHERE);
  const names = ["a", "b", "c"];
  const messages = await Promise.all(
    names.map((username) => messageOf(host.create("sipEndpoint", { ...DESK, username }))),
  );
  expect(messages.filter((each) => each.includes("Another error of this run has the reason"))).toHaveLength(2);
  const [whole = "", ...others] = messages.filter((each) => each.includes("Check the network and signalwire:baseUrl,"));
  expect(others).toEqual([]);
  expect(whole).toMatch(/^Could not create the SIP endpoint "[abc]": http:\S+ could not be reached \(ECONNREFUSED\)/);
});

const SCOPED = "Check the project ID project (from signalwire:projectId) and the API token (from signalwire:apiToken)";
const VOICE = ", and that the token has the scope Voice.";
const ANEW = "It was removed outside this stack: run `pulumi refresh`, then";
const NO_API = "There is no such API at this address: check signalwire:baseUrl.";
const NETWORK = "Check the network and signalwire:baseUrl, then run the same command again.";
const MAY_BE_SET = "The settings may have been changed all the same;";
const GO_ON = "Run the same command again to go on.";
const NOTHING = "Nothing was changed.";

/** Action, kind and code; `lost` where the request may have been carried out → all that follows the reason. */
const ADVICE = {
  "create SipEndpoint unreachable": `${NETWORK} ${NOTHING}`,
  "update SipEndpoint timeout lost": `${NETWORK} ${MAY_BE_SET} the next \`up\` sends them again.`,
  "adopt PhoneNumber timeout lost": `${NETWORK} ${MAY_BE_SET} what was found before is kept, and the next \`up\` sends them again.`,
  "delete SipEndpoint timeout lost": NETWORK,
  "read SipEndpoint timeout": NETWORK,
  "import SipEndpoint timeout": NETWORK,
  "issue ClientToken cancelled lost": GO_ON,
  "create SipEndpoint cancelled": `${GO_ON} ${NOTHING}`,
  "create SipEndpoint cancelled lost": `${GO_ON} The request may have been carried out all the same; if so, the next \`up\` says what it found and how to go on.`,
  "create SipEndpoint unauthorized": `${SCOPED}${VOICE}`,
  "create ClientToken unauthorized": `${SCOPED}.`,
  "create CxmlScript unauthorized": `${SCOPED}, and that the token has one of the scopes Voice, Messaging, Fax, Video.`,
  "adopt PhoneNumber not_found": "The project owns no such phone number: check the id and the project ID.",
  "adopt SipProfile not_found": NO_API,
  "create SipEndpoint not_found": NO_API,
  "issue ClientToken not_found": NO_API,
  "renew ClientToken not_found": NO_API,
  "read SipProfile not_found": NO_API,
  "create NumberGroupMembership not_found":
    "`numberGroupId` names no object of the project: check it, or use the `id` of a resource of this program.",
  "update SipEndpoint not_found": `${ANEW} \`pulumi up\` to make it anew.`,
  "update PhoneNumber not_found": `${ANEW} take it out of the program.`,
  "delete NumberGroup invalid":
    "The service kept it. Take it out of what still uses it, such as a number or a campaign, then run the same command again.",
  "update SipEndpoint invalid": `Correct the program and run the same command again. ${NOTHING}`,
  "create SipEndpoint rate_limited":
    "The project sends more requests than the service allows: wait, then run the same command again.",
  "delete SipEndpoint service_error": `The failure is on the service's side: run the same command again later. ${NOTHING}`,
  "delete SipEndpoint unexpected_answer lost":
    "Check that signalwire:baseUrl names the API and no web page or proxy stands before it.",
};

function described(
  error: unknown,
  { config = {}, ...more }: Partial<Omit<Subject, "config">> & { config?: object } = {},
) {
  const values = configurationOf(NOWHERE);
  const subject = { resource: sipEndpoint, action: "create", label: "desk", ...more } as const;
  return describeFailure(error, {
    ...subject,
    config: { get: (key: string) => values[key], ...config },
  }) as OperationFailure;
}

it.each(Object.entries(ADVICE))("%s is explained by %s", (key, advice) => {
  const [action, kind, code, lost] = key.split(" ") as [Action, ResourceName, FailureCode, string?];
  const resource: Resource = resources[kind];
  const failure = new RequestFailure(code, "it broke", { reach: lost ? "unknown" : "not_done" });
  const { message, reason, ...said } = described(failure, { action, resource });
  expect([said.code, reason]).toEqual([code, `it broke. ${advice}`]);
  expect(message).toBe(`Could not ${action} the ${resource.title} "desk": ${reason}`);
  // The operation knows more of its writes than one request.
  if (action !== "update") return;
  expect(described(failure, { action, mayHaveWritten: false }).reason).not.toContain(MAY_BE_SET);
  if (code === "invalid") expect(described(failure, { action, mayHaveWritten: true }).reason).toContain(MAY_BE_SET);
});

const SAVED =
  "the configuration saved by the last `up`, which may be stale: set SIGNALWIRE_API_TOKEN, or pass --run-program, to use today's.";
const OF_EU = "the provider's arguments saved by the last `up`, which may be stale: pass --run-program to use today's.";
const DECLARED = { isDeclared: true, providerName: "eu" };
const [TOKEN, ID_AND_TOKEN] = [
  { SIGNALWIRE_API_TOKEN: "t" },
  { SIGNALWIRE_API_TOKEN: "t", SIGNALWIRE_PROJECT_ID: "p" },
];
const KEYS = ["signalwire:projectId", "signalwire:apiToken"];

it.each<[Action, object, { readonly [name: string]: string }, string[], string?]>([
  ["read", {}, {}, KEYS, SAVED],
  ["delete", {}, {}, KEYS, SAVED],
  ["update", {}, {}, KEYS],
  ["read", { isCurrent: true }, {}, KEYS],
  ["read", {}, TOKEN, ["signalwire:projectId", "SIGNALWIRE_API_TOKEN"], SAVED],
  ["read", {}, { SIGNALWIRE_PROJECT_ID: "p" }, ["SIGNALWIRE_PROJECT_ID", "signalwire:apiToken"], SAVED],
  ["read", {}, ID_AND_TOKEN, ["SIGNALWIRE_PROJECT_ID", "SIGNALWIRE_API_TOKEN"]],
  ["read", DECLARED, ID_AND_TOKEN, ['projectId of the provider "eu"', 'apiToken of the provider "eu"'], OF_EU],
  ["read", { isDeclared: true }, {}, ["projectId", "apiToken"]],
])("credentials that are refused at a %s with %j under %j are those from %j", (action, config, env, names, hint) => {
  const failure = new RequestFailure("unauthorized", "it answered 401");
  const { reason } = under(env, () => described(failure, { action, config }));
  expect(reason.replace(/ID \w+ \(/, "ID (")).toBe(
    `it answered 401. Check the project ID (from ${names[0]}) and the API token (from ${names[1]})${VOICE}` +
      (hint ? ` Refresh and destroy use ${hint}` : ""),
  );
});

it("an error with advice of its own keeps it, and a defect keeps itself", () => {
  const again =
    "Run the same command again: it sends them again. If it fails again, look for a cache or proxy before signalwire:baseUrl. Where the service changes a value itself, write it in the program as the service shows it.";
  const differs = "the service answered with a success, and does not show what was sent:";
  const wrong = (fields: string[]) => described(new Contradicted(sipEndpoint, {}, fields)).message;
  const TEXT = 'Could not create the SIP endpoint "desk"';
  expect([
    wrong(["caller_id"]),
    wrong(["caller_id", "x"]),
    described(new Unassigned("it is still pending", "Wait.")).message,
    described(new Conflict("it is taken")).message,
    described(new ConfigurationError(["A is wrong.", "B is too."])),
  ]).toEqual([
    `${TEXT}: ${differs} callerId differs. ${again}`,
    `${TEXT}: ${differs} callerId, extra.x differ. ${again}`,
    `${TEXT}: it is still pending. Wait.`,
    `${TEXT}: it is taken`,
    expect.objectContaining({
      code: "configuration",
      message: `${TEXT}. The SignalWire configuration cannot be used: A is wrong. B is too.`,
      reason: "The SignalWire configuration cannot be used: A is wrong. B is too.",
    }),
  ]);
  const defect = new TypeError("of ours");
  expect(described(defect)).toBe(defect);
});

it("a message names the object once, hides secrets, and is no stack", () => {
  const failure = new RequestFailure("rate_limited", "it said token-1234 at https://user:word@example.com/");
  const subjects = [{}, { id: "desk" }, { id: "1" }, { label: "", id: "1" }, { label: 5 }];
  expect(subjects.map((each) => described(failure, each).message.split(":", 1)[0])).toEqual(
    [' "desk"', ' "desk"', ' "desk" (1)', " (1)", ""].map((object) => `Could not create the SIP endpoint${object}`),
  );
  expect(described(failure).reason).toContain("it said token-1234 at https://[secret]@example.com/. The");
  const hidden = described(failure, { hide: (text) => text.replaceAll("token-1234", "[hidden]") });
  expect([hidden.message, hidden.reason]).toEqual([
    expect.stringContaining("[hidden]"),
    expect.stringMatching(/^it said \[hidden\] at/),
  ]);
  expect([`${hidden}`, hidden.stack]).toEqual(["SignalWire", "rate_limited, see below"]);
  expect({ ...hidden.kept("1", { a: 1 }) }).toMatchObject({ id: "1", properties: { a: 1 }, reasons: [hidden.message] });
});

it.each<[FailureCode, Reach, boolean]>([
  ["unreachable", "not_done", true],
  ["timeout", "not_done", true],
  ["timeout", "unknown", false],
  ["rate_limited", "not_done", false],
])("a second %s of a run that is %s is shortened: %s", (code, reach, isShort) => {
  const { message, reason } = described(new RequestFailure(code, "it broke", { reach }), { isFirst: () => false });
  const away = "the service could not be reached. Another error of this run has the reason and the remedy.";
  expect(message).toBe(`Could not create the SIP endpoint "desk": ${isShort ? away : reason}`);
});

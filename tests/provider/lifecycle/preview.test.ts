// A preview at the provider objects: its requests and findings, and no changes at the service.

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { addEndpoint, ask, list, requests } from "../../engine/service.ts";
import { configurationOf, DirectHost } from "../direct-host.ts";
import { type Finding, type Kind, type Props, UNKNOWN } from "../host.ts";
import { messageOf } from "../managed.ts";
import { served } from "../served.ts";
import { type Reply, Stub } from "../stub.ts";

const OWNED = ["+12025550101", "+12025550102"];
const ENDPOINTS = "GET /api/relay/rest/endpoints/sip?page_size=1000";
const NUMBERS = "GET /api/relay/rest/phone_numbers?page_size=1000";
const DESK = { username: "front-desk", password: "canary-password" };

const tokens = [
  { token: "whole", scopes: ["Voice" as const, "Numbers" as const] },
  { token: "voice-only", scopes: ["Voice" as const] },
];
const on = served({ seed: { projects: [{ numbers: OWNED, tokens }] } });

afterEach(() => vi.unstubAllEnvs());

function preview(config: { readonly [key: string]: string } = {}): DirectHost {
  return new DirectHost({ ...configurationOf(on.server), "signalwire:apiToken": "whole", ...config });
}

async function found(run: DirectHost, ...previewed: Parameters<DirectHost["preview"]>): Promise<Finding[]> {
  return (await run.preview(...previewed)).findings;
}

const errors = (findings: readonly Finding[]) => findings.filter(({ severity }) => severity === "error");

describe("an endpoint whose user name is taken", () => {
  it("is a problem, with the id that has it, what differs, and the ways on that the up would name", async () => {
    const id = await addEndpoint(on.server, "front-desk");
    const args = { ...DESK, callerId: "Front desk" };
    const failure = await messageOf(preview().create("sipEndpoint", args));
    const ways = failure.slice(failure.indexOf(" The ways on:"));
    const differs = (what: string) => ({
      severity: "error",
      message: `username "front-desk" is taken. The SIP endpoint ${id} has this username, and it differs in ${what}.${ways}`,
      unlessReplaced: { username: "front-desk" },
    });
    expect(await found(preview(), "sipEndpoint", args)).toEqual([differs("callerId")]);
    const unknown = { ...args, encryption: "required", codecs: UNKNOWN };
    expect(await found(preview(), "sipEndpoint", unknown)).toEqual([
      differs("callerId, encryption, and codecs is not known yet"),
    ]);
    const matching = preview({ "signalwire:adoptMatching": "true" });
    expect(await found(matching, "sipEndpoint", unknown)).toEqual([]);
    // No process receives the finding at this socket. A replacement may solve the problem.
    const unheard = { ...args, __findings: ["/nowhere/socket", "1"] };
    expect((await preview().check("sipEndpoint", {}, unheard)).failures).toEqual([]);
  });

  it("is adopted with what changes: nothing but the password, be it from a variable that is not set here, or nothing", async () => {
    const adopts = `adopts the SIP endpoint "front-desk" (${await addEndpoint(on.server, "front-desk")})`;
    const args = { username: "front-desk", adopt: true };
    const said = async (more: Props) => (await found(preview(), "sipEndpoint", { ...args, ...more }))[0]?.message;
    const onlyPassword = `${adopts}: sends the program's password; nothing else changes`;
    expect(await said({ passwordFrom: { env: "NOT_SET_IN_A_PREVIEW" } })).toBe(onlyPassword);
    // A renamed resource has a record under its old name.
    for (const more of [{}, { __declaredAs: "new", __recorded: args }])
      expect(await said(more)).toBe(`${adopts} as it is: nothing changes`);
  });
});

it.each<[string, string[], Props, string[]]>([
  ["no problem where its own object may have it by now", [], {}, []],
  ["a problem where another object has it", ["old"], {}, ['username "front-desk" is taken. ']],
  ["no problem where an interrupted `up` sent it", [], { ...DESK, __state: { tried: ["username"] } }, []],
])("a new user name is %s", async (_, others, recorded, problems) => {
  for (const username of [DESK.username, ...others]) await addEndpoint(on.server, username);
  const findings = await found(preview(), "sipEndpoint", DESK, { olds: { ...DESK, username: "old", ...recorded } });
  expect(findings).toEqual(problems.map((start) => ({ severity: "error", message: expect.stringContaining(start) })));
});

const [OF_SCRIPT, OF_ANOTHER] = ["5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11", "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a12"];

/** Only a class states the order. */
it.each([
  [{ __deletesFirst: true }, /^$/],
  [{ __deletesFirst: false, __recorded: { name: "line" } }, /^$/],
  [{ __deletesFirst: false }, /^error: .*set `deleteBeforeReplace: true` among the resource's options/],
  [{}, /^info: the engine first deletes the SIP address \S+, which has name "line" until then\..* no new one is made$/],
])("an address that is replaced under %j has the finding %s", async (order, expected) => {
  const olds = { name: "line", callingHandlerResourceId: OF_SCRIPT };
  const run = preview();
  const { id, outputs } = await run.create("sipAddress", olds);
  const args = { ...olds, callingHandlerResourceId: OF_ANOTHER, __declaredAs: "line", ...order };
  const { inputs } = await run.preview("sipAddress", args, { olds });
  const { replacesList } = await run.diff("sipAddress", id, outputs, inputs);
  expect(replacesList).toEqual(["callingHandlerResourceId"]);
  const { findings } = await run.preview("sipAddress", args);
  expect(findings.map(({ severity, message }) => `${severity}: ${message}`).join("\n")).toMatch(expected);
  await preview().delete("sipAddress", id, outputs);
});

describe("a phone number", () => {
  const number = async () => (await list(on.server, "/phone_numbers")).find((each) => each.number === OWNED[0]) ?? {};

  it("that the project does not own is a problem", async () => {
    const phoneNumberId = "5b3f1c52-8f8e-4c0e-9b0a-2f6d0c9f7a11";
    const message = `Could not adopt the phone number "${phoneNumberId}": there is no such phone number. The project owns no such phone number: check the id and the project ID.`;
    expect(await found(preview(), "phoneNumber", { phoneNumberId })).toEqual([{ severity: "error", message }]);
  });

  it("is adopted by its number or its id, and only what differs changes", async () => {
    const live = await number();
    const adopts = `adopts the phone number "${OWNED[0]}" (${live.id})`;
    const args = { number: OWNED[0], name: "Main line", callHandler: "laml_webhooks", callRequestUrl: UNKNOWN };
    const changes = 'name (not set) → "Main line"; callHandler (not set) → "laml_webhooks"';
    const adopted = expect.objectContaining({ numberType: "longcode", capabilities: live.capabilities });
    expect(await found(preview(), "phoneNumber", args)).toEqual([
      { severity: "info", message: `${adopts}: ${changes}; callRequestUrl (not set) → (not known yet)`, adopted },
    ]);
    const same = { severity: "info", message: `${adopts} as it is: nothing changes`, adopted };
    for (const named of [{ phoneNumberId: live.id }, { number: OWNED[0] }])
      expect(await found(preview(), "phoneNumber", named)).toEqual([same]);
    // Webhooks without an address are what a number has that is not set.
    const webhooks = await found(preview(), "phoneNumber", { number: OWNED[1], callHandler: "laml_webhooks" });
    expect(webhooks[1]?.message).toContain("as it is: nothing changes");
    const restored = { number: OWNED[0], callReceiveMode: "voice", onDestroy: "restore" };
    const warning = expect.stringContaining("already is as the program says");
    expect(await found(preview(), "phoneNumber", restored)).toContainEqual({ severity: "warning", message: warning });
  });

  it("that one resource names by its id and another by its digits is a problem, as in the up", async () => {
    const run = preview();
    await found(run, "phoneNumber", { phoneNumberId: (await number()).id, __declaredAs: "a" });
    const message = 'number is already used by the PhoneNumber "a": keep one of the two resources';
    expect(await found(run, "phoneNumber", { number: OWNED[0], __declaredAs: "b" })).toEqual([
      { severity: "error", message },
    ]);
  });

  it("with a wrong argument or without a target is a warning, also once it exists", async () => {
    const args = { number: OWNED[1], callHandler: "relay_sip_endpoint" };
    const warning = { severity: "warning", message: expect.stringContaining("callSipEndpointId is not set") };
    expect(await found(preview(), "phoneNumber", args)).toContainEqual(warning);
    expect(await found(preview(), "phoneNumber", args, { olds: args })).toEqual([warning]);
    const error = { severity: "error", message: "name must be a string" };
    expect(await found(preview(), "phoneNumber", { ...args, name: 5 })).toEqual([error, warning]);
  });
});

const NOWHERE = "4f1c8b1e-6f0a-4c62-9d0e-0c6a5b1f2e3d";
const LINE = { number: OWNED[1] };
const RINGS = { ...LINE, callHandler: "relay_sip_endpoint", callSipEndpointId: NOWHERE };
const APPLICATION = { ...LINE, callHandler: "laml_application", callLamlApplicationId: "app-1" };
const MEMBER = { numberGroupId: NOWHERE, phoneNumberId: NOWHERE };
const [IN_UNKNOWN, OLD_MEMBER] = [
  { ...MEMBER, numberGroupId: UNKNOWN },
  { ...MEMBER, phoneNumberId: OF_SCRIPT },
];

it.each<[string, Kind, Props, string[], Props]>([
  ["a new number", "phoneNumber", RINGS, ["callSipEndpointId"], {}],
  ["none where an update keeps it", "phoneNumber", { ...RINGS, name: "x" }, [], RINGS],
  ["none for an application of another API", "phoneNumber", APPLICATION, [], {}],
  ["a new membership", "numberGroupMembership", MEMBER, ["numberGroupId", "phoneNumberId"], {}],
  ["a number of an unknown group", "numberGroupMembership", IN_UNKNOWN, ["phoneNumberId"], OLD_MEMBER],
])("an id in the program that names no object is a problem: %s", async (_, kind, args, names, olds) => {
  const found = errors((await preview().preview(kind, args, { olds })).findings).map(({ message }) => message);
  const remedy = "Correct it, or use the `id` of a resource of this program.";
  expect(requests(on.server).join()).not.toContain(UNKNOWN);
  expect(found).toEqual(names.map((name) => `${name} is ${NOWHERE}, and the project has no such object. ${remedy}`));
});

it("an update of an adopted number says which target is missing and what it takes over, and asks each list once", async () => {
  const [live] = (await list(on.server, "/phone_numbers")).filter((each) => each.number === OWNED[1]);
  await ask(on.server, "PUT", `/phone_numbers/${live?.id}`, { name: "Theirs" });
  const said = async (more: Props, callSipEndpointId = "another") => {
    on.server.journal.clear();
    const olds = { ...RINGS, callSipEndpointId };
    const findings = await found(preview(), "phoneNumber", { ...RINGS, exclusive: true, ...more }, { olds });
    return [...findings.map(({ message }) => message), ...requests(on.server)];
  };
  const missing = expect.stringMatching(/^callSipEndpointId is .* no such object/);
  const takes = 'takes over every setting: name "Theirs" → (not set)';
  expect([await said({}), await said({}, NOWHERE), await said({ number: null, phoneNumberId: UNKNOWN })]).toEqual([
    [missing, takes, ENDPOINTS, NUMBERS],
    [takes, ENDPOINTS, NUMBERS],
    [missing, ENDPOINTS],
  ]);
});

it("a user name that another resource gives up in this run is a warning with the order, and a swap needs two", async () => {
  const [one, two] = [await addEndpoint(on.server, "one"), await addEndpoint(on.server, "two")];
  /** Renames an endpoint of the state: the engine checks and compares it. */
  const renamed = async (run: DirectHost, declaredAs: string, id: string, [from, to]: readonly [string, string]) => {
    const olds = { ...DESK, username: from };
    const news = { ...DESK, username: to, __declaredAs: declaredAs };
    const { inputs, findings } = await run.preview("sipEndpoint", news, { olds });
    await run.diff("sipEndpoint", id, olds, inputs);
    return findings;
  };
  const message =
    'the SipEndpoint "leaver" gives up username "one" in this run. This resource must come second: keep or set `dependsOn: [leaver]` ' +
    "among its options. Resources that swap theirs need two `up`s, with another one for the first. " +
    "Otherwise the `up` may fail before it changes this resource.";
  for (const second of [
    (run: DirectHost) => found(run, "sipEndpoint", { ...DESK, username: "one", __declaredAs: "follower" }),
    (run: DirectHost) => renamed(run, "swapper", two, ["two", "one"]),
  ]) {
    const run = preview();
    expect(await renamed(run, "leaver", one, ["one", "three"])).toEqual([]);
    expect(await second(run)).toEqual([{ severity: "warning", message }]);
  }
});

describe("a service that does not answer as it should", () => {
  let stub: Stub;

  beforeAll(async () => {
    stub = await Stub.start();
  });

  afterAll(() => stub?.stop());

  const create = (reason: string, advice: string) =>
    `Could not create the SIP endpoint "front-desk": ${reason}. ${advice}` as const;
  const unasked = (reason: string) =>
    `the service could not be asked what is there already: ${reason}. The preview goes on without; ` +
    "`pulumi config set signalwire:previewLookups false` has it not ask at all";
  const PAGE =
    "Check that signalwire:baseUrl names the API and no web page or proxy stands before it. Nothing was changed.";
  const ANSWERED = "the service answered";
  const TOKEN = "the API token (from signalwire:apiToken), and that the token has the scope Voice.";
  const REFUSED = `Check the project ID p (from signalwire:projectId) and ${TOKEN}`;
  const UNKNOWN_HOST =
    "Check the network and signalwire:baseUrl, then run the same command again. Nothing was changed.";
  const page = { status: 404, type: "text/html", body: "<h1>Not Found</h1>" };
  const [away, nowhere] = ["http://127.0.0.1:9", "https://nowhere.invalid"];
  const REPLIES: readonly [string, Finding["severity"], string, Reply | string][] = [
    ["fails", "warning", unasked(`${ANSWERED} 503 Service Unavailable`), { status: 503, body: {} }],
    ["is a web page", "error", create(`${ANSWERED} 404 Not Found with an HTML page instead of JSON`, PAGE), page],
    ["refuses the credentials", "error", create(`${ANSWERED} 401 Unauthorized`, REFUSED), { status: 401, body: {} }],
    ["is away", "warning", unasked(`${away} could not be reached (ECONNREFUSED)`), away],
    ["has an unknown name", "error", create(`${nowhere} could not be reached (ENOTFOUND)`, UNKNOWN_HOST), nowhere],
  ];

  it.each(REPLIES)("and %s is one %s, at once and after one request", async (title, severity, message, reply) => {
    stub.reset(() => (typeof reply === "string" ? { status: 500 } : reply));
    const url = typeof reply === "string" ? reply : stub.url;
    const run = preview({ "signalwire:baseUrl": url, "signalwire:projectId": "p" });
    const findings = [
      ...(await found(run, "sipEndpoint", DESK)),
      ...(await found(run, "sipEndpoint", { ...DESK, username: "b" })),
      ...(await found(run, "phoneNumber", { number: OWNED[0] })),
    ];
    expect(findings).toEqual([{ severity, message }]);
    // Another kind may need another scope.
    expect(stub.received).toHaveLength(url !== stub.url ? 0 : title.startsWith("refuses") ? 2 : 1);
  });

  it("and refuses one kind is asked for the others", async () => {
    vi.stubEnv("SIGNALWIRE_API_TOKEN", "voice-only");
    const run = preview();
    const [problem] = await found(run, "phoneNumber", { number: OWNED[0] });
    expect(problem?.message).toMatch(/^Could not adopt .*\(from SIGNALWIRE_API_TOKEN\).* scope Numbers\.$/);
    expect(await found(run, "sipEndpoint", DESK)).toEqual([]);
    expect(requests(on.server)).toEqual([NUMBERS, ENDPOINTS]);
  });

  it("and denies the profile is an error of the profile alone", async () => {
    stub.reset(({ path }) =>
      path.endsWith("/sip_profile")
        ? { status: 404, body: { error: "Not Found" } }
        : { status: 200, body: { links: {}, data: [] } },
    );
    const run = preview({ "signalwire:baseUrl": stub.url });
    const [{ message } = {}] = errors(await found(run, "sipProfile", { defaultCodecs: ["OPUS"] }));
    expect(message).toContain("Could not adopt the SIP profile: the service answered 404 Not Found");
    expect(await found(run, "sipEndpoint", DESK)).toEqual([]);
    expect(stub.requests).toContain(ENDPOINTS);
  });

  it("and has more objects than a handful of pages is asked for no more, and nothing is said of what lies beyond", async () => {
    const data = Array.from({ length: 1_000 }, (_, at) => ({ id: `${at}`, username: `other-${at}` }));
    let pages = 0;
    stub.reset(() => {
      pages += 1;
      const next = `/api/relay/rest/endpoints/sip?page_size=1000&page_number=${pages}`;
      return { status: 200, body: { links: { next }, data } };
    });
    const run = preview({ "signalwire:baseUrl": stub.url });
    expect(await found(run, "sipEndpoint", DESK)).toEqual([
      { severity: "warning", message: expect.stringMatching(/^only the first 5,000 SIP endpoints of the project/) },
    ]);
    expect(await found(run, "sipEndpoint", { ...DESK, username: "b" })).toEqual([]);
    // Without a password, only the object itself can be meant, and it may lie beyond.
    expect(await found(run, "sipEndpoint", { username: "c", adopt: true })).toEqual([]);
    expect(errors(await found(run, "sipEndpoint", { ...DESK, username: "other-7" }))).toHaveLength(1);
    expect(await found(run, "sipEndpoint", { username: "other-8", adopt: true })).toHaveLength(1);
    expect(pages).toBe(5);
  });
});

describe("what a preview asks", () => {
  it("is one page of each list, however many resources there are to create, and no write", async () => {
    await addEndpoint(on.server, "desk-7");
    await addEndpoint(on.server, "desk-8");
    on.server.journal.clear();
    const run = preview();
    for (let at = 0; at < 300; at++) {
      const adopt = at % 2 === 0;
      await found(run, "sipEndpoint", { ...DESK, username: `desk-${at}`, adopt, callerId: "x" });
    }
    for (let at = 0; at < 50; at++) await found(run, "phoneNumber", { number: `+120255501${10 + at}` });
    await found(run, "sipProfile", {});
    expect(requests(on.server)).toEqual([ENDPOINTS, "GET /api/relay/rest/sip_profile", NUMBERS]);
  });

  it.each<[string, Kind, Props, { olds?: Props }, { readonly [key: string]: string }?]>([
    ["with `previewLookups` false", "sipEndpoint", DESK, {}, { "signalwire:previewLookups": "false" }],
    ["that exists already", "sipEndpoint", DESK, { olds: DESK }],
    ["of which nothing is sent", "phoneNumber", { ...LINE, onDestroy: "clear" }, { olds: LINE }],
    ["whose name is not known yet", "sipEndpoint", { ...DESK, username: UNKNOWN }, {}],
    ["of which it is not known whether it may adopt", "sipEndpoint", { ...DESK, adopt: UNKNOWN }, {}],
    ["with a wrong argument", "sipEndpoint", { ...DESK, codecs: ["MP3"] }, {}],
    ["that nobody can look up", "clientToken", {}, {}],
  ])("is nothing for a resource %s, nor in an up's own check", async (_, kind, args, more, config) => {
    await found(preview(config), kind, args, more);
    await preview().check(kind, more.olds ?? {}, args);
    expect(requests(on.server)).toEqual([]);
  });

  it("is one request where all resources change, so that refused credentials are found", async () => {
    for (const token of ["whole", "wrong"]) {
      const run = preview({ "signalwire:apiToken": token });
      const findings: Finding[] = [];
      for (const username of ["a", "b"]) {
        const olds = { ...DESK, username, callerId: "one" };
        findings.push(...(await found(run, "sipEndpoint", { ...olds, callerId: "two" }, { olds })));
      }
      expect([token, findings.length, requests(on.server)]).toEqual([token, token === "whole" ? 0 : 1, [ENDPOINTS]]);
      on.server.journal.clear();
    }
  });
});

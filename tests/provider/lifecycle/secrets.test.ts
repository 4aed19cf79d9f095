// No failure message contains a secret, even when the service repeats the whole request.

import { expect, it } from "vitest";
import { domainApplication, type Resource, sipEndpoint } from "../../../contract/index.ts";
import { withoutHidden } from "../../../provider/lifecycle/recognition.ts";
import { asSecret, secretNames, withSecretsMarked } from "../../../provider/lifecycle/secrets.ts";
import { ID } from "../bodies.ts";
import { messageOf } from "../managed.ts";
import type { Reply } from "../stub.ts";
import { stubbed } from "../stubbed.ts";

const TOKEN = "canary-token";
const BASIC = Buffer.from(`project:${TOKEN}`).toString("base64");
const PASSWORD = 'canary "quoted" \\ päss&word';
const DESK = { username: "front-desk", password: PASSWORD };
const PAIR = { jwtToken: "canary-jwt", refreshToken: "canary-refresh" };
const TOKENS = { resource: "alice", ...PAIR, rotateAt: "2020-01-01T00:00:00Z" };

/** The answer to a look-up of an existing object. */
const NOTHING: Reply = { status: 200, body: { links: {}, data: [] } };

const service = stubbed();

function refusal(...details: string[]): Reply {
  return {
    status: 422,
    body: { errors: details.map((detail) => ({ detail, status: "422", title: "Invalid Attribute", code: "422" })) },
  };
}

/** Beyond what tests/conformance/secrets.test.ts repeats of the arguments. */
const ECHOES: { readonly [what: string]: (body: string, login: string) => Reply } = {
  "the credentials in each form": (_, login) => refusal(login, `no user ${login.slice(6)}`, `project:${TOKEN} may not`),
  "a long text that ends in the values": (body) => refusal("x".repeat(1_991) + values(body).at(-1)),
  "the values in the status line": (body) => ({ status: 409, reason: `Bad ${values(body).join(" and ")}` }),
  "all in a web page": (body, login) => ({ status: 404, type: "text/html", body: body + login }),
  "all in a success that is no object": (body, login) => ({ status: 200, body: [body, login] }),
  "all in a success that is no JSON": (body, login) => ({ status: 200, body: body + login }),
};

const values = (body: string) => Object.values(JSON.parse(body) as object);

it.each(Object.entries(ECHOES))("a service that repeats %s gives away no secret", async (_, answer) => {
  service.stub.reset(({ method, body, headers }) =>
    method === "GET" ? NOTHING : answer(body, String(headers.authorization)),
  );
  const renewed = { resource: "alice", rotateAt: "2999-01-01T00:00:00Z" };
  const messages = await Promise.all([
    messageOf(service.host.create("sipEndpoint", DESK)),
    messageOf(service.host.update("sipEndpoint", ID, { ...DESK, password: "old" }, DESK)),
    messageOf(service.host.update("clientToken", "alice", TOKENS, renewed)),
  ]);
  for (const text of [...messages, service.host.printed])
    for (const secret of ["canary", "päss", TOKEN, BASIC, BASIC.slice(0, 12)]) expect(text).not.toContain(secret);
});

it("a preview gives away no secret of the program or of the state", async () => {
  service.stub.reset(() => refusal("canary-new and canary-old"));
  const olds = { ...DESK, password: "canary-old" };
  const { findings } = await service.host.preview("sipEndpoint", { ...DESK, password: "canary-new" }, { olds });
  expect(findings).toMatchObject([{ message: expect.stringContaining(": [secret] and [secret]. ") }]);
});

it("a marked argument marks every record that may hold a value of it", () => {
  const username = "desk";
  const records = { __found: { caller_id: "a" }, __current: { codecs: [] }, __normalised: { callerId: "c" } };
  const whole = Object.fromEntries(Object.entries(records).map(([name, value]) => [name, asSecret(value)]));
  const marked = (name: string) => withSecretsMarked(sipEndpoint, { username, ...records }, [name]);
  expect([marked("callerId"), marked("password")]).toEqual([
    { username, ...whole },
    { username, ...records },
  ]);
  const partly = { username, __found: { caller_id: "a", call_request_url: asSecret("https://example.com/") } };
  expect(withSecretsMarked(sipEndpoint, partly, ["callerId"])).toEqual({
    username,
    __found: asSecret({ caller_id: "a", call_request_url: "https://example.com/" }),
  });
});

it.each<[string, Resource, object, object, object]>([
  ["a password", sipEndpoint, DESK, { password: "p" }, { username: "front-desk" }],
  ["its source", sipEndpoint, { passwordFrom: { env: "A" }, callerId: "x" }, { password: "p" }, { callerId: "x" }],
  ["a target", domainApplication, { name: "a", callAiAgentId: "1" }, { call_ai_agent_id: "1" }, { name: "a" }],
  ["nothing that was not sent", sipEndpoint, DESK, { caller_id: "x" }, DESK],
  ["nothing that answers show", sipEndpoint, { callerId: "x" }, { caller_id: "x" }, { callerId: "x" }],
])("after a write of unknown outcome, the state lacks what no answer shows: %s", (_, resource, inputs, sent, kept) => {
  expect(withoutHidden(resource, { ...inputs }, { ...sent })).toEqual(kept);
});

it("marks secret fields, and other values that are secret by their form, and names arguments with a mark", () => {
  const props = { callerId: asSecret("a"), username: "desk", codecs: [asSecret("OPUS")], __found: asSecret({}) };
  expect(secretNames(props)).toEqual(["callerId", "codecs"]);
  const callRequestUrl = "https://user:canary@example.com/";
  const __found = { caller_id: "a", of_no_contract: "https://example.com/" };
  expect(withSecretsMarked(sipEndpoint, { username: "desk", password: "p", callRequestUrl, __found })).toEqual({
    username: "desk",
    password: asSecret("p"),
    callRequestUrl: asSecret(callRequestUrl),
    __found: { ...__found, of_no_contract: asSecret(__found.of_no_contract) },
  });
});

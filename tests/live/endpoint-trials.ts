// The trials of a run at its own SIP endpoint. Each one leaves the endpoint without a handler that could answer.

import { randomBytes, randomUUID } from "node:crypto";
import {
  isGiven,
  type Resource,
  resources,
  returnedFields,
  saysNotFound,
  sipEndpoint,
  sipProfile,
  wordsIn,
} from "../../contract/index.ts";
import { compared, exceptFor, isSuccess, notTried, type Outcome, type Trial } from "./outcome.ts";
import { ENDPOINTS, filterOf, listOf, objectOf, type Session } from "./session.ts";

const PROFILE = sipProfile.operations.read.path;

export const endpointTrials: readonly Trial[] = [
  {
    gap: "live-response-keys",
    async run(session) {
      const keys = Object.keys(await session.read());
      const known = returnedFields(sipEndpoint);
      const missing = known.filter((name) => !keys.includes(name));
      const unknown = keys.filter((name) => !known.includes(name));
      return compared({ missing: [], unknown: [] }, { missing, unknown });
    },
  },
  {
    gap: "send-as-unset",
    async run(session) {
      const profile = await session.send("GET", PROFILE);
      if (!isSuccess(profile.status)) return notTried(`the SIP profile is answered with ${profile.status}`);
      const { default_send_as } = objectOf(profile);
      const inherited = isGiven(default_send_as) && default_send_as !== "" ? default_send_as : "random";
      const { send_as } = await session.read();
      // The number belongs to the user, so the result only says whether it is the profile's.
      return compared({ "send_as is the profile's": true }, { "send_as is the profile's": send_as === inherited });
    },
  },
  {
    gap: "profile-defaults-shown",
    async run(session) {
      const profile = await session.send("GET", PROFILE);
      if (!isSuccess(profile.status)) return notTried(`the SIP profile is answered with ${profile.status}`);
      const { default_codecs, default_ciphers } = objectOf(profile);
      const { codecs, ciphers } = await session.read();
      await session.put({ encryption: "default" });
      const { encryption } = await session.read();
      return compared(
        { codecs: sorted(default_codecs), ciphers: sorted(default_ciphers), encryption: "default" },
        { codecs: sorted(codecs), ciphers: sorted(ciphers), encryption },
      );
    },
  },
  {
    gap: "update-status",
    run: async (session) => compared({ PUT: 200 }, { PUT: (await session.put({ caller_id: "Probe" })).status }),
  },
  {
    gap: "partial-update",
    async run(session) {
      await session.put({ caller_id: "Probe" });
      const { status } = await session.put({ encryption: "required" });
      const { caller_id } = await session.read();
      return compared({ accepted: true, caller_id: "Probe" }, { accepted: isSuccess(status), caller_id });
    },
  },
  {
    gap: "null-clears",
    async run(session) {
      // Nothing was set before: this is the first trial.
      const { call_handler: unset = null } = await session.read();
      await session.put({ caller_id: "Probe" });
      await session.put({ call_handler: "relay_context", call_relay_context: "probe" });
      const { status } = await session.put({ caller_id: null, call_handler: null, call_relay_context: null });
      const { caller_id = null, call_handler = null, call_relay_context = null } = await session.read();
      return compared(
        { accepted: true, caller_id: null, call_handler: unset, call_relay_context: null },
        { accepted: isSuccess(status), caller_id, call_handler, call_relay_context },
      );
    },
  },
  { gap: "empty-string", run: refused({ caller_id: "" }) },
  { gap: "absolute-urls", run: refused({ call_request_url: "/call" }) },
  {
    gap: "text-length",
    async run(session) {
      const text = "x".repeat(300);
      const { status } = await session.put({ caller_id: text });
      const { caller_id } = await session.read();
      const length = typeof caller_id === "string" ? caller_id.length : 0;
      await session.put({ caller_id: null });
      return compared({ accepted: true, characters: 300 }, { accepted: isSuccess(status), characters: length });
    },
  },
  { gap: "repeated-members", run: refused({ codecs: ["OPUS", "OPUS"] }) },
  {
    gap: "sip-call-relay-application",
    async run(session) {
      const { status } = await session.put({ call_handler: "relay_context", call_relay_application: "probe-a" });
      const { call_relay_application, call_relay_context } = await session.read();
      return compared(
        { accepted: true, call_relay_application: "probe-a", call_relay_context: "probe-a" },
        { accepted: isSuccess(status), call_relay_application, call_relay_context },
      );
    },
  },
  {
    gap: "alias-null",
    async run(session) {
      await session.put({ call_handler: "relay_context", call_relay_application: "probe-a" });
      const { status } = await session.put({ call_relay_application: null, call_relay_context: "probe-b" });
      const { call_relay_context } = await session.read();
      await session.put({ call_handler: null });
      return compared(
        { accepted: true, call_relay_context: "probe-b" },
        { accepted: isSuccess(status), call_relay_context },
      );
    },
  },
  {
    gap: "sip-call-handler-values",
    async run(session) {
      const [flow, agent] = [
        await session.put({ call_handler: "call_flow", call_flow_id: randomUUID() }),
        await session.put({ call_handler: "ai_agent", call_ai_agent_id: randomUUID() }),
      ];
      await session.put({ call_handler: null, call_flow_id: null, call_ai_agent_id: null });
      // No such flow or agent exists. A refusal that names only the id still shows that the service knows the handler.
      const isKnown = ({ status, body }: typeof flow) =>
        isSuccess(status) || !JSON.stringify(body ?? "").includes("call_handler");
      return compared({ call_flow: true, ai_agent: true }, { call_flow: isKnown(flow), ai_agent: isKnown(agent) });
    },
  },
  {
    gap: "endpoint-dialogflow",
    async run(session) {
      const { status } = await session.put({ call_handler: "dialogflow" });
      await session.put({ call_handler: null });
      return compared({ accepted: true }, { accepted: isSuccess(status) });
    },
  },
  {
    gap: "webhook-credentials",
    async run(session) {
      const address = "https://probe:probe@example.com/";
      const { status } = await session.put({ call_request_url: address });
      const isShown = (await session.read()).call_request_url === address;
      await session.put({ call_request_url: null });
      return compared(
        { accepted: true, "shown as sent": true },
        { accepted: isSuccess(status), "shown as sent": isShown },
      );
    },
  },
  {
    gap: "error-bodies",
    async run(session) {
      const missing = await missingObjects(session);
      const invalid = await session.put({ encryption: 1 });
      const stranger = await session.send("GET", ENDPOINTS, undefined, { authorization: "Basic cHJvYmU6cHJvYmU=" });
      const isPlain = typeof objectOf(stranger).error === "string";
      return compared(
        { ...missing.expected, invalid: [422, true], "wrong credentials": [401, true] },
        {
          ...missing.seen,
          invalid: [invalid.status, wordsIn(invalid.body).length > 0],
          "wrong credentials": [stranger.status, isPlain],
        },
      );
    },
  },
  {
    gap: "malformed-id",
    run: async (session) =>
      compared({ GET: 404 }, { GET: (await session.send("GET", `${ENDPOINTS}/not-an-id`)).status }),
  },
  {
    gap: "id-case",
    async run(session) {
      const upper = await session.send("GET", `${ENDPOINTS}/${session.id.toUpperCase()}`);
      const isSame = String(objectOf(upper).id).toLowerCase() === session.id.toLowerCase();
      return compared({ status: 200, "same object": true }, { status: upper.status, "same object": isSame });
    },
  },
  {
    gap: "refused-requests",
    async run(session) {
      const { path } = session;
      const outcome = compared(
        { "JSON that is no object": 400, "unknown path": 404, "unknown method": 405, "another type": 415 },
        {
          "JSON that is no object": (await session.put([])).status,
          "unknown path": (await session.send("GET", "/api/relay/rest/probe-unlisted")).status,
          "unknown method": (await session.send("PATCH", path)).status,
          "another type": (await session.send("PUT", path, {}, { "content-type": "text/plain" })).status,
        },
      );
      return exceptFor("a body above a mebibyte", outcome);
    },
  },
  {
    gap: "unknown-keys",
    async run(session) {
      const key = await session.put({ probe_unlisted: "probe" });
      const handler = await session.put({ call_handler: "probe_unlisted" });
      await session.put({ probe_unlisted: null });
      await session.put({ call_handler: null });
      return compared({ key: 422, handler: 422 }, { key: key.status, handler: handler.status });
    },
  },
  {
    gap: "taken-username",
    run: async (session) => compared({ POST: 422 }, { POST: (await session.create(session.name, secret())).status }),
  },
  {
    gap: "username-case",
    run: async (session) =>
      compared({ POST: 201 }, { POST: (await session.create(session.name.toUpperCase(), secret())).status }),
  },
  { gap: "list-order", run: listOrder },
  { gap: "list-pages", run: listPages },
  { gap: "delete-twice", run: deleteTwice },
];

/** The kinds with objects of their own. */
const KINDS = Object.values<Resource>(resources).filter(({ operations, parent }) => operations.list && !parent);

/** Asks each path for an object that nobody has. A kind that the token may not read is left out. */
async function missingObjects(session: Session) {
  const [expected, seen]: { [kind: string]: unknown }[] = [{}, {}];
  for (const { operations, title } of KINDS) {
    const { status, body } = await session.send("GET", String(operations.read?.path.replace("{id}", randomUUID())));
    if (status === 401 || status === 403) continue;
    Object.assign(expected ?? {}, { [title]: [404, true] });
    Object.assign(seen ?? {}, { [title]: [status, saysNotFound(body)] });
  }
  return { expected, seen };
}

/** Returns a random password. Nothing stores it. */
export function secret(): string {
  return `Aa1-${randomBytes(24).toString("base64url")}`;
}

function refused(body: object): Trial["run"] {
  return async (session) => compared({ PUT: 422 }, { PUT: (await session.put(body)).status });
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}

async function listOrder(session: Session): Promise<Outcome> {
  const list = listOf(await session.send("GET", `${ENDPOINTS}?page_size=1000`));
  const at = (username: string) => list.findIndex((each) => each.username === username);
  const [first, second] = [at(session.name), at(session.name.toUpperCase())];
  if (first < 0 || second < 0) return notTried("the list does not show two objects of the suite on its first page");
  return compared({ "newest first": true }, { "newest first": second < first });
}

async function listPages(session: Session): Promise<Outcome> {
  const get = (query: string) => session.send("GET", `${ENDPOINTS}?${query}`);
  const filter = filterOf(sipEndpoint, "username");
  const part = session.name.slice(2);
  const names = async (text: string) =>
    listOf(await get(`${filter}=${text}&page_size=1000`)).map((each) => each.username);
  const whole: { [kind: string]: number } = {};
  for (const { operations, dialect, title } of KINDS) {
    const size = dialect?.lists?.size ?? "page_size";
    const { status } = await session.send("GET", `${operations.list?.path}?${size}=1000`);
    if (status !== 401 && status !== 403) whole[`${title}: 1,000 a page`] = status;
  }
  const one = await get("page_size=1");
  const { next = "" } = Object(objectOf(one).links);
  const start = String(next).indexOf("/api/relay/rest/");
  const following = start < 0 ? undefined : await session.send("GET", String(next).slice(start));
  return compared(
    {
      ...Object.fromEntries(Object.keys(whole).map((kind) => [kind, 200])),
      "objects on a page of 1": 1,
      "next page": following ? [200, 1] : undefined,
      "page_size=0": 422,
      "page_size=1001": 422,
      "a page without its token": 422,
      "a part is found": true,
      "another case too": true,
    },
    {
      ...whole,
      "objects on a page of 1": listOf(one).length,
      "next page": following && [following.status, listOf(following).length],
      "page_size=0": (await get("page_size=0")).status,
      "page_size=1001": (await get("page_size=1001")).status,
      "a page without its token": (await get("page_number=1&page_size=1")).status,
      "a part is found": (await names(part)).includes(session.name),
      "another case too": (await names(part.toUpperCase())).includes(session.name),
    },
  );
}

/** The last trial, because it deletes the endpoint. */
async function deleteTwice(session: Session): Promise<Outcome> {
  const first = await session.send("DELETE", session.path);
  const second = await session.send("DELETE", session.path);
  const read = await session.send("GET", session.path);
  return compared(
    { first: 204, second: 404, "GET afterwards": 404 },
    { first: first.status, second: second.status, "GET afterwards": read.status },
  );
}

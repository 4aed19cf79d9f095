// The trials that are rows: requests, and what their answers have. A row leaves the run's endpoint without a handler that could answer.

import { randomBytes, randomUUID } from "node:crypto";
import {
  clientToken,
  cxmlScript,
  domainApplication,
  type GapId,
  isObject,
  type Resource,
  returnedFields,
  sipProfile,
  swmlScript,
} from "../../contract/index.ts";
import type { Exchange, Shape } from "../records/form.ts";
import { isStatus } from "../records/replay.ts";
import { differences } from "../records/shape.ts";
import { exceptFor, held, notTried, type Outcome, type Trial } from "./outcome.ts";
import { ENDPOINTS, objectOf, type Session } from "./session.ts";

interface Row extends Pick<Trial, "gap" | "needsNoEndpoint" | "makes"> {
  readonly steps: readonly Step[];
  /** What the row does not try. */
  readonly except?: string;
}

interface Step {
  /**
   * `[endpoint]` is the run's endpoint, `[name]` the run's name, `[NAME]` and `[ID]` are in capitals. Every other word in brackets is
   * that member of the first answer of the row that has it.
   */
  readonly ask: string;
  readonly sent?: Shape;
  readonly type?: string;
  /** Left out for a step that prepares or cleans up. */
  readonly status?: Exchange["status"];
  readonly answer?: Shape;
}

const put = (sent: Shape, status?: Step["status"]): Step => ({
  ask: "PUT [endpoint]",
  sent,
  ...(status && { status }),
});
const get = (answer: Shape): Step => ({ ask: "GET [endpoint]", status: 200, answer });
const refused = (gap: GapId, sent: Shape): Row => ({ gap, steps: [put(sent, 422)] });
const gone = (path: string): Step[] => [
  { ask: `DELETE ${path}`, status: 204 },
  { ask: `DELETE ${path}`, status: 404 },
  { ask: `GET ${path}`, status: 404 },
];

const TOKEN = `POST ${clientToken.operations.create.path}`;
const issue = (minutes: number, status: number): Step => {
  return { ask: TOKEN, sent: { resource: "[name]", expires_in: minutes }, status };
};

/** A script that is made and renamed by `name`. The name keeps its letters, so that a later run finds it. */
function script(gap: GapId, makes: Resource, contents: Shape, inner: { readonly [field: string]: Shape }): Row {
  const { path = "" } = makes.operations.create ?? {};
  const answer = {
    display_name: "[NAME]",
    name: "[absent]",
    [makes.dialect?.nested?.member ?? ""]: { contents, ...inner },
  };
  const steps = [
    { ask: `POST ${path}`, sent: { name: "[name]", contents }, status: "2xx" },
    { ask: `PUT ${path}/[id]`, sent: { name: "[NAME]" }, status: "2xx" },
    { ask: `GET ${path}/[id]`, status: 200, answer },
    ...gone(`${path}/[id]`),
  ] as const;
  return { gap, makes, needsNoEndpoint: true, steps };
}

const APPLICATIONS = domainApplication.operations.create.path;
const APPLICATION = { name: "[name]", identifier: "[name]" };
const ADDRESS = "https://probe:probe@example.com/";
const LONG = "x".repeat(300);

const ROWS: readonly Row[] = [
  script("fabric-forms", cxmlScript, "<Response><Hangup/></Response>", { name: "[NAME]", display_name: "[absent]" }),
  script(
    "script-updates",
    swmlScript,
    { version: "1.0.0", sections: { main: ["hangup"] } },
    {
      name: "[absent]",
      display_name: "[NAME]",
    },
  ),
  {
    gap: "domain-identifier",
    makes: domainApplication,
    needsNoEndpoint: true,
    steps: [
      { ask: `POST ${APPLICATIONS}`, sent: APPLICATION, status: "2xx", answer: { domain: "[word]-[name]" } },
      { ask: `POST ${APPLICATIONS}`, sent: APPLICATION, status: 422 },
      ...gone(`${APPLICATIONS}/[id]`),
    ],
  },
  { gap: "update-status", steps: [put({ caller_id: "Probe" }, 200)] },
  {
    gap: "partial-update",
    steps: [put({ caller_id: "Probe" }), put({ encryption: "required" }, "2xx"), get({ caller_id: "Probe" })],
  },
  {
    gap: "null-clears",
    steps: [
      // Nothing was set before: this is the first trial.
      get({}),
      put({ caller_id: "Probe" }),
      put({ call_handler: "relay_context", call_relay_context: "probe" }),
      put({ caller_id: null, call_handler: null, call_relay_context: null }, "2xx"),
      get({ caller_id: null, call_handler: "[call_handler]", call_relay_context: null }),
    ],
  },
  refused("empty-string", { caller_id: "" }),
  refused("absolute-urls", { call_request_url: "/call" }),
  {
    gap: "text-length",
    steps: [put({ caller_id: LONG }, "2xx"), get({ caller_id: LONG }), put({ caller_id: null })],
  },
  refused("repeated-members", { codecs: ["OPUS", "OPUS"] }),
  {
    gap: "sip-call-relay-application",
    steps: [
      put({ call_handler: "relay_context", call_relay_application: "probe-a" }, "2xx"),
      get({ call_relay_application: "probe-a", call_relay_context: "probe-a" }),
    ],
  },
  {
    gap: "alias-null",
    steps: [
      put({ call_handler: "relay_context", call_relay_application: "probe-a" }),
      put({ call_relay_application: null, call_relay_context: "probe-b" }, "2xx"),
      get({ call_relay_context: "probe-b" }),
      put({ call_handler: null }),
    ],
  },
  { gap: "endpoint-dialogflow", steps: [put({ call_handler: "dialogflow" }, "2xx"), put({ call_handler: null })] },
  {
    gap: "webhook-credentials",
    steps: [
      put({ call_request_url: ADDRESS }, "2xx"),
      get({ call_request_url: ADDRESS }),
      put({ call_request_url: null }),
    ],
  },
  { gap: "malformed-id", steps: [{ ask: `GET ${ENDPOINTS}/not-an-id`, status: 404 }] },
  { gap: "id-case", steps: [{ ask: `GET ${ENDPOINTS}/[ID]`, status: 200, answer: { username: "[name]" } }] },
  {
    gap: "refused-requests",
    except: "a body above a mebibyte",
    steps: [
      put([], 400),
      { ask: "GET /api/relay/rest/probe-unlisted", status: 404 },
      { ask: "PATCH [endpoint]", status: 405 },
      { ask: "PUT [endpoint]", sent: {}, type: "text/plain", status: 415 },
    ],
  },
  {
    gap: "unknown-keys",
    steps: [
      put({ probe_unlisted: "probe" }, 422),
      put({ call_handler: "probe_unlisted" }, 422),
      put({ probe_unlisted: null }),
      put({ call_handler: null }),
    ],
  },
  {
    gap: "taken-username",
    steps: [{ ask: `POST ${ENDPOINTS}`, sent: { username: "[name]", password: "[password]" }, status: 422 }],
  },
  {
    gap: "username-case",
    steps: [{ ask: `POST ${ENDPOINTS}`, sent: { username: "[NAME]", password: "[password]" }, status: 201 }],
  },
  {
    gap: "sip-profile",
    needsNoEndpoint: true,
    except: "PUT",
    steps: [
      {
        ask: `GET ${sipProfile.operations.read.path}`,
        status: 200,
        answer: Object.fromEntries(returnedFields(sipProfile).map((name) => [name, "[any]"])),
      },
    ],
  },
  {
    gap: "expires-in-range",
    needsNoEndpoint: true,
    steps: [issue(1, 201), issue(0, 422), issue(1.5, 422), issue(1_440, 201), issue(43_201, 422)],
  },
  {
    gap: "refresh-token-reuse",
    needsNoEndpoint: true,
    steps: [
      issue(1, 201),
      ...[1, 2].map(() => ({
        ask: `PUT ${clientToken.operations.create.path}`,
        sent: { refresh_token: "[refresh_token]" },
        status: 200,
      })),
    ],
  },
  // The last one, because it deletes the endpoint.
  { gap: "delete-twice", steps: gone("[endpoint]") },
];

export const rowTrials: readonly Trial[] = ROWS.map(({ steps, except, ...row }) => ({
  ...row,
  async run(session) {
    const outcome = await tried(steps, session);
    return except === undefined ? outcome : exceptFor(except, outcome);
  },
}));

/** Returns a random password. Nothing stores it. */
export function secret(): string {
  return `Aa1-${randomBytes(24).toString("base64url")}`;
}

async function tried(steps: readonly Step[], session: Session): Promise<Outcome> {
  const { name, path, id } = session;
  const [NAME, ID] = [name.toUpperCase(), id.toUpperCase()];
  let known: { readonly [word: string]: unknown } = {
    endpoint: path,
    name,
    NAME,
    ID,
    password: secret(),
    id: randomUUID(),
  };
  const [expected, seen]: [string[], string[]] = [[], []];
  for (const { ask, sent, type, status, answer } of steps) {
    const [method = "", at = ""] = String(filled(ask, known)).split(" ");
    const reply = await session.send(
      method,
      at,
      sent && filled(sent, known),
      type ? { "content-type": type } : undefined,
    );
    if ([401, 403].includes(reply.status) && !ask.includes("[endpoint]"))
      return notTried(`${ask} is answered with ${reply.status}`);
    const shown = objectOf(reply);
    known = { ...shown, ...known, ...(method === "POST" && isStatus("2xx", reply.status) && { id: shown.id }) };
    const found = answer === undefined ? [] : differences(filled(answer, known) as Shape, shown, ask);
    if (status === undefined || (isStatus(status, reply.status) && found.length === 0)) continue;
    expected.push(`${ask} ${JSON.stringify(sent) ?? ""}: ${status}`);
    seen.push([reply.status, ...found].join(", "));
  }
  if (seen.length === 0) return held;
  const hidden = (texts: readonly string[]) =>
    texts.join("; ").replaceAll(name, "[name]").replaceAll(NAME, "[NAME]").replaceAll(String(known.id), "[id]");
  return { verdict: "differs", expected: hidden(expected), seen: hidden(seen) };
}

/** Returns the shape with the known values in the place of words. */
function filled(shape: Shape, known: { readonly [word: string]: unknown }): unknown {
  if (typeof shape === "string") {
    const [, whole] = /^\[(\w+)\]$/.exec(shape) ?? [];
    if (whole !== undefined && whole in known) return known[whole];
    return shape.replace(/\[(\w+)\]/g, (word, each: string) => (each in known ? String(known[each]) : word));
  }
  if (Array.isArray(shape)) return shape.map((each) => filled(each, known));
  if (!isObject(shape)) return shape;
  return Object.fromEntries(Object.entries(shape).map(([key, each]) => [key, filled(each as Shape, known)]));
}

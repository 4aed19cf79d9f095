// The rows of the live suite: requests, and what their answers have. Each one leaves the run's endpoint without a handler that could
// answer.

import {
  clientToken,
  cxmlScript,
  domainApplication,
  type GapId,
  phoneNumber,
  type Resource,
  resources,
  returnedFields,
  sipEndpoint,
  sipProfile,
  swmlScript,
} from "../../contract/index.ts";
import type { Exchange, Shape } from "../records/form.ts";

export interface Row {
  readonly gap: GapId;
  readonly steps: readonly Step[];
  /** What the row does not try. */
  readonly except?: string;
}

export interface Step extends Pick<Exchange, "sent" | "type" | "credentials" | "answer"> {
  /**
   * `[endpoint]` is the run's endpoint, `[name]` the run's name, `[part]` a part of it, `[NAME]`, `[PART]` and `[ID]` are in capitals.
   * Every other word in brackets is that member of the first answer of the row that has it.
   */
  readonly ask: string;
  /** Left out for a step that prepares or cleans up. */
  readonly status?: Exchange["status"];
}

const ENDPOINTS = sipEndpoint.operations.create.path;
const PROFILE = sipProfile.operations.read.path;
const put = (sent: Shape, status?: Step["status"]): Step => ({
  ask: "PUT [endpoint]",
  sent,
  ...(status && { status }),
});
const get = (answer: Shape): Step => ({ ask: "GET [endpoint]", status: 200, answer });
const query = (text: string, status: number, answer?: Shape): Step => {
  return { ask: `GET ${ENDPOINTS}?${text}`, status, ...(answer !== undefined && { answer }) };
};
const refused = (gap: GapId, sent: Shape): Row => ({ gap, steps: [put(sent, 422)] });
const gone = (path: string): Step[] => [
  { ask: `DELETE ${path}`, status: 204 },
  { ask: `DELETE ${path}`, status: 404 },
  { ask: `GET ${path}`, status: 404 },
];
const allOf = (resource: Resource): Shape =>
  Object.fromEntries(returnedFields(resource).map((field) => [field, "[any]"]));

/** The kinds with objects of their own. */
const KINDS = Object.values<Resource>(resources).filter(({ operations, parent }) => operations.list && !parent);

const TOKEN = `POST ${clientToken.operations.create.path}`;
const issue = (minutes: number, status: number, answer?: Shape): Step => {
  const sent = { resource: "[name]", expires_in: minutes };
  return { ask: TOKEN, sent, status, ...(answer !== undefined && { answer }) };
};

/** A script that is made and renamed by `name`. The name keeps its letters, so that the run finds it. */
function script(gap: GapId, made: Resource, contents: Shape, inner: { readonly [field: string]: Shape }): Row {
  const { path = "" } = made.operations.create ?? {};
  const member = made.dialect?.nested?.member ?? "";
  const answer = { display_name: "[NAME]", name: "[absent]", [member]: { contents, ...inner } };
  const steps: Step[] = [
    { ask: `POST ${path}`, sent: { name: "[name]", contents }, status: "2xx" },
    { ask: `PUT ${path}/[id]`, sent: { name: "[NAME]" }, status: "2xx" },
    { ask: `GET ${path}/[id]`, status: 200, answer },
    ...gone(`${path}/[id]`),
  ];
  return { gap, steps };
}

const APPLICATIONS = domainApplication.operations.create.path;
const APPLICATION = { name: "[name]", identifier: "[name]" };
const ADDRESS = "https://probe:probe@example.com/";
const LONG = "x".repeat(300);
const HANGUP = { version: "1.0.0", sections: { main: ["hangup"] } };

/** What records leave open and what costs users most, if the answer is another, comes first. */
export const ROWS: readonly Row[] = [
  { gap: "sip-endpoint-paths", steps: [get({ username: "[name]" }), query("page_size=1", 200)] },
  {
    gap: "null-clears",
    steps: [
      get({}),
      put({ caller_id: "Probe" }),
      put({ call_handler: "relay_context", call_relay_context: "probe" }),
      put({ caller_id: null, call_handler: null, call_relay_context: null }, "2xx"),
      get({ caller_id: null, call_handler: "[call_handler]", call_relay_context: null }),
    ],
  },
  {
    gap: "error-bodies",
    steps: [
      ...KINDS.map(({ operations }) => ({ ask: `GET ${operations.read?.path.replace("{id}", "[id]")}`, status: 404 })),
      { ...put({ encryption: 1 }, 422), answer: { errors: "[list]" } },
      { ask: `GET ${ENDPOINTS}`, credentials: "wrong", status: 401, answer: { error: "[text]" } },
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
    gap: "list-pages",
    steps: [
      query("page_size=1", 200, { data: [{ id: "[any]" }], links: { next: "[text]" } }),
      { ask: "GET [next]", status: 200, answer: { data: [{ id: "[any]" }] } },
      ...KINDS.map(({ operations, dialect }) => {
        return { ask: `GET ${operations.list?.path}?${dialect?.lists?.size ?? "page_size"}=1000`, status: 200 };
      }),
      ...["page_size=0", "page_size=1001", "page_number=1&page_size=1"].map((text) => query(text, 422)),
      ...["[part]", "[PART]"].map((part) =>
        query(`filter_username=${part}`, 200, { data: [{ username: "[name]" }, { username: "[NAME]" }] }),
      ),
    ],
  },
  { gap: "live-response-keys", steps: [get(allOf(sipEndpoint))] },
  { gap: "send-as-unset", steps: [get({ send_as: "[text]" })] },
  {
    gap: "profile-defaults-shown",
    steps: [
      { ask: `GET ${PROFILE}` },
      put({ encryption: "default" }),
      get({ codecs: "[default_codecs]", ciphers: "[default_ciphers]", encryption: "default" }),
    ],
  },
  {
    gap: "sip-call-handler-values",
    except: "call_flow and ai_agent",
    steps: [put({ call_handler: "default" }, "2xx"), get({ call_handler: "default" })],
  },
  {
    gap: "phone-number-paths",
    except: "an item",
    steps: [{ ask: `GET ${phoneNumber.operations.list.path}?page_size=1`, status: 200, answer: { data: "[list]" } }],
  },
  {
    gap: "verified-numbers",
    steps: [{ ask: "GET /api/relay/rest/verified_caller_ids", status: 200, answer: { data: "[list]" } }],
  },
  {
    gap: "token-claims",
    steps: [
      issue(1, 201, {
        jwt_token: { typ: "JWT", alg: "HS512", iss: "[text]", iat: "[integer]", exp: "[integer]", resource: "[name]" },
        refresh_token: { typ: "Refresh", exp: "[absent]" },
      }),
    ],
  },
  { gap: "token-permissions", steps: [issue(1, 201, { jwt_token: { scopes: ["[word]"] } })] },
  script("fabric-forms", cxmlScript, "<Response><Hangup/></Response>", { name: "[NAME]", display_name: "[absent]" }),
  script("script-updates", swmlScript, HANGUP, { name: "[absent]", display_name: "[NAME]" }),
  {
    gap: "domain-identifier",
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
    gap: "sip-profile",
    except: "PUT",
    steps: [
      {
        ask: `GET ${PROFILE}`,
        status: 200,
        answer: allOf(sipProfile),
      },
    ],
  },
  {
    gap: "expires-in-range",
    steps: [issue(1, 201), issue(0, 422), issue(1.5, 422), issue(1_440, 201), issue(43_201, 422)],
  },
  {
    gap: "refresh-token-reuse",
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

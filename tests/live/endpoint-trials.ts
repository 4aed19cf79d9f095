// The trials of a run at its own SIP endpoint. Each one leaves the endpoint without a handler that could answer.

import { randomUUID } from "node:crypto";
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
import { compared, isSuccess, notTried, type Outcome, type Steps, type Trial } from "./outcome.ts";
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
      return compared({ missing: [[], missing], unknown: [[], unknown] });
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
      return compared({ "send_as is the profile's": [true, send_as === inherited] });
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
      return compared({
        codecs: [sorted(default_codecs), sorted(codecs)],
        ciphers: [sorted(default_ciphers), sorted(ciphers)],
        encryption: ["default", encryption],
      });
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
      return compared({ call_flow: [true, isKnown(flow)], ai_agent: [true, isKnown(agent)] });
    },
  },
  {
    gap: "error-bodies",
    async run(session) {
      const missing = await missingObjects(session);
      const invalid = await session.put({ encryption: 1 });
      const stranger = await session.send("GET", ENDPOINTS, undefined, { authorization: "Basic cHJvYmU6cHJvYmU=" });
      const isPlain = typeof objectOf(stranger).error === "string";
      return compared({
        ...missing,
        invalid: [422, wordsIn(invalid.body).length > 0 && invalid.status],
        "wrong credentials": [401, isPlain && stranger.status],
      });
    },
  },
  { gap: "list-order", run: listOrder },
  { gap: "list-pages", run: listPages },
];

/** The kinds with objects of their own. */
const KINDS = Object.values<Resource>(resources).filter(({ operations, parent }) => operations.list && !parent);

/** Asks each path for an object that nobody has. A kind that the token may not read is left out. */
async function missingObjects(session: Session): Promise<Steps> {
  const steps: { [kind: string]: Steps[string] } = {};
  for (const { operations, title } of KINDS) {
    const { status, body } = await session.send("GET", String(operations.read?.path.replace("{id}", randomUUID())));
    if (status !== 401 && status !== 403) steps[title] = [404, saysNotFound(body) && status];
  }
  return steps;
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}

async function listOrder(session: Session): Promise<Outcome> {
  const list = listOf(await session.send("GET", `${ENDPOINTS}?page_size=1000`));
  const at = (username: string) => list.findIndex((each) => each.username === username);
  const [first, second] = [at(session.name), at(session.name.toUpperCase())];
  if (first < 0 || second < 0) return notTried("the list does not show two objects of the suite on its first page");
  return compared({ "newest first": [true, second < first] });
}

async function listPages(session: Session): Promise<Outcome> {
  const get = (query: string) => session.send("GET", `${ENDPOINTS}?${query}`);
  const filter = filterOf(sipEndpoint, "username");
  const part = session.name.slice(2);
  const names = async (text: string) =>
    listOf(await get(`${filter}=${text}&page_size=1000`)).map((each) => each.username);
  const whole: { [kind: string]: Steps[string] } = {};
  for (const { operations, dialect, title } of KINDS) {
    const size = dialect?.lists?.size ?? "page_size";
    const { status } = await session.send("GET", `${operations.list?.path}?${size}=1000`);
    if (status !== 401 && status !== 403) whole[`${title}: 1,000 a page`] = [200, status];
  }
  const one = await get("page_size=1");
  const { next = "" } = Object(objectOf(one).links);
  const start = String(next).indexOf("/api/relay/rest/");
  const following = start < 0 ? undefined : await session.send("GET", String(next).slice(start));
  return compared({
    ...whole,
    "objects on a page of 1": [1, listOf(one).length],
    ...(following && {
      "next page": [
        [200, 1],
        [following.status, listOf(following).length],
      ],
    }),
    "page_size=0": [422, (await get("page_size=0")).status],
    "page_size=1001": [422, (await get("page_size=1001")).status],
    "a page without its token": [422, (await get("page_number=1&page_size=1")).status],
    "a part is found": [true, (await names(part)).includes(session.name)],
    "another case too": [true, (await names(part.toUpperCase())).includes(session.name)],
  });
}

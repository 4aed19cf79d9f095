// The suite at the reference server: what the server claims is what `npm run test:live` asks a real space.

import { afterAll, beforeAll, expect, it } from "vitest";
import { type Gap, type GapId, gaps } from "../../contract/index.ts";
import { ask, list, type Server, serve } from "../engine/service.ts";
import { runSuite, type SuiteResult } from "./suite.ts";

let server: Server;
let result: SuiteResult;

beforeAll(async () => {
  server = await serve("+12025550101", "+12025550102");
  // One number is as it was bought, and one was changed later.
  server.clock.advance({ seconds: 1 });
  const [number] = await list(server, "/phone_numbers");
  await ask(server, "PUT", `/phone_numbers/${number?.id}`, { call_handler: "laml_webhooks" });
  const { url, project } = server;
  const limits = { concurrency: 4, requestsPerSecond: undefined };
  const connection = { baseUrl: url, projectId: project.id, apiToken: project.apiToken, limits };
  result = await runSuite(connection, new AbortController().signal);
});

afterAll(() => server.close());

/** Not shown by an account with all scopes. slow/suite.test.ts tries them with another token. */
const NOT_SHOWN: { readonly [gap in GapId]?: string } = { "token-scope": "the API token has all scopes" };

const tried = Object.entries<Gap>(gaps).filter(([, { probe }]) => probe);

it.each(tried)("%s holds", (id) => {
  const { outcome } = result.assumptions.find(({ gap }) => gap === id) ?? {};
  const why = NOT_SHOWN[id as GapId];
  expect(outcome).toMatchObject(why ? { verdict: "not-tried", why } : { verdict: "held" });
});

it("asks nothing else", () => expect(result.assumptions).toHaveLength(tried.length));

it("leaves nothing behind", () => expect(result.left).toEqual([]));

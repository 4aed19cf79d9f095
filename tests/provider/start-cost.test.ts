// The modules that Pulumi's process loads for the provider in every preview, listed by a new Node process.

import { expect, it, onTestFinished } from "vitest";
import { loadedBy, packagesIn } from "../sdk/loaded.ts";
import { Stub } from "./stub.ts";

const LOAD = "process.getBuiltinModule('module').createRequire(process.cwd()+'/_')('pulumi-signalwire/provider')";

it("the HTTP client is loaded by the first request, and nothing of the sdk, the server or the command line", async () => {
  const stub = await Stub.start();
  onTestFinished(() => stub.stop());
  stub.answer = () => ({ status: 200, body: { id: "x", username: "a" } });
  const loaded = await loadedBy(`await ${LOAD}.sipEndpoint.read("x", { username: "a" });`, {
    SIGNALWIRE_BASE_URL: stub.url,
    SIGNALWIRE_PROJECT_ID: "project",
    SIGNALWIRE_API_TOKEN: "token",
  });
  expect(loaded.filter((url) => /\/dist\/(sdk|server|cli)\//.test(url))).toEqual([]);
  // A manifest is read only for its version, for the User-Agent.
  expect(packagesIn(loaded.filter((url) => !url.endsWith("/package.json")))).toEqual(["undici", "zod"]);
});

/**
 * With 56 of our modules and 95 of zod, a first check took 1.15 times as long as an empty provider's. The limit is what it loads
 * now. Descriptors do not count: a kind has one.
 */
const MOST_OWN = 81;
const MOST_OTHERS = 100;

const CHECK = `
const { failures } = await ${LOAD}.sipEndpoint.check({}, { username: "desk", password: "correct-horse-battery" });
if (failures.length > 0) throw new Error(failures[0].reason);
`;

// A figure that is equal on every machine: each module costs every preview a fraction of a millisecond.
it("the first check is answered after few modules", async () => {
  const loaded = await loadedBy(CHECK, {
    SIGNALWIRE_SPACE: "example",
    SIGNALWIRE_PROJECT_ID: "project",
    SIGNALWIRE_API_TOKEN: "token",
  });
  const own = loaded.filter((url) => /\/dist\/(?!contract\/resources\/)/.test(url) && !url.includes("/node_modules/"));
  const others = loaded.filter((url) => url.includes("/node_modules/"));
  const advice =
    "import what a check does not need where it is used, as undici in provider/client/transport.ts; " +
    "where the growth is meant, measure `npm run bench -- start-up` and raise the limit";
  expect(packagesIn(loaded)).toEqual(["zod"]);
  expect(own.length, advice).toBeGreaterThan(10);
  expect(own.length, advice).toBeLessThanOrEqual(MOST_OWN);
  expect(others.length, advice).toBeLessThanOrEqual(MOST_OTHERS);
});

// The modules that Pulumi's process loads for the provider in every preview, listed by a new Node process.

import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { loadedBy, packagesIn } from "../sdk/loaded.ts";
import { Stub } from "./stub.ts";

const LOAD = "process.getBuiltinModule('module').createRequire(process.cwd()+'/_')('pulumi-signalwire/provider')";

describe("loading the provider", () => {
  let loaded: readonly string[];

  beforeAll(async () => {
    loaded = await loadedBy(`${LOAD};`);
  });

  it("loads no package but the contract's schema library", () => {
    expect(loaded).toContainEqual(expect.stringMatching(/\/dist\/provider\/index\.js$/));
    expect(packagesIn(loaded)).toEqual(["zod"]);
  });

  it("loads nothing of the sdk, the server or the command line", () => {
    expect(loaded.filter((url) => /\/dist\/(sdk|server|cli)\//.test(url))).toEqual([]);
  });
});

it("the HTTP client is loaded by the first request", async () => {
  const stub = await Stub.start();
  onTestFinished(() => stub.stop());
  stub.answer = () => ({ status: 200, body: { id: "x", username: "a" } });
  const loaded = await loadedBy(`await ${LOAD}.sipEndpoint.read("x", { username: "a" });`, {
    SIGNALWIRE_BASE_URL: stub.url,
    SIGNALWIRE_PROJECT_ID: "project",
    SIGNALWIRE_API_TOKEN: "token",
  });
  expect(stub.received).toHaveLength(1);
  // A manifest is read only for its version, for the User-Agent.
  const code = loaded.filter((url) => !url.endsWith("/package.json"));
  expect(packagesIn(code)).toEqual(["undici", "zod"]);
});

// An object counts as gone when the API says so in its own form and the list of the same run lacks it.

import { describe, expect, it } from "vitest";
import { endpoint, ID } from "../bodies.ts";
import { messageOf } from "../managed.ts";
import type { Reply } from "../stub.ts";
import { stubbed } from "../stubbed.ts";

const ITEM = `/api/relay/rest/endpoints/sip/${ID}`;
const DESK = { username: "front-desk", password: "canary-password" };

const service = stubbed();

describe("an object that cannot be read", () => {
  it("is gone when the API answers its own 404 and the list lacks it", async () => {
    const host = await service.another();
    service.stub.reset(({ path }) =>
      path.includes("?")
        ? { status: 200, body: { links: {}, data: [endpoint({ id: "another" })] } }
        : { status: 404, body: { error: "Not Found" } },
    );
    expect(await host.read("sipEndpoint", ID, DESK)).toEqual({ id: "", outputs: {} });
    expect(service.stub.requests).toEqual([`GET ${ITEM}`, "GET /api/relay/rest/endpoints/sip?page_size=1000"]);
    await host.stop();
  });

  it.each([
    ["still has it", { status: 200, body: { links: {}, data: [endpoint()] } }, "though its list still has"],
    ["is not there either", { status: 404, body: { error: "Not Found" } }, "404 Not Found where its list should be"],
    ["is a maintenance page", { status: 200, body: { status: "maintenance" } }, "a list that has no data"],
    ["cannot be read", { status: 401, body: { error: "Unauthorized" } }, "401 Unauthorized"],
  ] as [string, Reply, string][])("is not gone where the list %s", async (_, list, said) => {
    const host = await service.another();
    service.stub.reset(({ path }) => (path.includes("?") ? list : { status: 404, body: { error: "Not Found" } }));
    expect(await messageOf(host.read("sipEndpoint", ID, DESK))).toContain(said);
    expect(await messageOf(host.delete("sipEndpoint", ID, DESK))).toContain(said);
    await host.stop();
  });

  it("is not gone by the 404 of a web framework", async () => {
    service.stub.reset(() => ({ status: 404, body: { status: 404, error: "Not Found", path: ITEM } }));
    expect(await messageOf(service.host.read("sipEndpoint", ID, DESK))).toContain(
      "with a JSON body that cannot be used",
    );
  });

  it("is never gone where each project has one", async () => {
    service.stub.reset(() => ({ status: 404, body: { error: "Not Found" } }));
    const message = await messageOf(
      service.host.read("sipProfile", "project", { domain: "x", defaultCodecs: ["OPUS"] }),
    );
    expect(message).toContain("404 Not Found, and every project has a SIP profile");
  });
});

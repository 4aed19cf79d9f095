// The lists of an account, read through a gateway that answers in the service's place.

import { expect, it, onTestFinished } from "vitest";
import { readAccount as readExportable } from "../../../cli/account/account.ts";
import { readKinds } from "../../../cli/account/read.ts";
import { readAccount } from "../../../cli/drift/unmanaged-objects.ts";
import type { ResourceName } from "../../../contract/index.ts";
import { startServer } from "../../../server/index.ts";
import { connectionTo } from "../../engine/service.ts";
import { json, openGateway } from "../../provider/gateway.ts";
import { idOf } from "../calls/objects.ts";

const KINDS: readonly ResourceName[] = ["SipEndpoint", "PhoneNumber", "DomainApplication", "CxmlScript", "SwmlScript"];

/** Reads an account of a service that answers 404 to these paths. Returns the kinds that could not be read. */
async function unreadWithout(missing: RegExp): Promise<ResourceName[]> {
  const server = await startServer();
  onTestFinished(() => server.close());
  const gateway = await openGateway(server);
  onTestFinished(() => gateway.close());
  gateway.answerWith(({ path }, forward) => (missing.test(path) ? json(404, { error: "Not Found" }) : forward()));
  const read = await readKinds(connectionTo(server, { baseUrl: gateway.url }), KINDS);
  return read.filter(({ failure }) => failure).map(({ type }) => type);
}

it("a service without the objects that the specification does not have is read, and no other one", async () => {
  expect(await unreadWithout(/fabric|domain_applications/)).toEqual([]);
  expect(await unreadWithout(/./)).toEqual(["SipEndpoint", "PhoneNumber"]);
});

it("objects are sorted by their kinds, their labels and, of one label, their ids", async () => {
  const script = (display_name: string, id: string) => ({ id, display_name, contents: "<Response/>" });
  const cxmlScripts = [
    script("Menu", idOf(3)),
    script("Menu", idOf(2)),
    script("Hours", idOf(4)),
    script("Hours", idOf(5)),
  ];
  const sipEndpoints = [{ id: idOf(1), username: "desk", password: "canary-word" }];
  const server = await startServer({ seed: { projects: [{ cxmlScripts, sipEndpoints }] } });
  onTestFinished(() => server.close());
  const { objects } = await readExportable(connectionTo(server), () => undefined);
  expect(objects.flatMap(({ live }) => live.id ?? [])).toEqual([4, 5, 2, 3, 1].map(idOf));
});

it("an object is unmanaged that no stack has, a number only with a handler", async () => {
  const [desk, lobby] = [idOf(1), idOf(2)];
  const handled = { number: "+12025550102", call_handler: "relay_context", call_relay_context: "a" };
  const project = {
    id: idOf(3),
    numbers: ["+12025550101", handled],
    sipEndpoints: Object.entries({ desk, lobby }).map(([username, id]) => ({ id, username, password: "canary-word" })),
  };
  const server = await startServer({ seed: { projects: [project] } });
  onTestFinished(() => server.close());
  const connection = connectionTo(server);
  expect(await readAccount({ connection, credentials: "the token" }, new Set([desk]))).toEqual({
    projectId: project.id,
    baseUrl: server.url,
    listed: { objects: 4, managed: 1 },
    unmanaged: [
      { type: "SipEndpoint", id: lobby, label: "lobby" },
      { type: "PhoneNumber", id: expect.any(String), label: "+12025550102", handler: "call: relay_context" },
    ],
  });
  const refused = { connection: { ...connection, apiToken: "canary" }, credentials: "the token" };
  const { error, listed } = await readAccount(refused, new Set());
  expect([error, listed]).toEqual([
    expect.stringMatching(/could not be listed: .*401.* Check the token\.$/s),
    undefined,
  ]);
});

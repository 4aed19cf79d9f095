// The lists of an account, read through a gateway that answers in the service's place.

import { expect, it, onTestFinished } from "vitest";
import { readKinds } from "../../../cli/account/read.ts";
import type { ResourceName } from "../../../contract/index.ts";
import { startServer } from "../../../server/index.ts";
import { connectionTo } from "../../engine/service.ts";
import { json, openGateway } from "../../provider/gateway.ts";

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

it("a service without the objects that the specification does not have is read as one that has none of them", async () => {
  expect(await unreadWithout(/fabric|domain_applications/)).toEqual([]);
});

it("a service without the objects of the specification is not read", async () => {
  expect(await unreadWithout(/./)).toEqual(["SipEndpoint", "PhoneNumber"]);
});

// Compares the service with the model of a user's stack.

import { expect } from "vitest";
import { list, type Server } from "../service.ts";
import type { Endpoint, Meant, Model } from "./model.ts";

/**
 * Expects exactly the model's endpoints and the settings of its numbers at the service, apart from the bystanders' numbers and user
 * names. Returns resource name → id.
 */
export async function expectMeant(
  server: Server,
  model: Model,
  bystanders: readonly string[],
): Promise<{ [name: string]: string | undefined }> {
  const { resources, endpoints } = model;
  const shown = (await list(server, "/endpoints/sip")).filter(({ username }) => !bystanders.includes(String(username)));
  const ids = Object.fromEntries(shown.map(({ username, id }) => [String(username), String(id)]));
  // A new endpoint may have any id; every other endpoint keeps its id.
  for (const endpoint of endpoints) endpoint.id ??= ids[endpoint.username];
  expect(shown.map(({ username, id, caller_id }) => ({ username, id, caller_id })).sort(byUsername)).toEqual(
    endpoints.map(({ username, id, callerId: caller_id }) => ({ username, id, caller_id })).sort(byUsername),
  );
  const numbers = (await list(server, "/phone_numbers")).filter(({ number }) => !bystanders.includes(String(number)));
  const settings = numbers.map(({ number, name, call_handler, call_sip_endpoint_id }) => [
    number,
    { name, call_handler, call_sip_endpoint_id },
  ]);
  expect(Object.fromEntries(settings)).toEqual(model.numbers);
  const idOfNumber = Object.fromEntries(numbers.map(({ number, id }) => [number, String(id)]));
  const idOf = (resource: Meant) => {
    if (resource.kind === "SipEndpoint") return resource.id;
    return resource.kind === "PhoneNumber" ? idOfNumber[resource.digits] : resource.resourceName;
  };
  return Object.fromEntries(resources.map((each) => [each.name, idOf(each)]));
}

/** Returns the endpoints whose create was refused because the user name is taken, and which do not adopt. */
export function refusedIn(output: string, { endpoints }: Model): Endpoint[] {
  const named = [...output.matchAll(/Could not create the SIP endpoint "([^"]+)".* has this username/g)].map(
    ([, name]) => name,
  );
  return endpoints.filter(({ username, adopt }) => !adopt && named.includes(username));
}

function byUsername(one: { username: unknown }, other: { username: unknown }): number {
  return String(one.username).localeCompare(String(other.username));
}

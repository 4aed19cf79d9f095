// The remedy for a deletion that the service refuses fits the field that points to the object.

import { beforeEach, expect, it, onTestFinished } from "vitest";
import { ask, list, type Server, serve } from "../../engine/service.ts";
import { DirectHost, providersOf } from "../direct-host.ts";
import { messageOf } from "../managed.ts";

const NUMBER = "+12025550101";

let server: Server;

beforeEach(async () => {
  server = await serve(NUMBER);
  onTestFinished(() => server.close());
});

const objects = () => providersOf(server);

const refuse = (path: string, status = 400) =>
  server.faults.add({ method: "DELETE", path, effect: "status", status, times: 1 });

const numberId = async () => String((await list(server, "/phone_numbers"))[0]?.id);

it.each([400, 422])("a number that rings an endpoint needs another handler (%i)", async (status) => {
  const { id, outs = {} } = await objects().sipEndpoint.create({ username: "desk", password: "canary-password" });
  await ask(server, "PUT", `/phone_numbers/${await numberId()}`, {
    call_handler: "relay_sip_endpoint",
    call_sip_endpoint_id: id,
  });
  refuse("/api/relay/rest/endpoints/sip/*", status);
  const message = await messageOf(objects().sipEndpoint.delete(id, outs));
  expect(message).toContain(`Could not delete the SIP endpoint "desk" (${id}): the service answered ${status}`);
  expect(message).toContain(
    `The phone number ${NUMBER} points to it: give it another handler first, by \`pulumi up\` or, where this stack`,
  );
  expect(await list(server, "/endpoints/sip")).toHaveLength(1);
});

it("a number that moved on to another endpoint is not named", async () => {
  const desk = await objects().sipEndpoint.create({ username: "desk", password: "canary-password" });
  const other = await objects().sipEndpoint.create({ username: "other", password: "canary-password" });
  const rings = (callSipEndpointId: string) => ({
    ...{ number: NUMBER, callHandler: "relay_sip_endpoint" },
    callSipEndpointId,
  });
  const id = await numberId();
  const provider = objects();
  await provider.phoneNumber.diff(id, { number: NUMBER }, rings(desk.id));
  await provider.phoneNumber.diff(id, rings(desk.id), rings(other.id));
  refuse("/api/relay/rest/endpoints/sip/*");
  expect(await messageOf(provider.sipEndpoint.delete(desk.id, desk.outs ?? {}))).not.toContain("points to it");
  refuse("/api/relay/rest/endpoints/sip/*");
  expect(await messageOf(provider.sipEndpoint.delete(other.id, other.outs ?? {}))).toContain(
    `The phone number ${NUMBER} points to it`,
  );
});

it("a number that a destroy leaves is named with the step that is left, whatever its `onDestroy`", async () => {
  const host = await DirectHost.start(server);
  const desk = await host.create("sipEndpoint", { username: "desk", password: "canary-password" });
  // It rang the endpoint before the adoption.
  await ask(server, "PUT", `/phone_numbers/${await numberId()}`, {
    call_handler: "relay_sip_endpoint",
    call_sip_endpoint_id: desk.id,
  });
  const rings = { number: NUMBER, callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore" };
  const line = await host.create("phoneNumber", rings);
  await host.newRun();
  await host.delete("phoneNumber", line.id, line.outputs);
  await host.delete("sipEndpoint", desk.id, desk.outputs);
  expect(host.printed).toContain(`The phone number ${NUMBER} still points to it: give it another handler.\n`);
});

it("a membership of a number group is removed first", async () => {
  const { id, outs = {} } = await objects().numberGroup.create({ name: "Alerts" });
  const phoneNumberId = await numberId();
  await objects().numberGroupMembership.create({ numberGroupId: id, phoneNumberId });
  refuse("/api/relay/rest/number_groups/*");
  const message = await messageOf(objects().numberGroup.delete(id, outs));
  expect(message).toContain(`The number group membership ${phoneNumberId} points to it: remove it first.`);
  expect(message).not.toContain("handler");
});

it("an object that nothing known points to may be in use elsewhere, as by a campaign", async () => {
  const { id, outs = {} } = await objects().numberGroup.create({ name: "Alerts" });
  refuse("/api/relay/rest/number_groups/*");
  expect(await messageOf(objects().numberGroup.delete(id, outs))).toContain(
    "400 Bad Request. The service kept it. Take it out of what still uses it, such as a number or a campaign, then run the same command again.",
  );
});

it("a number that got an emergency address after the check gives it up first", async () => {
  const { id, outs = {} } = await objects().emergencyAddress.create({
    ...{ label: "Office", country: "US", firstName: "Emmett", lastName: "Brown", streetNumber: "1640" },
    ...{ streetName: "RIVERSIDE DR", city: "Hill Valley", state: "CA", postalCode: "91905" },
  });
  const desk = await objects().sipEndpoint.create({ username: "desk", password: "canary-password" });
  const provider = objects();
  // The program gives both to a number, and the service does not show that yet.
  const rings = { callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id };
  const news = { number: NUMBER, ...rings, emergencyAddress: id };
  await provider.phoneNumber.diff(await numberId(), { number: NUMBER }, news);
  refuse("/api/relay/rest/endpoints/sip/*");
  expect(await messageOf(provider.sipEndpoint.delete(desk.id, desk.outs ?? {}))).toContain(
    `The phone number ${NUMBER} points to it: give it another handler first`,
  );
  refuse("/api/relay/rest/addresses/*");
  expect(await messageOf(provider.emergencyAddress.delete(id, outs))).toContain(
    `The phone number ${NUMBER} points to it: take \`emergencyAddress\` out of it first, by \`pulumi up\``,
  );
});

// The remedy for a deletion that the service refuses fits the field that points to the object.

import { expect, it } from "vitest";
import { phoneNumber, sipEndpoint } from "../../../contract/index.ts";
import { References } from "../../../provider/lifecycle/references.ts";
import type { Pointers } from "../../../provider/run/run.ts";
import { ask, list } from "../../engine/service.ts";
import { providersOf } from "../direct-host.ts";
import type { Props } from "../host.ts";
import { messageOf } from "../managed.ts";
import { served } from "../served.ts";

const NUMBER = "+12025550101";

const on = served({}, NUMBER);

/** How an adopted object is changed. */
const HOW = ', by `pulumi up` or, where this stack manages it, by `onDestroy: "restore"` or "clear" before the destroy';

const objects = () => providersOf(on.server);

const refuse = (path: string, status = 400) =>
  on.server.faults.add({ method: "DELETE", path, effect: "status", status, times: 1 });

const numberId = async () => String((await list(on.server, "/phone_numbers"))[0]?.id);

it.each([400, 422])("a number that rings an endpoint needs another handler (%i)", async (status) => {
  const { id, outs = {} } = await objects().sipEndpoint.create({ username: "desk", password: "canary-password" });
  await ask(on.server, "PUT", `/phone_numbers/${await numberId()}`, {
    call_handler: "relay_sip_endpoint",
    call_sip_endpoint_id: id,
  });
  refuse("/api/relay/rest/endpoints/sip/*", status);
  expect(await messageOf(objects().sipEndpoint.delete(id, outs))).toBe(
    `Could not delete the SIP endpoint "desk" (${id}): the service answered ${status} ${status === 400 ? "Bad Request" : "Unprocessable Entity"}. ` +
      `The phone number ${NUMBER} points to it: give it another handler first${HOW}.`,
  );
  expect(await list(on.server, "/endpoints/sip")).toHaveLength(1);
});

it("a number that a destroy leaves is named with the step that is left, whatever its `onDestroy`", async () => {
  const desk = await on.host.create("sipEndpoint", { username: "desk", password: "canary-password" });
  // It rang the endpoint before the adoption.
  await ask(on.server, "PUT", `/phone_numbers/${await numberId()}`, {
    call_handler: "relay_sip_endpoint",
    call_sip_endpoint_id: desk.id,
  });
  const rings = { number: NUMBER, callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, onDestroy: "restore" };
  const line = await on.host.create("phoneNumber", rings);
  await on.host.newRun();
  const group = await on.host.create("numberGroup", { name: "Alerts" });
  await on.host.create("numberGroupMembership", { numberGroupId: group.id, phoneNumberId: line.id });
  await on.host.delete("phoneNumber", line.id, line.outputs);
  await on.host.delete("sipEndpoint", desk.id, desk.outputs);
  expect(on.host.printed.split("\n")).toEqual([
    `adopted the phone number "${NUMBER}": ${line.id}`,
    `Warning: the phone number ${NUMBER} already is as the program says, so \`onDestroy: "restore"\` would leave it like that. ` +
      "If an earlier `up` was interrupted, or its record was lost, the settings from before are not known: set them by hand after a destroy.",
    `The SIP endpoint "desk" (${desk.id}) is gone. The phone number ${NUMBER} still points to it: give it another handler.`,
    "",
  ]);
});

const STILL = ` The phone number ${NUMBER} still points to it: give it another handler.`;
type Step = (line: { readonly id: string; readonly outputs: Props }, args: Props) => Promise<unknown>;
const compared: Step = ({ id, outputs }, { number: _, ...args }) =>
  on.host.diff("phoneNumber", id, outputs, { ...args, phoneNumberId: id });
const removed: Step = ({ id, outputs }) => on.host.delete("phoneNumber", id, outputs);

it.each<[string, Props, Step | undefined, string]>([
  ["was made in this run", {}, undefined, STILL],
  ["was compared in this run", {}, compared, STILL],
  ["rings another one now", {}, (line, args) => compared(line, { ...args, callSipEndpointId: "1" }), ""],
  ["is left", {}, removed, STILL],
  ["is cleared", { onDestroy: "clear" }, removed, ""],
])("the deletion of an endpoint names a number that %s, if it still rings it", async (_, more, step, still) => {
  const desk = await on.host.create("sipEndpoint", { username: "desk", password: "canary-password" });
  const rings = { number: NUMBER, callHandler: "relay_sip_endpoint", callSipEndpointId: desk.id, ...more };
  await on.host.newRun();
  const line = await on.host.create("phoneNumber", rings);
  if (step) await on.host.newRun();
  await step?.(line, rings);
  const { length } = on.host.printed;
  await on.host.delete("sipEndpoint", desk.id, desk.outputs);
  expect(on.host.printed.slice(length)).toBe(still && `The SIP endpoint "desk" (${desk.id}) is gone.${still}\n`);
});

it("a membership of a number group is removed first, and a group without one may be in use elsewhere, as by a campaign", async () => {
  const { numberGroup, numberGroupMembership } = objects();
  const { id, outs = {} } = await numberGroup.create({ name: "Alerts" });
  const refusal = async () => {
    refuse("/api/relay/rest/number_groups/*");
    return messageOf(objects().numberGroup.delete(id, outs));
  };
  const start = `Could not delete the number group "Alerts" (${id}): the service answered 400 Bad Request. `;
  const phoneNumberId = await numberId();
  expect(await refusal()).toBe(
    `${start}The service kept it. Take it out of what still uses it, such as a number or a campaign, then run the same command again.`,
  );
  await numberGroupMembership.create({ numberGroupId: id, phoneNumberId });
  expect(await refusal()).toBe(`${start}The number group membership ${phoneNumberId} points to it: remove it first.`);
});

const OTHER = "+12025550102";

it("several objects that need the same step are named together, each once", () => {
  const pointers: Pointers = new Map();
  const [references, numbers] = [new References(sipEndpoint, pointers), new References(phoneNumber, pointers)];
  for (const label of [NUMBER, OTHER])
    numbers.note(label, { callSipEndpointId: "1", ...(label === OTHER && { emergencyAddress: "1" }) });
  expect(references.dangling("1", "desk")).toBe(
    `The SIP endpoint "desk" (1) is gone. The phone number ${NUMBER}, the phone number ${OTHER} still points to it: give it another handler. ` +
      `The phone number ${OTHER} still points to it: take \`emergencyAddress\` out of it.`,
  );
  numbers.note(NUMBER, { callSipEndpointId: "2" });
  numbers.note(OTHER, {});
  expect([references.dangling("1", "desk"), references.dangling("2", "hall")]).toEqual([
    undefined,
    `The SIP endpoint "hall" (2) is gone. The phone number ${NUMBER} still points to it: give it another handler.`,
  ]);
});

// Shared helpers of this folder: short programs, and functions that read the service and the state.

import { expect } from "vitest";
import { dynamicType, type ResourceName } from "../../../contract/index.ts";
import { list, requests, type Server } from "../service.ts";
import type { Outcome, Properties, Stack } from "../stack.ts";

/** The provider's message when it removes a resource whose object another one holds. */
export const LEFT_ALONE = /left alone|still/i;

type Arguments = { readonly [name: string]: unknown };

/** Returns the declaration of an endpoint with these arguments and a password. Options are program text. */
export function endpoint(name: string, args: Arguments, options = "{}"): string {
  const all = { password: "canary-password", ...args };
  return `new SipEndpoint(${JSON.stringify(name)}, ${JSON.stringify(all)}, ${options});\n`;
}

export function phoneNumber(name: string, args: Arguments, options = "{}"): string {
  return `new PhoneNumber(${JSON.stringify(name)}, ${JSON.stringify(args)}, ${options});\n`;
}

export function urn(type: ResourceName, name: string): string {
  return `urn:pulumi:test::tested::${dynamicType(type)}::${name}`;
}

/** Runs an `up` of this program, which must succeed. */
export async function upOf(stack: Stack, program: string, ...flags: string[]): Promise<Outcome> {
  await stack.write(program);
  return succeeds(stack.up(...flags));
}

export async function succeeds(running: Promise<Outcome>): Promise<Outcome> {
  const outcome = await running;
  expect(outcome.code, outcome.output).toBe(0);
  return outcome;
}

export async function fails(running: Promise<Outcome>): Promise<Outcome> {
  const outcome = await running;
  expect(outcome.code, outcome.output).not.toBe(0);
  return outcome;
}

/** Expects that neither a preview nor a refresh has changes. */
export function expectSettled(stack: Stack): Promise<Outcome> {
  return succeeds(stack.preview("--refresh", "--expect-no-changes", "--diff"));
}

/** Gives a stack the state that an `up` of this program leaves. */
export async function startFrom(stack: Stack, program: string): Promise<void> {
  await stack.write(program);
  await succeeds(stack.upInline());
}

/** Returns the outputs of the stack, with secrets in clear. */
export async function outputsOf(stack: Stack): Promise<Properties> {
  return JSON.parse((await succeeds(stack.run("stack", "output", "--json", "--show-secrets"))).output);
}

export function destroy(stack: Stack): Promise<Outcome> {
  return stack.run("destroy", "--yes", "--skip-preview");
}

/** Returns user name → id, from the service. */
export async function endpoints(server: Server): Promise<{ [username: string]: string }> {
  const found = await list(server, "/endpoints/sip");
  return Object.fromEntries(found.map(({ username, id }) => [String(username), String(id)]));
}

export async function number(server: Server, digits: string): Promise<Record<string, unknown>> {
  const [found] = await list(server, `/phone_numbers?filter_number=${encodeURIComponent(digits)}`);
  if (!found) throw new Error(`the project does not own ${digits}`);
  return found;
}

/** Returns the requests that changed an object or tried to. */
export function writes(server: Server): string[] {
  return requests(server).filter((line) => !line.startsWith("GET "));
}

/** Returns the names of our resources in the state, with their ids. */
export async function held(stack: Stack): Promise<{ [name: string]: string | undefined }> {
  const { resources } = await stack.state();
  const ours = (resources ?? []).filter(({ type }) => type.includes("signalwire:"));
  return Object.fromEntries(ours.map(({ urn, id }) => [urn.slice(urn.lastIndexOf("::") + 2), id]));
}

/** Returns each resource's properties, with secrets in clear and without the engine's times. */
export async function contents(stack: Stack): Promise<unknown> {
  const { output } = await succeeds(stack.run("stack", "export", "--show-secrets"));
  const { resources = [] }: Awaited<ReturnType<Stack["state"]>> = JSON.parse(output).deployment;
  return resources
    .filter(({ type }) => type.includes("signalwire:"))
    .map(({ urn, id, inputs, outputs }) => ({ urn, id, inputs, outputs }));
}

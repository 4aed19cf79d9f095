// Changes every writable field outside the program: a drift check names exactly that field of exactly that resource.

import { beforeAll, expect, it } from "vitest";
import { describeStack, gateway, server, stack } from "./described.ts";
import { type Case, ENDPOINT, NUMBER, readBy, rings, shownAs } from "./drifting-fields.ts";
import { succeeds } from "./lives/helpers.ts";
import { itemsIn, reportOf } from "./reports.ts";
import { addEndpoint, ask, list } from "./service.ts";
import { rehearse, startFrom } from "./settled.ts";
import { shuffleAnswers } from "./shuffled.ts";
import { typeOf } from "./stack.ts";

/** True for a default value, which counts as not set. */
const isDefault = (argument: string, value: unknown) =>
  value === null || value === "voice" || (argument.endsWith("Method") && value === "POST");

const numbers = NUMBER.map((_, at) => `+120255503${String(at).padStart(2, "0")}`);
/** Numbers on which the program sets nothing. */
const unset = NUMBER.map((_, at) => `+120255504${String(at).padStart(2, "0")}`);
const DANGLING = "+12025550599";
const all = { numbers: ["+12025550100", DANGLING, ...numbers, ...unset], gateway: true, once: true };

describeStack("drift", all, () => {
  let moved: () => number;
  let gone: string;

  beforeAll(async () => {
    moved = shuffleAnswers(gateway);
    rings[2] = await addEndpoint(server, "rung");
    rings[3] = await addEndpoint(server, "rung-later");
    gone = await addEndpoint(server, "rung-and-gone");
    await setUnset(([, , said]) => said);
    // One resource for each field. Each sets several fields, so that a wrong name could be reported.
    const endpoints = ENDPOINT.map(([argument, , said]) => ({
      username: `desk-${argument}`,
      password: "canary-password",
      callerId: "Same",
      codecs: ["PCMU", "VP8"],
      ...readBy(argument),
      [argument]: said,
    }));
    const lines = NUMBER.map(([argument, , said], at) => ({ number: numbers[at], name: "Same", [argument]: said }));
    await startFrom(
      stack,
      `
const endpoints: any[] = ${JSON.stringify(endpoints)};
const lines: any[] = ${JSON.stringify(lines)};
${JSON.stringify(ENDPOINT.map(([argument]) => argument))}.forEach((name, at) => new SipEndpoint("endpoint-" + name, endpoints[at]));
${JSON.stringify(NUMBER.map(([argument]) => argument))}.forEach((name, at) => new PhoneNumber("number-" + name, lines[at]));
${JSON.stringify(NUMBER.map(([argument]) => argument))}.forEach((name, at) => new PhoneNumber("unset-" + name, { number: ${JSON.stringify(unset)}[at] }));
new PhoneNumber("dangling", { number: "${DANGLING}", callHandler: "relay_sip_endpoint", callSipEndpointId: "${gone}" });
new SipProfile("profile", { defaultEncryption: "required" });
new SipEndpoint("endpoint-deleted", { username: "deleted", password: "canary-password" });`,
    );
  });

  async function setUnset(choose: (each: Case) => unknown): Promise<void> {
    const lines = await list(server, "/phone_numbers");
    for (const [at, each] of NUMBER.entries()) {
      const { id } = lines.find((line) => line.number === unset[at]) ?? {};
      await ask(server, "PUT", `/phone_numbers/${id}`, { [each[1]]: choose(each) });
    }
  }

  it("is empty without changes, in whatever order lists are returned", async () => {
    const before = moved();
    await succeeds(rehearse(stack, "refresh", "--preview-only", "--expect-no-changes"));
    expect(moved()).toBeGreaterThan(before);
  });

  it("of each field is named, and nothing else is, and the state is not touched", async () => {
    const endpoints = await list(server, "/endpoints/sip");
    for (const [argument, field, , made] of ENDPOINT) {
      const name = argument === "username" ? "said" : `desk-${argument}`;
      const { id } = endpoints.find((each) => each.username === name) ?? {};
      await ask(server, "PUT", `/endpoints/sip/${id}`, { [field]: made });
    }
    const lines = await list(server, "/phone_numbers");
    for (const [at, [, field, , made]] of NUMBER.entries()) {
      const { id } = lines.find((each) => each.number === numbers[at]) ?? {};
      await ask(server, "PUT", `/phone_numbers/${id}`, { [field]: made });
    }
    const { id } = endpoints.find((each) => each.username === "deleted") ?? {};
    await ask(server, "DELETE", `/endpoints/sip/${id}`);
    await ask(server, "DELETE", `/endpoints/sip/${gone}`);
    await setUnset(([, , , made]) => made);
    await ask(server, "PUT", "/sip_profile", { default_encryption: "optional" });

    const before = await stack.stateText();
    const refresh = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
    expect(refresh.code).toBe(7);
    expect(await stack.stateText()).toBe(before);
    const { "endpoint-deleted": deleted, ...named } = namedFields(refresh.output);
    expect(named).toEqual({
      ...Object.fromEntries(ENDPOINT.map(([argument]) => [`endpoint-${argument}`, [argument]])),
      ...Object.fromEntries(NUMBER.map(([argument]) => [`number-${argument}`, [argument]])),
      profile: ["defaultEncryption"],
    });
    expect(deleted).toContain("username");
    expect(refresh.output).toContain(`- ${typeOf("SipEndpoint")}: (delete)`);
  });

  it("of each field, set by the program or not, is reported by the drift command with both values", async () => {
    const before = await stack.stateText();
    const { code, out, err } = await reportOf("drift");
    expect(code, err).toBe(7);
    expect(await stack.stateText()).toBe(before);
    const reported = itemsIn(out, "drifted");
    const wanted = ([property, , expected, actual]: Case) => [
      { property, expected, ...(actual === null ? {} : { actual }) },
    ];
    expect(Object.fromEntries(reported.map(({ name, changes }) => [name, changes]))).toEqual({
      ...Object.fromEntries(ENDPOINT.map((each) => [`endpoint-${each[0]}`, wanted(each)])),
      ...Object.fromEntries(NUMBER.map((each) => [`number-${each[0]}`, wanted(each)])),
      profile: [{ property: "defaultEncryption", expected: "required", actual: "optional" }],
    });
    expect(Object.fromEntries(itemsIn(out, "unnamed").map((each) => [each.name, each.changes]))).toEqual(
      Object.fromEntries(
        NUMBER.map(([argument, , expected, actual]) => [
          `unset-${argument}`,
          [{ property: shownAs(argument), expected, ...(isDefault(argument, actual) ? {} : { actual }) }],
        ]),
      ),
    );
    const settings = ["drifted", "unnamed", "calls"];
    const others = itemsIn(out).filter(({ section }) => !settings.includes(section));
    expect(others.map(({ name, section, lines }) => [name, section, lines[0]])).toEqual([
      ["dangling", "dangling", "`callSipEndpointId` names a SIP endpoint that the project does not have."],
      ["endpoint-deleted", "missing", expect.stringContaining("any more")],
    ]);
  });
});

/** Returns the changed properties in a `--diff`, by resource. */
function namedFields(output: string): Record<string, string[]> {
  const named: Record<string, string[]> = {};
  let resource = "";
  for (const line of output.split("\n")) {
    const urn = /\[urn=.*::([^\]]+)\]/.exec(line)?.[1];
    if (urn) resource = urn;
    const property = /^\s*[~+-] (\w+)\s*: /.exec(line)?.[1];
    if (property && resource) named[resource] = [...(named[resource] ?? []), property];
  }
  return named;
}

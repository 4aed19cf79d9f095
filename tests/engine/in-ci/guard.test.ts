// Limits figures that are equal on every machine: requests for each operation, and bytes of state. The benchmarks measure the
// same costs in seconds. A larger figure needs a reason, and a new limit here.

import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { rehearse } from "../settled.ts";

const COUNT = 20;
/** For the six arguments below, with an encrypted password. The figure was 1,080 when the limit was set. */
const MOST_BYTES = 1_130;

describeStack("what twenty endpoints cost", { once: true }, () => {
  beforeAll(async () => {
    await stack.write(program("Front desk"));
  });

  it("an up reads the list once and sends one create each", async () => {
    expect(await sent(() => stack.up())).toEqual({ list: 1, POST: COUNT });
  });

  it("a preview sends nothing", async () => {
    expect(await sent(() => rehearse(stack, "preview"))).toEqual({});
  });

  it("a refresh asks for one page, after the first object alone where the machine is slow", async () => {
    const { list, GET: alone = 0, ...others } = await sent(() => stack.run("refresh", "--preview-only"));
    expect(others).toEqual({});
    expect(list).toBe(1);
    expect(alone).toBeLessThanOrEqual(1);
  });

  it("an endpoint takes few bytes of state, since the engine rewrites all of it at every step", async () => {
    const endpoints = (await stack.state()).resources.filter(({ type }) => type.endsWith(":SipEndpoint"));
    expect(endpoints).toHaveLength(COUNT);
    // The engine records where the program declares a resource, never a file of this package.
    expect(JSON.stringify(endpoints)).not.toContain("dist/sdk/");
    const bytes = endpoints.reduce((sum, each) => sum + JSON.stringify(ourPart(each)).length, 0) / COUNT;
    const advice =
      "look at what create returns (provider/lifecycle/state.ts) and what the class registers (sdk/register.ts); " +
      "where the growth is meant, measure `npm run bench -- engine` and raise the limit";
    expect(bytes, `${bytes} bytes of state an endpoint: ${advice}`).toBeLessThanOrEqual(MOST_BYTES);
  });

  it("a changed argument sends one update for each endpoint that it is of", async () => {
    await stack.write(program("Reception"));
    expect(await sent(() => rehearse(stack, "up", "--skip-preview"))).toEqual({ PUT: 2 });
  });

  it("a destroy sends one delete each", async () => {
    expect(await sent(() => stack.run("destroy", "--yes", "--skip-preview"))).toEqual({ DELETE: COUNT });
  });

  /** Returns the number of requests of each kind during a successful command. */
  async function sent(command: () => Promise<{ code: number; output: string }>) {
    server.journal.clear();
    const { code, output } = await command();
    expect(code, output).toBe(0);
    const counts: { [kind: string]: number } = {};
    for (const { method, path } of server.journal.entries) {
      const kind = path.includes("?") ? "list" : method;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }
});

/** Removes the engine's own parts: URNs, times, and source positions, which contain local paths. */
function ourPart(resource: object): object {
  const parts = ["inputs", "outputs", "propertyDependencies", "additionalSecretOutputs"];
  return Object.fromEntries(Object.entries(resource).filter(([name]) => parts.includes(name)));
}

/** Every tenth endpoint has this caller ID. */
function program(callerId: string): string {
  return `
    for (let at = 0; at < ${COUNT}; at++)
      new SipEndpoint("desk-" + at, {
        username: "desk-" + at,
        password: "correct-horse-battery",
        callerId: at % 10 === 0 ? "${callerId}" : "Front desk",
        encryption: "required",
        callHandler: "relay_script",
        callRelayScriptUrl: "https://example.com/after-hours.json",
      });`;
}

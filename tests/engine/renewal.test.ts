// A due token: a preview shows it, an `up` renews it, a refresh ignores it, and a saved plan holds.

import { beforeAll, expect, it } from "vitest";
import { describeStack, server, stack } from "./described.ts";
import { succeeds } from "./lives/helpers.ts";
import { requests } from "./service.ts";
import { outputsOf, rehearse } from "./settled.ts";
import type { Properties } from "./stack.ts";

describeStack("a client token", { once: true, env: { SIGNALWIRE_CLOCK: "server" } }, () => {
  const program = (expiresIn: number) =>
    `const token = new ClientToken("token", { resource: "alice", expiresIn: ${expiresIn} });
export const jwt = token.jwtToken;`;

  const jwt = async () => String((await outputsOf(stack)).jwt);

  const token = async () => (await stack.state()).resources.find(({ type }) => type.endsWith(":ClientToken"));

  /** Saves a plan, lets time pass, and runs the `up` under it. */
  async function planned(minutes = 0) {
    const preview = await stack.preview("--diff", "--save-plan", stack.path("plan.json"));
    server.clock.advance({ minutes });
    return { preview, up: await stack.up("--plan", stack.path("plan.json")) };
  }

  beforeAll(async () => {
    await stack.write(program(60));
  });

  it("is issued under a saved plan, and its inputs are the arguments alone", async () => {
    const { up } = await planned(1);
    expect(up.code, up.output).toBe(0);
    const { inputs, outputs } = (await token()) ?? {};
    expect(Object.keys(inputs ?? {}).filter((name) => !name.startsWith("__"))).toEqual(["expiresIn", "resource"]);
    expect(outputs?.rotateAt).toMatch(/Z$/);
  });

  it("that is not due stays under a saved plan", async () => {
    server.journal.clear();
    const { preview, up } = await planned(1);
    expect(preview.output).not.toContain("rotateAt");
    expect(up.code, up.output).toBe(0);
    expect(requests(server)).toEqual([]);
  });

  it("that is due does not count as drift", async () => {
    server.clock.advance({ minutes: 41 });
    for (const flags of [[], ["--run-program"]])
      await succeeds(rehearse(stack, "refresh", "--preview-only", "--expect-no-changes", ...flags));
  });

  it("that is due shows in a preview as an update, after a refresh too", async () => {
    for (const flags of [[], ["--refresh"]]) {
      const preview = await rehearse(stack, "preview", ...flags);
      expect(preview.output).toMatch(/renews the client token "alice", due since .*: ~ rotateAt/);
      expect(preview.output).toContain("1 to update");
    }
  });

  it("that is due is renewed under a saved plan, under the same name", async () => {
    const before = await jwt();
    server.journal.clear();
    const { preview, up } = await planned(1);
    expect(preview.output).toMatch(/renews the client token "alice", due since .*: ~ rotateAt/);
    expect(preview.output).toContain("1 to update");
    expect(up.code, up.output).toBe(0);
    expect(up.output).toContain("1 updated");
    expect(requests(server)).toEqual(["PUT /api/relay/rest/jwt"]);
    const after = await jwt();
    expect(after).not.toBe(before);
    expect(claims(after).resource).toBe("alice");
  });

  it("that becomes due after the plan was saved is renewed under a new plan only", async () => {
    const { up } = await planned(60);
    expect(up.code).not.toBe(0);
    expect(up.output).toContain("update is not allowed by the plan");
    expect((await planned()).up.output).toContain("1 updated");
  });

  it("gets another lifetime by being issued anew under the same name", async () => {
    await stack.write(program(30));
    server.journal.clear();
    expect((await stack.up()).code).toBe(0);
    expect(requests(server)).toEqual(["POST /api/relay/rest/jwt"]);
    const { resource, iat, exp } = claims(await jwt());
    expect(resource).toBe("alice");
    expect(Number(exp) - Number(iat)).toBe(30 * 60);
  });
});

function claims(jwt: string): Properties {
  return JSON.parse(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
}

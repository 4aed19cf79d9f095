// A due token: a preview shows it, an `up` renews it, and a refresh ignores it.

import { afterAll, beforeAll, expect, it } from "vitest";
import { environmentOf, requests, type Server, serve } from "./service.ts";
import { describeWithEngine, type Properties, Stack } from "./stack.ts";

describeWithEngine("a client token", () => {
  let server: Server;
  let stack: Stack;

  const program = (expiresIn: number) =>
    `const token = new ClientToken("token", { resourceName: "alice", expiresIn: ${expiresIn} });
export const jwt = token.jwtToken;`;

  async function jwt(): Promise<string> {
    const outputs = JSON.parse((await stack.run("stack", "output", "--json", "--show-secrets")).output) as Properties;
    return String(outputs.jwt);
  }

  beforeAll(async () => {
    server = await serve();
    stack = await Stack.create({ ...environmentOf(server), SIGNALWIRE_CLOCK: "server" });
    await stack.write(program(60));
    expect((await stack.up()).code).toBe(0);
    server.clock.advance({ minutes: 41 });
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("that is due does not count as drift", async () => {
    expect((await stack.run("refresh", "--preview-only", "--expect-no-changes")).code).toBe(0);
  });

  it("that is due shows in a preview as the moment that moves", async () => {
    const preview = await stack.preview("--diff");
    expect(preview.output).toContain("~ rotateAt");
    expect(preview.output).toContain("1 to update");
  });

  it("is refreshed by an up under the same name", async () => {
    const before = await jwt();
    server.journal.clear();
    const up = await stack.up();
    expect(up.output).toContain("1 updated");
    expect(requests(server)).toEqual(["PUT /api/relay/rest/jwt"]);
    const after = await jwt();
    expect(after).not.toBe(before);
    expect(claims(after).resource).toBe("alice");
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

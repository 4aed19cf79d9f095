// The stack of the browser client example. tests/browser-client tests its backend and page.

import { copyFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { environmentOf, list, type Server, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

describeWithEngine("the example of a browser client", () => {
  let server: Server;
  let stack: Stack;

  beforeAll(async () => {
    server = await serve("+12025550101");
    stack = await Stack.create(environmentOf(server));
  });

  afterAll(async () => {
    await stack?.remove();
    await server?.close();
  });

  it("makes a number that rings the client, and the client's first token", async () => {
    await copyFile(new URL("../../examples/browser-client/index.ts", import.meta.url), stack.path("index.ts"));
    await stack.run("config", "set", "number", "+12025550101");
    const { code, output } = await stack.up();
    expect(code, output).toBe(0);
    expect(await list(server, "/phone_numbers")).toMatchObject([
      { call_handler: "relay_verto_endpoint", call_verto_resource: "reception" },
    ]);
    const outputs = JSON.parse((await stack.run("stack", "output", "--json", "--show-secrets")).output);
    expect(outputs).toMatchObject({ clientName: "reception", refreshToken: expect.stringMatching(/^eyJ/) });
  });
});

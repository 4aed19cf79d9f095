// The user's messages for failures of the service. The stack remains usable.

import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ask, environmentOf, list, type Server, serve } from "./service.ts";
import { describeWithEngine, type Outcome, Stack } from "./stack.ts";

const DESK = 'new SipEndpoint("desk", { username: "front-desk", password: "canary-password", callerId: "A" });';

describeWithEngine("a service that fails", () => {
  let server: Server;
  let stack: Stack;
  let webPage: HttpServer;

  beforeAll(async () => {
    webPage = createServer((_, answer) => {
      answer.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
    });
    await new Promise<void>((resolve) => webPage.listen(0, "127.0.0.1", resolve));
  });

  afterAll(() => {
    webPage.closeAllConnections();
    webPage.close();
  });

  beforeEach(async () => {
    server = await serve("+12025550101");
    stack = await Stack.create(environmentOf(server));
    await stack.write(DESK);
  });

  afterEach(async () => {
    await stack.remove();
    await server.close();
  });

  /** Returns the report's paragraph on the resource. */
  function paragraph({ output }: Outcome): string {
    const report = output.slice(output.indexOf("Diagnostics:"), output.indexOf("Resources:"));
    return report.split("\n").find((line) => line.includes("error:") && line.includes("SIP endpoint")) ?? report;
  }

  async function recovers(): Promise<void> {
    for (const [name, value] of Object.entries(environmentOf(server))) stack.export(name, value);
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(await list(server, "/endpoints/sip")).toHaveLength(1);
  }

  it("names the failure and the remedy without a secret, and the next up succeeds", async () => {
    const { port } = webPage.address() as AddressInfo;

    stack.export("SIGNALWIRE_BASE_URL", "http://127.0.0.1:9");
    const down = await stack.up();
    expect(down.code).not.toBe(0);
    expect(paragraph(down)).toContain(
      'Could not create the SIP endpoint "front-desk": http://127.0.0.1:9 could not be reached (ECONNREFUSED)',
    );
    expect(paragraph(down)).toContain("Check the network and SIGNALWIRE_BASE_URL,");
    expect(down.output).not.toContain("    at ");

    stack.export("SIGNALWIRE_BASE_URL", server.url);
    stack.export("SIGNALWIRE_API_TOKEN", "canary-token");
    const refused = await stack.up();
    expect(paragraph(refused)).toContain(
      'Could not create the SIP endpoint "front-desk": the service answered 401 Unauthorized',
    );
    expect(paragraph(refused)).toContain("scope Voice");
    expect(paragraph(refused)).toContain("SIGNALWIRE_API_TOKEN");
    expect(refused.output).not.toContain("canary");

    stack.export("SIGNALWIRE_API_TOKEN", server.project.apiToken);
    stack.export("SIGNALWIRE_BASE_URL", `http://127.0.0.1:${port}`);
    const page = await stack.up();
    expect(paragraph(page)).toContain("the service answered 502 Bad Gateway with an HTML page instead of JSON");
    expect(page.output).not.toContain("<h1>");

    // Plain http to another machine is refused before any request.
    stack.export("SIGNALWIRE_BASE_URL", "http://signalwire.example");
    const unencrypted = await stack.preview();
    expect(unencrypted.code).not.toBe(0);
    expect(unencrypted.output).toContain("would send the API token unencrypted to signalwire.example");

    await recovers();
  });

  it("explains once that the service is down, for any number of resources", async () => {
    stack.export("SIGNALWIRE_BASE_URL", "http://127.0.0.1:9");
    const endpoint = (name: string) =>
      `new SipEndpoint("${name}", { username: "${name}", password: "canary-password" });`;
    await stack.write(["a", "b", "c"].map(endpoint).join("\n"));
    const { code, output } = await stack.up();
    expect(code).not.toBe(0);
    const report = output.slice(output.indexOf("Diagnostics:"), output.indexOf("Resources:"));
    expect(report.match(/Check the network/g), report).toHaveLength(1);
    expect(report.match(/Another error of this run has the reason/g), report).toHaveLength(2);
  });

  it("forgets nothing that is alive, and says how to go on without what was lost", async () => {
    const { port } = webPage.address() as AddressInfo;
    expect((await stack.up()).code).toBe(0);
    stack.export("SIGNALWIRE_BASE_URL", `http://127.0.0.1:${port}`);
    const page = await stack.run("refresh", "--yes", "--skip-preview");
    expect(page.code).not.toBe(0);
    expect(page.output).toContain('Could not read the SIP endpoint "front-desk"');
    expect(page.output).not.toContain("    at ");
    await recovers();

    const [endpoint] = await list(server, "/endpoints/sip");
    await ask(server, "DELETE", `/endpoints/sip/${endpoint?.id}`);
    await stack.write(DESK.replace('"A"', '"B"'));
    const up = await stack.up();
    expect(up.code).not.toBe(0);
    expect(paragraph(up)).toContain(
      `Could not update the SIP endpoint "front-desk" (${endpoint?.id}): the service answered 404 Not Found`,
    );
    expect(paragraph(up)).toContain("pulumi refresh");
    expect((await stack.run("refresh", "--yes", "--skip-preview")).code).toBe(0);
    await recovers();
  });

  it("gives its reason for a user name that is taken, and where to look for a number that is not there", async () => {
    await ask(server, "POST", "/endpoints/sip", { username: "front-desk", password: "someone-else" });
    await stack.write(`${DESK}\nnew PhoneNumber("line", { number: "+12025550199", name: "x" });`);
    const up = await stack.up("--continue-on-error");
    expect(paragraph(up)).toMatch(/the service answered 422 .*: username /);
    expect(up.output).not.toContain("canary");
    expect(up.output).toContain(
      'Could not adopt the phone number "+12025550199": it is not among the numbers of the project',
    );
  });
});

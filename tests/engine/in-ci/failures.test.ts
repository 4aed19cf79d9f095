// The user's messages for failures of the service. The stack remains usable. tests/provider/lifecycle/failures.test.ts and errors.test.ts have
// every failure, without the engine.

import { expect, it } from "vitest";
import { describeStack, itWithEngine, server, stack } from "../described.ts";
import { ask, environmentOf, list } from "../service.ts";
import type { Outcome } from "../stack.ts";

const endpoint = (name: string, callerId = "A") =>
  `new SipEndpoint("${name}", { username: "${name}", password: "canary-password", callerId: "${callerId}" });\n`;

/** Returns the part of the output that explains what failed. */
function reportOf({ code, output }: Outcome): string {
  expect(code, output).not.toBe(0);
  return output.slice(output.indexOf("Diagnostics:"), output.indexOf("Resources:"));
}

describeStack("a service that fails", { inProcess: true }, () => {
  itWithEngine(
    "is explained once for all resources, with the remedy and without a secret, and the next up succeeds",
    async () => {
      await stack.write(["a", "b", "c"].map((name) => endpoint(name)).join(""));
      stack.export("SIGNALWIRE_BASE_URL", "http://127.0.0.1:9");
      const down = await stack.up();
      expect(reportOf(down)).toMatch(
        /Could not create the SIP endpoint "[abc]": http:\/\/127\.0\.0\.1:9 could not be reached \(ECONNREFUSED\)/,
      );
      expect(reportOf(down).match(/Check the network and SIGNALWIRE_BASE_URL,/g), down.output).toHaveLength(1);
      expect(reportOf(down).match(/Another error of this run has the reason/g), down.output).toHaveLength(2);
      expect(down.output).not.toContain("    at ");

      stack.export("SIGNALWIRE_BASE_URL", server.url);
      stack.export("SIGNALWIRE_API_TOKEN", "canary-token");
      const refused = await stack.up();
      for (const part of ["the service answered 401 Unauthorized", "scope Voice", "SIGNALWIRE_API_TOKEN"])
        expect(reportOf(refused)).toContain(part);
      expect(refused.output).not.toContain("canary");

      for (const [name, value] of Object.entries(environmentOf(server))) stack.export(name, value);
      const up = await stack.up();
      expect(up.code, up.output).toBe(0);
      expect(await list(server, "/endpoints/sip")).toHaveLength(3);
    },
  );

  it("forgets nothing that is alive, and says how to go on without what was lost", async () => {
    await stack.write(endpoint("desk"));
    expect((await stack.up()).code).toBe(0);
    stack.export("SIGNALWIRE_BASE_URL", "http://127.0.0.1:9");
    const unread = await stack.run("refresh", "--yes", "--skip-preview");
    expect(unread.code, unread.output).not.toBe(0);
    expect(unread.output).toContain('Could not read the SIP endpoint "desk"');
    stack.export("SIGNALWIRE_BASE_URL", server.url);

    const [desk] = await list(server, "/endpoints/sip");
    await ask(server, "DELETE", `/endpoints/sip/${desk?.id}`);
    await stack.write(endpoint("desk", "B"));
    const lost = reportOf(await stack.up());
    expect(lost).toContain(
      `Could not update the SIP endpoint "desk" (${desk?.id}): the service answered 404 Not Found`,
    );
    expect(lost).toContain("pulumi refresh");
    expect((await stack.run("refresh", "--yes", "--skip-preview")).code).toBe(0);
    const up = await stack.up();
    expect(up.code, up.output).toBe(0);
    expect(await list(server, "/endpoints/sip")).toMatchObject([{ caller_id: "B" }]);
  });
});

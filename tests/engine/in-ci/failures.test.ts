// The user's messages for failures of the service. The stack remains usable. tests/provider/lifecycle/failures.test.ts and errors.test.ts have
// every failure, without the engine.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { succeeds } from "../lives/helpers.ts";
import { environmentOf, list } from "../service.ts";
import type { Outcome } from "../stack.ts";

const endpoint = (name: string) =>
  `new SipEndpoint("${name}", { username: "${name}", password: "canary-password" });\n`;

/** Returns the part of the output that explains what failed. */
function reportOf({ code, output }: Outcome): string {
  expect(code, output).not.toBe(0);
  return output.slice(output.indexOf("Diagnostics:"), output.indexOf("Resources:"));
}

describeStack("a service that fails", { inProcess: true }, () => {
  it("is explained once for all resources, with the remedy and without a secret, and the next up succeeds", async () => {
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
    await succeeds(stack.up());
    expect(await list(server, "/endpoints/sip")).toHaveLength(3);
  });
});

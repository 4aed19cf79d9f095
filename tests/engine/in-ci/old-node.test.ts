// With an old Node, or a missing package, a preview prints one sentence that does not mention the network.

import { expect, it } from "vitest";
import { describeStack, server, stack } from "../described.ts";
import { requests } from "../service.ts";
import { startFrom } from "../settled.ts";

const SENTENCE = "pulumi-signalwire needs Node 22.19 or newer; this is 22.12.0.";
const NETWORK = /carried out|broke before the answer|could not be reached|could not be asked/;

/** Makes Node report an older version. */
const OLD = imported(
  'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "22.12.0" } });',
);
/** Hides undici, as after an interrupted installation. */
const BROKEN = imported(`
import { registerHooks } from "node:module";
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== "undici") return next(specifier, context);
    throw Object.assign(new Error("Cannot find package 'undici'"), { code: "ERR_MODULE_NOT_FOUND" });
  },
});`);

function imported(code: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

describeStack("a provider that cannot run", { asUser: true }, () => {
  const DESK = 'new SipEndpoint("desk", { username: "desk", password: "canary-password" });';

  it("because Node is too old says so in the preview and in the destroy", async () => {
    await startFrom(stack, DESK);
    await stack.write('new SipEndpoint("other", { username: "other", password: "canary-password" });');
    server.journal.clear();
    stack.export("NODE_OPTIONS", OLD);
    for (const command of [["preview"], ["destroy", "--yes", "--skip-preview"]]) {
      const { code, output } = await stack.run(...command);
      expect(code, output).not.toBe(0);
      expect(output).toContain(SENTENCE);
      expect(output).not.toMatch(NETWORK);
    }
    expect(requests(server)).toEqual([]);
  });

  it("because a package is missing names the package, in the preview", async () => {
    await stack.write(DESK);
    stack.export("NODE_OPTIONS", BROKEN);
    const { code, output } = await stack.preview();
    expect(code, output).not.toBe(0);
    expect(output).toContain("The package undici cannot be loaded (ERR_MODULE_NOT_FOUND). Install the packages again");
    expect(output).not.toMatch(NETWORK);
  });
});

// The life of a domain application with the real engine.

import { expect, it } from "vitest";
import { ask, environmentOf, list, serve } from "./service.ts";
import { describeWithEngine, Stack } from "./stack.ts";

const program = (more: string) =>
  `new DomainApplication("carrier", { name: "Carrier", identifier: "carrier", ipAuthEnabled: true, ${more} });`;
const FIRST =
  'ipAuth: ["203.0.113.5"], encryption: "required", callHandler: "ai_agent", callAiAgentId: "fe4093d9-58c2-4931-b4b9-5679f82652c6"';
const SECOND = 'ipAuth: ["203.0.113.6"], callHandler: "relay_topic", callRelayTopic: "office", codecs: ["OPUS"]';

describeWithEngine("a domain application", () => {
  it("is created, changed, found drifted by name, put back and deleted", async () => {
    const server = await serve();
    const stack = await Stack.create(environmentOf(server));
    try {
      await stack.write(program(FIRST));
      expect((await stack.up()).code).toBe(0);
      expect((await stack.run("preview", "--expect-no-changes")).code).toBe(0);
      await stack.write(program(SECOND));
      expect((await stack.up()).code).toBe(0);
      const [live] = await list(server, "/domain_applications");
      expect(live).toMatchObject({ encryption: "optional", codecs: ["OPUS"], call_relay_topic: "office" });
      await ask(server, "PUT", `/domain_applications/${live?.id}`, { ip_auth_enabled: false, user: "x" });
      const drift = await stack.run("refresh", "--preview-only", "--expect-no-changes", "--diff");
      expect(drift.code).not.toBe(0);
      expect(drift.output).toMatch(/ipAuthEnabled/);
      expect(drift.output).toMatch(/user/);
      expect((await stack.run("up", "--yes", "--refresh", "--skip-preview")).code).toBe(0);
      const [back] = await list(server, "/domain_applications");
      expect(back).toMatchObject({ id: live?.id, ip_auth_enabled: true, user: "*" });
      expect((await stack.run("destroy", "--yes", "--skip-preview")).code).toBe(0);
      expect(await list(server, "/domain_applications")).toEqual([]);
    } finally {
      await stack.remove();
      await server.close();
    }
  });
});

// `doctor` on a real stack, by reads alone. tests/cli has each finding.

import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { dynamicType } from "../../../contract/index.ts";
import { describeStack, server, stack } from "../described.ts";
import { startFrom } from "../lives/helpers.ts";
import { reportOf } from "../reports.ts";
import { requests } from "../service.ts";

const CANARY = "canary-Pa55word";

describeStack("doctor", { numbers: ["+12025550101"], asUser: true }, () => {
  it("passes a stack of 1,000 resources, and its JSON names nobody", async () => {
    await startFrom(stack, `new SipEndpoint("front-door", { username: "front-user", password: "${CANARY}" });`);
    const state = JSON.parse(await stack.stateText());
    const { resources } = state.checkpoint.latest;
    const endpoint = resources.find(({ type }: { type: string }) => type === dynamicType("SipEndpoint"));
    for (let at = 1; at < 1_000; at += 1)
      resources.push({ ...endpoint, urn: `${endpoint.urn}-${at}`, id: `00000000-0000-4000-8000-${at + 1e11}` });
    await stack.writeState(JSON.stringify(state));
    const files = () => Promise.all([stack.stateText(), readFile(stack.path("Pulumi.yaml"), "utf8")]);
    const before = await files();
    server.journal.clear();
    const { code, out, err, items } = await reportOf("doctor");
    expect(code, err).toBe(0);
    expect(err).toContain("✓ No problems");
    expect(items.filter(({ section }) => section !== "ok")).toEqual([]);
    for (const secret of [CANARY, server.project.apiToken]) expect(out + err).not.toContain(secret);
    for (const name of [server.project.id, "front-door", "front-user", stack.path("")])
      expect(out, name).not.toContain(name);
    expect(await files()).toEqual(before);
    expect(requests(server).every((line) => line.startsWith("GET "))).toBe(true);
  });
});

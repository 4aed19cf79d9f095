// The policy packs in the commands that a drift check prints.

import { resolve } from "node:path";
import { expect, test } from "vitest";
import type { Policies, Verdict } from "../../../cli/drift/checked.ts";
import { type PolicyOptions, policiesFor, policyFlags } from "../../../cli/drift/policies.ts";
import type { PastUpdate } from "../../../cli/engine/history.ts";
import { resource } from "./reports.ts";

const ran = (kind: string, environment: PastUpdate["environment"] = {}): PastUpdate => {
  return { kind, result: "succeeded", startTime: "2026-11-21T03:00:00Z", environment };
};
const under = (kind: string) => ran(kind, { "pulumi.flag.policy-pack": "true" });
const NONE: Policies = { packs: [], configs: [] };
const ASSUMED: Policies = { packs: ["/package/policy"], configs: [], isAssumed: true };
const NAMED: PolicyOptions = { policyPack: ["packs/a"], policyPackConfig: ["a.json"] };

test.each<[what: string, verdict: Verdict, history: readonly PastUpdate[], options: PolicyOptions, found?: Policies]>([
  ["none, for nothing drifted", "in-sync", [under("update")], NAMED],
  ["none, for a due token", "renewal-due", [under("update")], {}],
  [
    "those of the options",
    "drifted",
    [under("update")],
    NAMED,
    { packs: [resolve("packs/a")], configs: [resolve("a.json")] },
  ],
  ["none, without a deployment", "missing", [], {}, NONE],
  ["those of the last deployment, assumed", "missing", [ran("refresh"), under("update")], {}, ASSUMED],
  ["none, after a deployment without", "drifted", [ran("update"), under("update")], {}, NONE],
  ["none, after a refresh with them", "dangling", [under("refresh"), ran("update")], {}, NONE],
])("are %s", (_, verdict, history, options, found) => {
  expect(
    policiesFor({ stack: "prod", resources: [resource("desk", verdict)], history }, options, "/package/policy"),
  ).toEqual(found);
});

test("are refused where only their configurations are named", () => {
  const drifted = { stack: "prod", resources: [resource("desk", "drifted"), resource("hall", "in-sync")] };
  expect(() => policiesFor(drifted, { policyPackConfig: ["a.json"] }, "/package/policy")).toThrow(
    "name that one with --policy-pack",
  );
});

test("are written from the working directory where they are in it", () => {
  const packs = [".", "packs/it's", "../packs"].map((each) => resolve(each));
  expect(policyFlags({ packs, configs: [] })).toBe(
    ` --policy-pack . --policy-pack 'packs/it'\\''s' --policy-pack ${resolve("../packs")}`,
  );
});

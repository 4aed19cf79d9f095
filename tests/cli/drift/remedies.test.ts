// Remedies that tests/cli/report/golden/drift.txt.txt, with its one finding of each kind, does not show.

import { expect, test } from "vitest";
import type { Account, CheckedResource, CheckedStack, Verdict } from "../../../cli/drift/checked.ts";
import { terminal } from "../../../cli/report/terminal.ts";
import { shown } from "../../../cli/report/text.ts";
import { office, report, resource } from "./reports.ts";

const source = { file: "index.ts", line: 4 };
const handler = [{ property: "callHandler", expected: "relay_script", actual: "relay_sip_endpoint" }];
const changed = [{ property: "callerId", actual: "B" }];
const secret = [
  { property: "password", expected: "[secret]", actual: "[secret]" },
  { property: "callRequestUrl", actual: "https://u:hunter2@example.com" },
  { property: "callerId", actual: "x".repeat(300) },
];
const unnamed = [
  { property: "name", expected: "Ours", actual: "Theirs" },
  { property: "messageHandler", actual: "relay_context" },
  { property: "extra.call_relay_topic", expected: "calls" },
  { property: "callRequestUrl", expected: "https://u:[secret]@a.example", actual: "https://u:[secret]@a.example" },
  { property: "messageRequestUrl", expected: "https://a.example", actual: "https://u:[secret]@a.example" },
];
const line = { type: "PhoneNumber" } as const;
const missing = resource("desk", "missing", { source });

const stack = (name: string, ...resources: CheckedResource[]): CheckedStack => ({ stack: name, resources });
const dangles = (name: string, more: object) =>
  stack(name, resource("line", "dangling", { ...line, ...more }), missing);
const policies = { packs: ["/packs/ours"], configs: [], isAssumed: true };

const literal = (length: number) => {
  const long = [{ property: "callerId", actual: "x".repeat(length) }];
  return stack(`${length}`, resource("desk", "drifted", { changes: long }));
};
const many = (count: number, verdict: Verdict, more: object = {}) =>
  stack(`${count} ${verdict}`, ...Array.from({ length: count }, (_, at) => resource(`desk-${at}`, verdict, more)));
const listed = (objects: number, managed: number): Account => ({ ...office, listed: { objects, managed } });
const of = (provider: string): Account => ({ ...office, providers: [provider] });

const drifts: readonly (readonly CheckedStack[])[] = [
  [stack("handler", resource("desk", "drifted", { changes: handler, unused: ["callRelayScriptUrl"] }))],
  [stack("rest", resource("line", "drifted", { ...line, changes: handler, remaining: ["callSipEndpointId"] }))],
  [stack("secret", resource("desk", "drifted", { changes: secret }))],
  [stack("missing", missing, resource("main", "missing", { ...line, label: "+12025550101" }))],
  [stack("unnamed", resource("line", "unnamed", { ...line, source, unnamed }))],
  [dangles("named", { names: ["id-of-desk"], ignored: changed })],
  [dangles("elsewhere", { names: ["another", "id-of-desk"] })],
  [stack("unread", resource("web", "renewal-due", { type: "ClientToken" }), resource("desk", "error"))],
  [
    { stack: "org/it's; 'rm -rf", resources: [resource("a", "drifted", { changes: changed })], policies },
    stack("dev", resource("b", "in-sync")),
    stack("test", resource("web", "renewal-due", { type: "ClientToken" })),
  ],
  // 100 columns are one line, up to 200 characters can be copied, up to ten targets and five resources are named.
  ...[63, 64, 198, 199].map((length) => [literal(length)]),
  ...[10, 11].map((count) => [many(count, "drifted", { changes: changed })]),
  ...[5, 6].map((count) => [many(count, "in-sync", { unverifiable: ["pin"] })]),
];

/** Shares are rounded down, and left out where a list was not read. One of several accounts is named by its provider. */
const accounts: readonly (readonly Account[])[] = [
  ...[[listed(500, 412)], [listed(1_000, 999)], [listed(2, 1), office]],
  ...[[of("us")], [of("us"), of("eu 1")]],
];

test("the remedies of each drift and of each account are the golden file", async () => {
  const reports = [
    ...drifts.map((stacks) => report(stacks)),
    ...accounts.map((each) => report([many(1, "in-sync")], each)),
  ];
  const texts = reports.map((each) => terminal(shown(each), false));
  expect(texts.join()).not.toContain("hunter2");
  await expect(texts.join("\n")).toMatchFileSnapshot("golden/remedies.txt");
});

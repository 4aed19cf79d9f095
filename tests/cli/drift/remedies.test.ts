// Remedies that tests/cli/report/golden/drift.txt.txt, with its one finding of each kind, does not show.

import { expect, test } from "vitest";
import type { CheckedStack } from "../../../cli/drift/checked.ts";
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
];
const line = { type: "PhoneNumber" } as const;
const missing = resource("desk", "missing", { source });

const policies = { packs: ["/packs/ours"], configs: [], isAssumed: true };

const drifts: readonly (readonly CheckedStack[])[] = [
  [
    {
      stack: "handler",
      resources: [resource("desk", "drifted", { changes: handler, unused: ["callRelayScriptUrl"] })],
    },
  ],
  [
    {
      stack: "rest",
      resources: [resource("line", "drifted", { ...line, changes: handler, remaining: ["callSipEndpointId"] })],
    },
  ],
  [{ stack: "secret", resources: [resource("desk", "drifted", { changes: secret })] }],
  [{ stack: "missing", resources: [missing, resource("main", "missing", { ...line, label: "+12025550101" })] }],
  [{ stack: "unnamed", resources: [resource("line", "unnamed", { ...line, source, unnamed })] }],
  [{ stack: "named", resources: [resource("line", "dangling", { ...line, names: ["id-of-desk"] }), missing] }],
  [{ stack: "elsewhere", resources: [resource("line", "dangling", { ...line, names: ["another"] }), missing] }],
  [
    {
      stack: "unread",
      resources: [resource("web", "renewal-due", { type: "ClientToken" }), resource("desk", "error")],
    },
  ],
  [
    { stack: "org/it's; rm -rf", resources: [resource("a", "drifted", { changes: changed })], policies },
    { stack: "dev", resources: [resource("b", "in-sync")] },
    { stack: "test", resources: [resource("web", "renewal-due", { type: "ClientToken" })] },
  ],
];

test("the remedies of each drift are the golden file", async () => {
  const texts = drifts.map((stacks) => terminal(shown(report(stacks)), false));
  expect(texts.join()).not.toContain("hunter2");
  await expect(texts.join("\n")).toMatchFileSnapshot("golden/remedies.txt");
});

test("a literal of up to 200 characters can be copied", () => {
  const codes = [198, 199].map((length) => {
    const changes = [{ property: "callerId", actual: "x".repeat(length) }];
    const { remedies } = report([{ stack: "prod", resources: [resource("desk", "drifted", { changes })] }]);
    return remedies[1]?.edits[0]?.code;
  });
  expect(codes).toEqual([`callerId: "${"x".repeat(198)}"`, "callerId"]);
});

test("the export of one of several accounts names its provider", () => {
  const lines = (...providers: string[]) => {
    const { remedies } = report(
      [],
      providers.map((each) => ({ ...office, providers: [each] })),
    );
    return remedies.at(-1)?.commands.map(({ line }) => line);
  };
  const line = "npx --no -- pulumi-signalwire export --unmanaged";
  expect(lines("us")).toEqual([line]);
  expect(lines("us", "eu 1")).toEqual([`${line} --provider us`, `${line} --provider 'eu 1'`]);
});

test("a command names up to ten targets", () => {
  const counts = [10, 11].map((count) => {
    const resources = Array.from({ length: count }, (_, at) => resource(`desk-${at}`, "drifted"));
    return JSON.stringify(report([{ stack: "prod", resources }]).remedies).split("--target ").length - 1;
  });
  expect(counts).toEqual([10, 0]);
});

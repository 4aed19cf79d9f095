import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { findingsOf } from "../../../cli/drift/findings.ts";
import { terminalReport as render } from "../../../cli/drift/renderers/terminal.ts";
import type { DriftReport } from "../../../cli/drift/report.ts";
import { everyVerdict, HOSTILE, hostile, large, office, report, resource } from "./reports.ts";

const terminalReport = (of: DriftReport, colour: boolean) => render(findingsOf(of, ["drift"]), { colour });
const plain = (of: DriftReport) => terminalReport(of, false);
const linesOf = (text: string) => text.split("\n");

test("a clean report is two lines, the second on unverifiable arguments", () => {
  const clean = report([
    {
      stack: "prod",
      resources: [
        resource("desk", "in-sync", { unverifiable: ["password"] }),
        resource("a", "unreadable", { type: "ClientToken" }),
        resource("b", "unreadable", { type: "ClientToken" }),
      ],
    },
    { stack: "dev", resources: [] },
  ]);
  expect(linesOf(plain(clean))).toEqual([
    "✓ In sync  3 resources in 2 stacks: 2 unreadable, 1 in sync",
    "  prod and dev · 2 client tokens cannot be read back · the password of desk cannot be verified, for the service never shows it",
    "",
  ]);
});

test("a report on nothing is two lines as well", () => {
  expect(plain(report([]))).toBe("✓ In sync  0 resources in 0 stacks\n  no stack\n");
});

test("each finding has a line with its verdict, its resource and where it is declared", () => {
  const lines = linesOf(plain(everyVerdict));
  expect(lines[0]).toBe("✗ Drift found, and not everything could be checked");
  expect(lines).toContain("prod");
  expect(lines).toContain("  ✗ error        SipEndpoint broken  infra/index.ts:9");
  expect(lines).toContain("  − missing      PhoneNumber main-line (+12025550101)  infra/index.ts:30");
  expect(lines).toContain("  ~ drifted      SipEndpoint desk (front-desk)  infra/index.ts:4");
  expect(lines).toContain("  ! renewal due  ClientToken web  infra/index.ts:41");
  expect(lines).toContain("  · ignored      SipEndpoint lab");
  expect(lines).toContain("  + unmanaged    SipEndpoint lobby  call: relay_script");
  expect(lines).toContain("  · 1 client token cannot be read back");
  expect(lines).toContain("  · the password of desk and workshop cannot be verified, for the service never shows it");
});

test("a resource in sync has no line", () => {
  expect(plain(everyVerdict)).not.toContain("SipEndpoint workshop");
});

test("expected and actual values are aligned under their resource", () => {
  const text = plain(everyVerdict);
  expect(text).toContain(
    [
      '                 callerId    "Front desk" → "Nobody"',
      '                 codecs      ["OPUS", "PCMU"] → ["PCMU"]',
      '                 encryption  "required" → (not set)',
      '                 sendAs      (not set) → "random"',
    ].join("\n"),
  );
});

test("an unreadable resource has its reason", () => {
  expect(plain(everyVerdict)).toContain(
    "infra/index.ts:9\n                 The service answered 500 to GET /api/relay/rest/endpoints/sip/id-of-broken.\n",
  );
});

test("resources with one read error print it once", () => {
  const message = "The service cannot be reached.";
  const resources = ["a", "b", "c", "d", "e"].map((name) => resource(name, "error", { message }));
  const text = plain(report([{ stack: "prod", resources: [...resources, resource("f", "error")] }]));
  expect(text).toContain("  ✗ error        5 resources  SipEndpoint a, SipEndpoint b, SipEndpoint c and 2 more\n");
  expect(text.split(message)).toHaveLength(2);
  expect(text).toContain("SipEndpoint f\n                 It could not be read.\n");
});

test("many unverifiable passwords are counted, not listed", () => {
  const resources = Array.from({ length: 6 }, (_, index) =>
    resource(`desk-${index}`, index === 0 ? "drifted" : "in-sync", { unverifiable: ["password"] }),
  );
  expect(plain(report([{ stack: "prod", resources }]))).toContain(
    "  · the password of 6 resources cannot be verified, for the service never shows it\n",
  );
});

test("unread resources do not count as unverifiable", () => {
  const resources = [
    resource("gone", "missing", { unverifiable: ["password"] }),
    resource("broken", "error", { unverifiable: ["password"] }),
  ];
  expect(plain(report([{ stack: "prod", resources }]))).not.toContain("cannot be verified");
});

test("ignored differences of a drifted resource are listed separately", () => {
  const both = resource("desk", "drifted", {
    changes: [{ property: "callerId", expected: "A", actual: "B" }],
    ignored: [{ property: "name", expected: "C" }],
  });
  expect(plain(report([{ stack: "prod", resources: [both] }]))).toContain(
    '                 callerId  "A" → "B"\n                 and ignored:\n                 name      "C" → (not set)\n',
  );
});

test("a stack that could not be checked says why, and the others are shown", () => {
  const text = plain(
    report([
      { stack: "locked", resources: [], error: "The stack is locked: run `pulumi cancel`." },
      { stack: "prod", resources: [resource("gone", "missing")] },
      { stack: "quiet", resources: [resource("desk", "in-sync")] },
    ]),
  );
  expect(text).toContain("locked\n  ✗ error        The stack is locked: run `pulumi cancel`.\n\nprod\n  − missing ");
  expect(linesOf(text)[0]).toBe("✗ Drift found, and not everything could be checked");
  expect(text).not.toContain("\nquiet\n");
  expect(text).toContain("\n2 resources in 3 stacks: 1 missing, 1 in sync\n");
});

test("an account that could not be read says why", () => {
  const failed = { projectId: "", baseUrl: "", unmanaged: [], error: "The API token is missing." };
  const text = plain(report([{ stack: "prod", resources: [] }], [failed]));
  expect(text).toContain("✗ Not everything could be checked\n\nAccount\n  ✗ error        The API token is missing.\n");
});

test.each([
  ["drift", report([{ stack: "s", resources: [resource("a", "missing")] }]), "✗ Drift found"],
  ["errors", report([{ stack: "s", resources: [resource("a", "error")] }]), "✗ Not everything could be checked"],
  ["renewals", report([{ stack: "s", resources: [resource("a", "renewal-due")] }]), "! No drift, but renewals due"],
  ["unmanaged objects", report([], [office]), "! No drift, but unmanaged objects"],
  [
    "ignored changes",
    report([{ stack: "s", resources: [resource("a", "ignored")] }]),
    "✓ No drift but what is ignored",
  ],
])("the first line sums up %s", (_, of, expected) => {
  expect(linesOf(plain(of))[0]).toBe(expected);
});

test("counts come next to last, and what to do about it last", () => {
  const text = plain(everyVerdict);
  const counts = text.indexOf(
    "7 resources in 1 stack: 1 error, 1 missing, 1 drifted, 1 renewal due, 1 ignored, 1 unreadable, 1 in sync, 1 unmanaged",
  );
  const fix = text.indexOf("Bring the service back to what the program says\n  pulumi up --refresh --stack prod\n");
  expect(counts).toBeGreaterThan(text.indexOf("unmanaged    SipEndpoint lobby"));
  expect(fix).toBeGreaterThan(counts);
  expect(text).toContain('\n  infra/index.ts:4  SipEndpoint "desk": set callerId: "Nobody"\n');
});

test("of many edits the first ten are shown", () => {
  const text = plain(large(12));
  expect(text.match(/: set callerId: /g)).toHaveLength(10);
  expect(text).toContain("  and 14 more edits: see the other reports\n");
});

test("a change that is wider than 100 columns takes two lines", () => {
  const text = (length: number) => {
    const change = { property: "callRequestUrl", expected: "a".repeat(length), actual: "https://b.example" };
    return plain(report([{ stack: "prod", resources: [resource("desk", "drifted", { changes: [change] })] }]));
  };
  expect(text(43)).toContain(`callRequestUrl  "${"a".repeat(43)}" → "https://b.example"\n`);
  expect(text(44)).toContain(
    `                 callRequestUrl  "${"a".repeat(44)}"\n                               → "https://b.example"\n`,
  );
});

test("colour changes nothing but the colour", () => {
  for (const of of [everyVerdict, hostile, report([])]) {
    const coloured = terminalReport(of, true);
    expect(coloured).not.toBe(plain(of));
    expect(stripVTControlCharacters(coloured)).toBe(plain(of));
  }
});

test("nothing from outside reaches the terminal, or a CI runner, as a command", () => {
  const text = plain(hostile);
  expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}/u);
  for (const line of linesOf(text)) expect(line.trimStart()).not.toMatch(/^::|##\w*\[/);
  expect(text).toContain(JSON.stringify(HOSTILE.command));
  const commands = report([{ stack: "::error::a", resources: [], error: "::add-mask::b ##[group]c" }]);
  for (const line of linesOf(plain(commands))) expect(line).not.toMatch(/^\s*::|##\w*\[/);
});

test("the same report makes the same text", () => {
  expect(plain(everyVerdict)).toBe(plain(structuredClone(everyVerdict)));
});

test("the head says how much of the accounts is managed, and 100 % means all", () => {
  const listed = (objects: number, managed: number) => report([], [{ ...office, listed: { objects, managed } }]);
  expect(plain(listed(500, 412)).split("\n")[0]).toBe(
    "! No drift, but unmanaged objects  412 of 500 objects managed, 82 %",
  );
  expect(plain(listed(1_000, 999)).split("\n")[0]).toContain("999 of 1,000 objects managed, 99 %");
  const partly = report([], [{ ...office, listed: { objects: 2, managed: 1 } }, office]);
  expect(plain(partly).split("\n")[0]).toBe("! No drift, but unmanaged objects");
});

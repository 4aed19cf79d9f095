import { expect, test } from "vitest";
import { findingsOf } from "../../../cli/drift/findings.ts";
import { editText, type Remedy } from "../../../cli/drift/remedies.ts";
import type { CheckedResource, DriftReport } from "../../../cli/drift/report.ts";
import { office, report, resource } from "./reports.ts";

const remedies = (of: DriftReport) => findingsOf(of, ["drift"]).remedies;
const of = (...resources: CheckedResource[]) => remedies(report([{ stack: "prod", resources }]));
const titles = (found: readonly Remedy[]) => found.map(({ title }) => title);
const lines = (found: readonly Remedy[]) => found.flatMap(({ commands }) => commands.map(({ line }) => line));
const edits = (found: readonly Remedy[]) => found.flatMap((remedy) => remedy.edits.map(editText));

const source = { file: "index.ts", line: 4 };

test("no remedy for resources that are in sync, ignored, unreadable or failed", () => {
  const fine = (["in-sync", "ignored", "unreadable", "error"] as const).map((verdict) => resource(verdict, verdict));
  expect(of(...fine)).toEqual([]);
});

test("drift is undone by an update or the fix, or accepted by a refresh and edits of the program", () => {
  const found = of(
    resource("desk", "drifted", {
      source,
      changes: [
        { property: "callerId", expected: "A", actual: "B" },
        { property: "codecs", actual: ["OPUS", "PCMU"] },
        { property: "encryption", expected: "required" },
      ],
    }),
  );
  expect(titles(found)).toEqual(["Bring the service back to what the program says", "Or accept what the service has"]);
  expect(lines(found)).toEqual([
    "pulumi up --refresh --stack prod",
    "npx pulumi-signalwire drift --fix --stack prod",
    "pulumi refresh --stack prod",
  ]);
  expect(edits(found)).toEqual([
    'index.ts:4  SipEndpoint "desk": set callerId: "B"',
    'index.ts:4  SipEndpoint "desk": set codecs: ["OPUS", "PCMU"]',
    'index.ts:4  SipEndpoint "desk": remove encryption',
  ]);
});

test("an edit without a known line names the resource", () => {
  expect(edits(of(resource("desk", "drifted", { changes: [{ property: "callerId", actual: "B" }] })))).toEqual([
    'SipEndpoint "desk": set callerId: "B"',
  ]);
});

test("a secret is not written into an edit, nor a very long value", () => {
  const found = of(
    resource("desk", "drifted", {
      changes: [
        { property: "password", expected: "[secret]", actual: "[secret]" },
        { property: "callRequestUrl", actual: "https://u:hunter2@example.com" },
        { property: "callerId", actual: "x".repeat(300) },
      ],
    }),
  );
  expect(edits(found)).toEqual([
    'SipEndpoint "desk": set password to its new value, which holds a secret',
    'SipEndpoint "desk": set callRequestUrl to its new value, which holds a secret',
    'SipEndpoint "desk": set callerId to its new value, which the JSON report has',
  ]);
});

test("a missing endpoint is made anew by an update or the fix, or taken out of the program", () => {
  const found = of(resource("desk", "missing", { source }));
  expect(lines(found)).toEqual([
    "pulumi up --refresh --stack prod",
    "npx pulumi-signalwire drift --fix --stack prod",
    "pulumi refresh --stack prod",
  ]);
  expect(edits(found)).toEqual(['index.ts:4  SipEndpoint "desk": remove it from the program']);
});

test("a missing number can only be taken out", () => {
  const found = of(resource("main", "missing", { type: "PhoneNumber", label: "+12025550101" }));
  expect(lines(found)).toEqual(["pulumi refresh --stack prod"]);
  expect(edits(found)).toEqual(['PhoneNumber "main": remove it from the program']);
  expect(found[0]?.notes).toEqual(["A phone number cannot be made anew: the project no longer owns it."]);
});

test("a token that is due is renewed by an update", () => {
  const found = of(resource("web", "renewal-due", { type: "ClientToken" }));
  expect(found).toEqual([
    { title: "Renew what is due", commands: [{ line: "pulumi up --stack prod" }], edits: [], notes: [] },
  ]);
});

test("unmanaged objects are exported by one command, removed, or found in another stack", () => {
  const number = { type: "PhoneNumber", id: "n", label: "+12025550123" } as const;
  const found = remedies(
    report([{ stack: "prod", resources: [] }], [{ ...office, unmanaged: [...office.unmanaged, number] }]),
  );
  expect(titles(found)).toEqual(["Manage what no stack claims"]);
  expect(edits(found)).toEqual([]);
  expect(lines(found)).toEqual(["npx pulumi-signalwire export --unmanaged --stack prod"]);
  expect(found[0]?.notes.join()).toContain("--unmanaged --stack A --stack B");
});

test("each stack has commands of its own, only where it needs them", () => {
  const found = remedies(
    report([
      { stack: "org/office/prod", resources: [resource("a", "drifted")] },
      { stack: "dev", resources: [resource("b", "in-sync")] },
      { stack: "it's; rm -rf", resources: [resource("c", "renewal-due")] },
    ]),
  );
  expect(lines(found)).toEqual([
    "pulumi up --refresh --stack org/office/prod",
    "npx pulumi-signalwire drift --fix --stack org/office/prod",
    "pulumi refresh --stack org/office/prod",
    "pulumi up --stack 'it'\\''s; rm -rf'",
  ]);
});

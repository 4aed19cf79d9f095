// Handwritten reports with one finding of each kind and hostile values.

import {
  type Account,
  type CheckedResource,
  type CheckedStack,
  type FailureKind,
  VERDICTS,
  type Verdict,
} from "../../../cli/drift/checked.ts";
import { driftReport } from "../../../cli/drift/to-report.ts";
import type { Report } from "../../../cli/report/model.ts";

const NOW = new Date("2026-11-21T03:00:00.250Z");

export function resource(name: string, verdict: Verdict, more: Partial<CheckedResource> = {}): CheckedResource {
  const type = more.type ?? "SipEndpoint";
  return {
    urn: `urn:pulumi:prod::office::pulumi-nodejs:dynamic/signalwire:${type}::${name}`,
    type,
    name,
    id: `id-of-${name}`,
    verdict,
    changes: [],
    ignored: [],
    unnamed: [],
    unverifiable: [],
    ...more,
  };
}

export function report(
  stacks: readonly CheckedStack[],
  accounts: readonly Account[] = [],
  failOn: readonly FailureKind[] = ["drift"],
): Report {
  return driftReport({ stacks, accounts, now: NOW }, failOn);
}

export const office: Account = {
  projectId: "8d6b4f0e-9a51-4f4c-9f0c-2a1d7c1e5b11",
  baseUrl: "https://example.signalwire.com",
  unmanaged: [{ type: "SipEndpoint", id: "lobby-id", label: "lobby", handler: "call: relay_script" }],
};

/** Each verdict once, two blind spots, and an unmanaged object. */
export const everyVerdict = report(
  [
    {
      stack: "prod",
      resources: [
        resource("web", "renewal-due", {
          type: "ClientToken",
          message:
            "Due since 2026-11-21T02:00:00Z, and it expires at 2026-11-21T03:10:00Z; the next `pulumi up` renews it.",
          source: { file: "infra/index.ts", line: 41 },
        }),
        resource("gate", "dangling"),
        resource("app", "unreadable", { type: "ClientToken" }),
        resource("main-line", "missing", {
          type: "PhoneNumber",
          label: "+12025550101",
          source: { file: "infra/index.ts", line: 30 },
        }),
        resource("broken", "error", {
          message: "The service answered 500 to GET /api/relay/rest/endpoints/sip/id-of-broken.",
          source: { file: "infra/index.ts", line: 9 },
        }),
        resource("desk", "drifted", {
          label: "front-desk",
          unverifiable: ["password"],
          source: { file: "infra/c# 100%/desk.ts", line: 4 },
          changes: [
            { property: "callerId", expected: "Front desk", actual: "Nobody" },
            { property: "codecs", expected: ["OPUS", "PCMU"], actual: ["PCMU"] },
            { property: "encryption", expected: "required" },
            { property: "sendAs", actual: "random" },
          ],
        }),
        resource("lab", "ignored", { ignored: [{ property: "callerId", expected: "Lab", actual: "Test" }] }),
        resource("workshop", "in-sync", { unverifiable: ["password"] }),
      ],
    },
  ],
  [office],
);

/** Hostile values that a person with access to the service could write into a caller id. */
export const HOSTILE = {
  markup: "</td></table><script>alert(1)</script><img src=x onerror=alert(2)>",
  table: "a | b \\| c |\n| d",
  code: "`` ` ``` `whoami`",
  mention: "@octocat #123 octo/repo#4 GH-5 https://evil.example/x",
  command: "x\r\n::error::forged %0A::set-output name=a::b ##vso[a] ##[b]",
  terminal: "\u001b[2J\u001b]0;title\u0007\u009b31m\u202egnp.exe\u0000\ufffe",
  xml: "]]>&<!-- \"'",
} as const;

export const hostile = report(
  [
    {
      stack: "prod",
      resources: [
        ...Object.entries(HOSTILE).map(([name, text]) =>
          resource(name, "drifted", {
            label: text,
            changes: [{ property: "callerId", expected: "fine", actual: text }],
            ignored: [{ property: "name", expected: text, actual: text.length }],
          }),
        ),
        resource("gone", "missing"),
        resource(HOSTILE.mention, "dangling", { names: ["id-of-gone"], message: "It names it." }),
        resource("told", "error", { message: Object.values(HOSTILE).join(" ") }),
      ],
      error: Object.values(HOSTILE).join(" "),
    },
  ],
  [
    {
      ...office,
      unmanaged: Object.values(HOSTILE).map((label, index) => ({ type: "SipEndpoint", id: `${index}`, label })),
    },
  ],
);

export const PASSWORD = "s3cr3t-of-a-url";

/** An address with a password in every place that holds text. */
export const withPassword = (() => {
  const url = `https://user:${PASSWORD}@example.com/hook?token=${PASSWORD}`;
  const change = { property: "callRequestUrl", expected: url, actual: [url, { deep: url }] };
  const all = { label: url, message: `It went wrong at ${url}, they say.`, changes: [change], ignored: [change] };
  return report(
    [
      {
        stack: "prod",
        error: url,
        resources: VERDICTS.map((verdict) => resource(verdict, verdict, { ...all, id: url })),
      },
    ],
    [
      {
        projectId: "p",
        baseUrl: url,
        error: url,
        unmanaged: [{ type: "PhoneNumber", id: url, label: url, handler: url }],
      },
    ],
  );
})();

/** Returns a report with `count` drifted resources, each with one long value, and as many other findings. */
export function large(count: number): Report {
  const each = (verdict: Verdict, more: (index: number) => Partial<CheckedResource> = () => ({})) =>
    Array.from({ length: count }, (_, index) => resource(`${verdict}-${index}`, verdict, more(index)));
  return report(
    [
      {
        stack: "prod",
        resources: [
          ...each("drifted", (index) => ({
            changes: [{ property: "callerId", expected: "é".repeat(150), actual: `value ${index}` }],
          })),
          ...each("missing"),
          ...each("error", (index) => ({ message: `The service answered 500 to request ${index}.` })),
          ...each("ignored", () => ({ ignored: [{ property: "callerId", expected: "a", actual: "b" }] })),
          ...each("renewal-due"),
        ],
      },
    ],
    [
      {
        ...office,
        unmanaged: Array.from({ length: count }, (_, index) => ({
          type: "PhoneNumber",
          id: `${index}`,
          label: `+1202555${index}`,
        })),
      },
    ],
  );
}

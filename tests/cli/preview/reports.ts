// Reports of previews and deployments, for the tests of comments.

import type { Change, Report } from "../../../cli/preview/report.ts";
import type { Violation } from "../../../cli/preview/violations.ts";
import type { TriedCall } from "../../../cli/routes/tried-call.ts";

const HOSTILE = "<img src=x> @all | [x](http://evil.example)";

const urnOf = (name: string) => `urn:pulumi:prod::phones::pulumi-nodejs:dynamic/signalwire:SipEndpoint::${name}`;
const link = (rule: string) => `https://github.com/example/pulumi-signalwire/blob/main/docs/policies.md#${rule}`;

function violation(policy: string, name: string, line: number, message: string, mandatory = false): Violation {
  return {
    level: mandatory ? "mandatory" : "advisory",
    policy,
    severity: mandatory ? "high" : "medium",
    link: link(policy),
    resource: name === "" ? "the stack" : `SipEndpoint ${name}`,
    urn: urnOf(name),
    message,
    source: { file: "index.ts", line },
  };
}

function update(name: string, line: number, ...fields: Change["fields"]): Change {
  return {
    doing: "update",
    resource: `SipEndpoint ${name}`,
    urn: urnOf(name),
    source: { file: "index.ts", line },
    fields,
  };
}

const field = (property: string, expected: string, actual: string) => ({
  property,
  expected: JSON.stringify(expected),
  actual: JSON.stringify(actual),
});

function call(to: string, text: string): TriedCall {
  const steps = [{ text: `The phone number ${to} is called.` }, { text }];
  return {
    to,
    from: "+12025550177",
    outcome: "answered",
    verdict: "",
    way: "",
    steps,
    reached: [],
    handedTo: [],
    documents: [],
  };
}

const ringing = {
  to: "+12025550101",
  before: call("+12025550101", "The SIP endpoint front-desk rings."),
  after: call("+12025550101", "The SIP endpoint night-desk rings."),
};

const nothing: Report = {
  command: "preview",
  stack: "prod",
  outcome: "done",
  changes: [],
  unchanged: 12,
  failures: [],
  violations: [],
  calls: { tried: 2, others: [] },
  totals: { same: 13 },
  text: "Previewing update (prod):\n    pulumi:pulumi:Stack: (same)\n",
};

const deleted = (count: number): Change[] =>
  Array.from({ length: count }, (_, at) => ({
    doing: "delete",
    resource: `SipEndpoint old-${at}`,
    urn: urnOf(`old-${at}`),
    fields: [],
  }));

const sendAs = "sendAs is not set, so the project's SIP profile decides. Set sendAs to a number of the project.";
const loop = violation(
  "stack-call-loops",
  "desk",
  4,
  "calls go round: desk → line → desk. Let one of them pass the call to a target outside the circle.",
  true,
);
const picture = "flowchart LR\n  a --> b\n";

/** The reports for a pull request's comment, by name. */
export const reports: { readonly [name: string]: Report } = {
  nothing,
  "a deletion": { ...nothing, changes: deleted(1), calls: { tried: 2, others: [ringing], picture } },
  "many deletions": { ...nothing, changes: deleted(40) },
  failed: {
    ...nothing,
    outcome: "failed",
    failures: [{ resource: "SipEndpoint desk", message: "The user name desk is taken.\nSet adopt: true." }],
    calls: { tried: 0, others: [], error: "the preview did not end, so the plan is not known." },
  },
  "failed in the program": {
    ...nothing,
    outcome: "failed",
    changes: deleted(2),
    failures: [
      { message: "Running program 'index.ts' failed with an unhandled exception:\nTypeError: x is not a function" },
    ],
  },
  refused: {
    ...nothing,
    outcome: "refused",
    changes: [
      update(
        "desk",
        4,
        field("callRelayScriptUrl", "https://a.example/?token=canary", "https://user:secret@a.example/"),
      ),
    ],
    unchanged: 11,
    violations: [loop],
    calls: { tried: 2, others: [ringing], picture },
  },
  "refused with deletions": { ...nothing, outcome: "refused", changes: deleted(3), violations: [loop] },
  "500 changes": {
    ...nothing,
    changes: Array.from({ length: 500 }, (_, at) =>
      update(`desk-${at}`, at + 1, field("callerId", `Desk ${at}`, `Office ${at}`)),
    ),
    text: Array.from({ length: 9_000 }, (_, at) => `  ~ line ${at} of the engine's output`).join("\n"),
  },
  "two fields, ten desks": {
    ...nothing,
    changes: [
      update("desk-3", 3, field("callerId", "Desk 3", "Reception"), field("sendAs", "+12025550101", "+12025550102")),
    ],
    violations: Array.from({ length: 10 }, (_, at) => violation("sip-endpoint-send-as", `desk-${at}`, at + 1, sendAs)),
    calls: { tried: 2, others: [ringing], picture },
    unchanged: 11,
    text: Array.from({ length: 60 }, (_, at) => `    line ${at}`).join("\n"),
  },
  "new and known violations": {
    ...nothing,
    outcome: "refused",
    violations: [loop, { ...violation("sip-endpoint-send-as", "desk", 4, sendAs), isKnown: true }],
  },
  "hostile names": {
    ...nothing,
    changes: [update(HOSTILE, 1, field("callerId", HOSTILE, "~~~~~~~~~~"))],
    violations: [{ ...violation("a-rule", HOSTILE, 1, HOSTILE), link: link("a-rule") }],
    text: `~~~~~~~~~~\n${HOSTILE}\n~~~~~~~~~~\n`,
  },
  "a deployment that failed": {
    ...nothing,
    command: "up",
    outcome: "failed",
    changes: deleted(1),
    failures: [{ resource: "SipEndpoint desk", message: "The service answered 503." }],
  },
};

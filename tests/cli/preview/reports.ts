// Previews as the engine's events tell them.

import { hash } from "node:crypto";
import type { EngineEvent } from "@pulumi/pulumi/automation/index.js";
import { type Previewed, previewReport } from "../../../cli/preview/to-report.ts";
import { OWN_PACK } from "../../../cli/preview/violations.ts";
import type { Report } from "../../../cli/report/model.ts";
import { UNKNOWN } from "../../../contract/index.ts";
import { NO_CHANGE } from "../../../server/reach/compare.ts";

const HOSTILE = "<img src=x> @all | [x](http://evil.example)";
const SCRIPT_ADDRESS = "https://example.signalwire.com/relay-bins/menu";

const notTried = [{ path: "+12025550109: key 2", reason: "Goes on as https://a.example/ says", count: 1 }];
const paths = { ...NO_CHANGE, callers: 3, paths: 12, notTried };

const urnOf = (name: string, type = "SipEndpoint") =>
  `urn:pulumi:prod::phones::pulumi-nodejs:dynamic/signalwire:${type}::${name}`;

/** A step of the engine on a resource; for an update, its arguments before and after. */
export function step(
  op: string,
  name: string,
  before: object = {},
  after: object = {},
  type = "SipEndpoint",
): EngineEvent {
  const state = (inputs: object) => ({ id: "id", inputs, outputs: { ...inputs, requestUrl: SCRIPT_ADDRESS } });
  const diffs = Object.keys({ ...before, ...after });
  const metadata = {
    ...{ op, urn: urnOf(name, type), type: `pulumi-nodejs:dynamic/signalwire:${type}`, diffs },
    ...{ old: state(before), new: state(after) },
  };
  return { resourcePreEvent: { metadata } } as unknown as EngineEvent;
}

export function violation(policyName: string, name: string, message: string, severity = "medium"): EngineEvent {
  const policyEvent = {
    ...{ policyName, message, resourceUrn: name === "" ? "" : urnOf(name) },
    policyPackName: policyName.startsWith("sip-") ? OWN_PACK : "own",
    enforcementLevel: severity === "high" ? "mandatory" : "advisory",
    severity,
  };
  return { policyEvent } as unknown as EngineEvent;
}

export function failure(message: string, name = ""): EngineEvent {
  const urn = name === "" ? undefined : urnOf(name);
  return { diagnosticEvent: { severity: "error", message, urn } } as unknown as EngineEvent;
}

/** A note of the provider's preview at a resource. */
export function note(message: string, name: string, type?: string): EngineEvent {
  return { diagnosticEvent: { severity: "info", message, urn: urnOf(name, type) } } as unknown as EngineEvent;
}

export function previewed(events: readonly EngineEvent[], more: Partial<Previewed> = {}): Report {
  const base = { stack: "prod", calls: { numbers: 2, paths }, text: "", isVerbose: false };
  const sourceOf = ({ name }: { name: string }) => ({
    file: "index.ts",
    line: Number(/\d+$/.exec(name)?.[0] ?? 3) + 1,
  });
  const now = new Date("2026-11-21T03:00:00Z");
  return previewReport({ ...base, known: new Set<string>(), sourceOf, now, events, ...more });
}

const same = Array.from({ length: 11 }, (_, at) => step("same", `other-${at}`));
const loop = violation("sip-endpoint-encryption", "desk", "encryption is not required.", "high");
/** The fingerprint of a violation that the baseline has. */
const KNOWN = hash("sha256", JSON.stringify(["sip-endpoint-name", urnOf("hall"), "name is not set."]));
const picture = "flowchart LR\n  a --> b\n";
const ringing = {
  path: "+12025550101",
  before: "Rings the devices of the SIP endpoint front-desk",
  after: "Rings the devices of the SIP endpoint night-desk",
  count: 1,
};
const calls = { numbers: 2, paths: { ...paths, rows: [ringing] }, picture };
const deleted = (count: number) => Array.from({ length: count }, (_, at) => step("delete", `old-${at}`));

/** What a pull request may show, by name. */
export const previews: { readonly [name: string]: Report } = {
  nothing: previewed(same),
  "many deletions": previewed(deleted(40), { calls }),
  failed: previewed([failure("The user name desk is taken.\nSet adopt: true.", "desk")], {
    failure: "",
    calls: { numbers: 0, paths: NO_CHANGE, error: "the preview did not end, so the plan is not known." },
  }),
  refused: previewed(
    [
      ...same,
      step(
        "update",
        "desk",
        { callerId: "https://a.example/?token=canary" },
        { callerId: "https://user:secret@a.example/" },
      ),
      ...["desk-1", "desk-2"].map((name) => violation("sip-endpoint-send-as", name, "sendAs is not set.")),
      violation("a-rule", "desk-3", "sendAs is not set.", ""),
      loop,
      ...Array<EngineEvent>(2).fill(violation("sip-endpoint-name", "hall", "name is not set.")),
    ],
    { failure: "", calls, known: new Set([KNOWN]) },
  ),
  "a caller with nobody": previewed([step("update", "menu", {}, {}, "SwmlScript")], {
    calls: {
      ...calls,
      paths: {
        ...paths,
        rows: [
          {
            alarm: "nobody",
            path: "+12025550101: key 1",
            count: 1,
            before: "Rings the devices of the SIP endpoint sales",
            after: "Did not ring: the document dials sip:sales-typo, an address that no object has",
            declared: { type: "SwmlScript", name: "menu" },
          },
        ],
      },
    },
  }),
  "an edited menu": previewed([
    step("update", "menu", { contents: '{"a":[{"play":"x"}]}' }, { contents: '{"a":[{"play":"y"}]}' }, "SwmlScript"),
    step(
      "update",
      "moved",
      { callRelayScriptUrl: "https://a.example/" },
      { callRelayScriptUrl: UNKNOWN },
      "PhoneNumber",
    ),
  ]),
  "500 changes": previewed(
    Array.from({ length: 500 }, (_, at) =>
      step("update", `desk-${at}`, { callerId: `Desk ${at}` }, { callerId: "Office" }),
    ),
  ),
  "an existing account": previewed([
    step("create", "line", {}, { number: "+12025550101", name: "Main; line → x" }, "PhoneNumber"),
    note(
      '<{%reset%}>adopts the phone number "+12025550101" (9e8b6c1a): name "Old → \\"; b\\"" → "Main; line → x"; callHandler (not set) → "relay_script"; callRelayScriptUrl (not set) → (not known yet); extra.tags ["a"] → (not set)<{%reset%}>\n',
      "line",
      "PhoneNumber",
    ),
    step("create", "desk", {}, { username: "desk", password: "x" }),
    note(
      'adopts the SIP endpoint "desk: a" (5f1c):\n  callerId [secret] → [secret] (changed)\n  sends the program\'s password',
      "desk",
    ),
    step("create", "menu", {}, { displayName: "Menu" }, "SwmlScript"),
    note('adopts the SWML script "Menu" (77ab) as it is: nothing changes', "menu", "SwmlScript"),
    step("create", "profile", {}, { defaultEncryption: "required" }, "SipProfile"),
    step("update", "owned", { exclusive: undefined }, { exclusive: true }, "PhoneNumber"),
    note('takes over every setting: messageHandler "relay_context" → (not set)', "owned", "PhoneNumber"),
  ]),
  "hostile names": previewed([
    step("update", HOSTILE, { callerId: HOSTILE }, { callerId: "~~~~" }),
    violation("a-rule", HOSTILE, HOSTILE),
  ]),
};

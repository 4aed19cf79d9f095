// Calls that form a loop, and calls that only look like one.

import { describe, expect, it } from "vitest";
import { type Trial, testRule } from "../../policy/index.ts";
import { noCallLoops } from "../../policy/rules/call-loops.ts";
import { chain } from "./trials.ts";

const NUMBER = "+12025550101";

/** A number that rings an endpoint, whose script has this URL. */
function ring(script: string): Trial[] {
  return [
    {
      kind: "SipEndpoint",
      name: "desk",
      args: { username: "desk", callHandler: "relay_script", callRelayScriptUrl: script },
    },
    {
      kind: "PhoneNumber",
      name: "line",
      args: { number: NUMBER, callHandler: "relay_sip_endpoint", callSipEndpointId: "id" },
      from: { callSipEndpointId: "desk" },
    },
  ];
}

function loops(trials: readonly Trial[]): readonly string[] {
  return testRule(noCallLoops, trials).violations;
}

describe("a call loop", () => {
  it.each([
    "https://a.example/dial?to=%2B12025550101",
    "https://a.example/dial?key=1&forward_to=%2B12025550101",
    "https://a.example/?ForwardTo=%2B12025550101",
  ])("exists when a document calls the number: %s", (script) => {
    expect(loops(ring(script))).toEqual(["calls go round: desk → line → desk"]);
  });

  it.each([
    "https://a.example/script?line=%2B12025550101",
    "https://a.example/numbers/12025550101/voice",
    "https://a.example/12025550101",
    "https://a.example/?to=12025550101@example.com",
    "https://a.example/?notify=line@example.com",
    "https://desk@a.example/script?mail=desk@example.com",
    "https://a.example/?to=sip:desk@sip.partner.example",
    "https://a.example/?to=%2B12025550199",
  ])("does not exist when a URL only mentions a number: %s", (script) => {
    expect(loops(ring(script))).toEqual([]);
  });

  it.each([
    "https://a.example/call?line=%2B12025550101",
    "https://a.example/call?to=%2B12025550101",
    "https://a.example/numbers/12025550101/voice",
  ])("does not exist when a webhook names its own number: %s", (callRequestUrl) => {
    expect(
      loops([{ kind: "PhoneNumber", args: { number: NUMBER, callHandler: "laml_webhooks", callRequestUrl } }]),
    ).toEqual([]);
  });

  it("does not exist when the handler does not read the URL", () => {
    const [desk, line] = ring("https://a.example/dial?to=%2B12025550101");
    if (!desk || !line) throw new Error("two resources were made");
    expect(loops([{ ...desk, args: { ...desk.args, callHandler: "dialogflow" } } as Trial, line])).toEqual([]);
  });

  it("includes SIP addresses of the project's domain", () => {
    const url = (username: string) => `https://a.example/?dial=sip:${username}@example-project.sip.signalwire.com`;
    const endpoint = (username: string, other: string): Trial => ({
      kind: "SipEndpoint",
      name: username,
      args: { username, callHandler: "relay_script", callRelayScriptUrl: url(other) },
    });
    expect(loops([endpoint("a", "b"), endpoint("b", "c"), endpoint("c", "a"), endpoint("d", "a")])).toEqual([
      "calls go round: a → b → c → a",
    ]);
  });
});

describe("2,000 numbers", () => {
  it.each([
    ["in a chain", 9_999, 0],
    ["in a circle", 0, 2_000],
    ["that lead into a circle of two", 1_998, 2],
  ])("%s are evaluated within a second of processor time", (_, last, members) => {
    const started = process.cpuUsage();
    const found = loops(chain(2_000, last));
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(1_000);
    expect(found).toHaveLength(members > 0 ? 1 : 0);
    expect(found[0]?.split(" → ").length ?? 0).toBe(members > 0 ? members + 1 : 0);
  });
});

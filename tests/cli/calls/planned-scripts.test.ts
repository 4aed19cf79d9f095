// Scripts that a plan only creates: their addresses are not known yet.

import { afterEach, expect, it } from "vitest";
import { callsOf } from "../../../cli/calls/compare.ts";
import { mermaid } from "../../../cli/calls/renderers/mermaid.ts";
import { routesText } from "../../../cli/calls/renderers/text.ts";
import { plannedStack, type SavedPlan } from "../../../cli/calls/stack.ts";
import { openTrial, type Trial } from "../../../cli/calls/trial.ts";
import { dynamicType, type ResourceName, UNKNOWN } from "../../../contract/index.ts";
import { drawn } from "./objects.ts";

const LINE = "+12025550101";
let trial: Trial | undefined;

afterEach(() => trial?.close());

function urn(type: ResourceName, name: string): string {
  return `urn:pulumi:dev::office::${dynamicType(type)}::${name}`;
}

const MENU = urn("SwmlScript", "menu");
const NIGHT = urn("SwmlScript", "night");

/** Returns the objects after a plan that creates a number, two scripts and a desk. */
async function planned(urlFrom: readonly string[], contents: object) {
  const create = (type: ResourceName, name: string, inputs: object) => {
    const [id, token] = [urn(type, name), dynamicType(type)];
    const metadata = { op: "create", urn: id, type: token, new: { urn: id, type: token, inputs } };
    return { resourcePreEvent: { metadata } };
  };
  const events = [
    create("SwmlScript", "night", { displayName: "Night", contents: { sections: { main: [{ hangup: {} }] } } }),
    create("SwmlScript", "menu", { displayName: "Menu", contents }),
    create("SipEndpoint", "desk", { username: "desk" }),
    create("PhoneNumber", "line", { number: LINE, callHandler: "relay_script", callRelayScriptUrl: UNKNOWN }),
  ];
  const plan: SavedPlan = {
    resourcePlans: {
      [MENU]: { goal: { propertyDependencies: { contents: [NIGHT] } } },
      [urn("PhoneNumber", "line")]: { goal: { propertyDependencies: { callRelayScriptUrl: [...urlFrom] } } },
    },
  };
  return (await plannedStack(events as never, plan)).after;
}

const transfer = { sections: { main: [{ transfer: { dest: UNKNOWN } }] } };

it("a number whose unknown URL comes from a planned script leads to it, and the script to the next", async () => {
  const after = await planned([MENU], transfer);
  const graph = await drawn(after, false);
  expect(routesText(graph, { colour: false })).toContain(
    "  call: relay_script → SWML script Menu (menu)\n    contents → SWML script Night (night)\n",
  );
  expect((await callsOf({ project: undefined, before: [], after })).picture).toContain("SWML script<br/>Menu<br/>menu");
  expect(mermaid(graph)).toContain("Menu");
  expect(mermaid(graph)).not.toContain("shown-as");
});

it("a call plays what the planned scripts will contain, and shows no placeholder", async () => {
  trial = await openTrial();
  await trial.hold(await planned([MENU], transfer));
  const call = await trial.call(LINE, "+12025550177");
  expect(call).toMatchObject({
    outcome: "answered",
    way: expect.stringContaining("SWML script Menu ✓ → SWML script Night ✓"),
  });
  expect(call.steps.filter(({ text }) => text.endsWith("answered with a script of the stack."))).toHaveLength(2);
  expect(JSON.stringify(call)).not.toContain("shown-as");
});

it("a planned script is played around a part that does not matter to the call", async () => {
  trial = await openTrial();
  await trial.hold(await planned([MENU], { sections: { main: [{ play: { url: UNKNOWN } }] } }));
  const call = await trial.call(LINE, "+12025550177");
  expect(call.verdict).toBe("✓ Answered by the SWML script Menu");
});

it("an unknown URL that comes from several resources leads to none of them", async () => {
  const { edges, nodes } = await drawn(await planned([MENU, urn("SipEndpoint", "desk")], transfer), false);
  const target = edges.find(({ label }) => label === "relay_script")?.to;
  expect(nodes.find(({ key }) => key === target)?.type).toBeUndefined();
});

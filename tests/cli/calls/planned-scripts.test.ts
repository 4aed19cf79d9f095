// Scripts that a plan only creates: their addresses are not known yet.

import { expect, it } from "vitest";
import { callsOf } from "../../../cli/calls/compare.ts";
import { routesText } from "../../../cli/calls/renderers/text.ts";
import { plannedStack, type SavedPlan } from "../../../cli/calls/stack.ts";
import { openTrial } from "../../../cli/calls/trial.ts";
import { dynamicType, type ResourceName, UNKNOWN } from "../../../contract/index.ts";
import { drawn } from "./objects.ts";

const LINE = "+12025550101";

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

const transfer = { sections: { main: [{ set: { a: null } }, { transfer: { dest: UNKNOWN } }] } };

it("what planned scripts lead to is the golden file: in text, in a picture, and in a call that plays them", async () => {
  const plans = {
    "a script that leads to the next": await planned([MENU], transfer),
    "a part that does not matter to the call": await planned([MENU], { sections: { main: [{ play: UNKNOWN }] } }),
    "a destination that is no script": await planned([MENU], { sections: { main: [{ connect: { to: UNKNOWN } }] } }),
    "a URL that comes from several resources": await planned([MENU, urn("SipEndpoint", "desk")], transfer),
  };
  let text = "";
  for (const [what, after] of Object.entries(plans)) {
    const trial = await openTrial();
    await trial.hold(after);
    const { verdict, way, steps } = await trial.call(LINE, "+12025550177").finally(() => trial.close());
    const { picture } = await callsOf({ project: undefined, before: [], after });
    const lines = [routesText(await drawn(after, false), { colour: false }), picture, verdict, way];
    text += `# ${what}\n${[...lines, ...steps.map((step) => step.text)].join("\n")}\n\n`;
  }
  // The address that stands for one that is not known yet.
  expect(text).not.toContain("shown-as");
  await expect(text).toMatchFileSnapshot("golden/planned-scripts.txt");
});

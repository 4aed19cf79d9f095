// Saved plans with every class, new and existing, through both doors: an `up` under a plan does what the preview showed.

import { beforeAll, expect, it } from "vitest";
import { type ResourceName, resourceNames } from "../../../contract/index.ts";
import { CHANGES } from "../../conformance/tables.ts";
import { describeStack, stack } from "../described.ts";
import { succeeds } from "../lives/helpers.ts";
import { argumentsOf, MADE_KINDS, type MadeKind } from "../lives/made.ts";

const NUMBER = "+12025550101";

/** The classes that an update changes. */
type Changed = Exclude<ResourceName, "NumberGroupMembership">;

/** The arguments of each of them in the first program, and in the second. */
const CLASSES = {
  PhoneNumber: changed({ number: NUMBER, name: "Main" }, { name: "Reception" }),
  SipProfile: changed({ defaultEncryption: "optional" }, { defaultEncryption: "required" }),
  ClientToken: changed({ resource: "alice", expiresIn: 60 }, { expiresIn: 30 }),
  SubscriberToken: changed({ reference: "alice", expiresIn: 60 }, { expiresIn: 30 }),
  ...(Object.fromEntries(MADE_KINDS.map((kind) => [kind, changed(argumentsOf(kind, "first"), CHANGES[kind])])) as {
    [kind in MadeKind]: [object, object];
  }),
} satisfies { readonly [name in Changed]: readonly [object, object] };

for (const door of ["the classes", "the plugin"])
  describeStack(`an \`up\` under a saved plan through ${door}`, { numbers: [NUMBER], once: true }, () => {
    beforeAll(async () => {
      if (door === "the plugin") await stack.throughPlugin();
    });

    it("creates one of every class, and changes each", async () => {
      await planned({ isChanged: false }, `${resourceNames.length + 1} created`);
      await planned({ isChanged: true }, `${resourceNames.length - 1} updated`);
    });

    async function planned(to: { readonly isChanged: boolean }, summary: string): Promise<void> {
      await stack.write(programOf(to));
      const plan = stack.path("plan.json");
      await succeeds(stack.preview("--save-plan", plan));
      const { output } = await succeeds(stack.up("--plan", plan));
      expect(output).toContain(summary);
    }
  });

function programOf({ isChanged }: { readonly isChanged: boolean }): string {
  const declared = Object.entries(CLASSES).map(
    ([name, args]) => `made.${name} = new ${name}("${name}", ${JSON.stringify(args[isChanged ? 1 : 0])});\n`,
  );
  const member = "{ numberGroupId: made.NumberGroup.id, phoneNumberId: made.PhoneNumber.id }";
  return `const made = {};\n${declared.join("")}new NumberGroupMembership("member", ${member});\n`;
}

function changed(args: object, change: object): [object, object] {
  return [args, { ...args, ...change }];
}

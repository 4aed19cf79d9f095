// The rule about who is reached: every path of every caller, explored by the reference server.

import { resourceNames } from "../../contract/index.ts";
import { texts } from "../options.ts";
import { stackRule, type Violation } from "../rule.ts";
import type { Member, Stack } from "../subject.ts";

export const everyCallerIsReached = stackRule({
  name: "every-caller-is-reached",
  demands: "Every path of every caller reaches somebody.",
  because:
    "A key of a menu that dials a misspelt user name looks like any other, until a caller presses it. The rule tries the paths of `pulumi-signalwire preview`, and reads no account: a user name that no endpoint of the program has is missing, unless the option endpoints names it.",
  remedy:
    "Correct the script or the handler that ends this path, or name an endpoint of another stack in the option endpoints.",
  severity: "high",
  // The command `preview` runs the preset baseline, and reports these paths by itself: compared with the state, and with the account.
  levels: { baseline: "disabled", strict: "mandatory" },
  options: { endpoints: texts([], "The user names of endpoints managed elsewhere that scripts may dial.") },
  covers: "stack",

  async validate(stack, { endpoints }) {
    const found = await Promise.all(stack.accounts.map((account) => unreachedIn(account, endpoints)));
    return found.flat();
  },
});

/** Returns the resources that take calls or messages from outside. Without any, nothing is loaded. */
function callersOf(stack: Stack): readonly unknown[] {
  return [...stack.all("PhoneNumber"), ...stack.all("DomainApplication")];
}

async function unreachedIn(stack: Stack, endpoints: readonly string[]): Promise<Violation[]> {
  if (callersOf(stack).length === 0) return [];
  // Loaded here: the server would double the start of a pack that does not use this rule.
  const { newPaths } = await import("../../cli/calls/compare.ts");
  const members = resourceNames.flatMap((kind) => stack.all(kind) as unknown as readonly Member[]);
  const { rows } = await newPaths(members.map(declaredAs), endpoints);
  const broken = rows.filter(({ alarm }) => alarm !== undefined);
  return broken.map(({ path, after, declared: by }) => {
    const member = members.find(({ kind, name }) => kind === by?.type && name === by.name);
    return { message: `${path} → ${after}`, ...(member && { urn: member.urn }) };
  });
}

/** The resource in the form of the command line, which reads no policies. */
function declaredAs(member: Member) {
  const { kind: type, urn, name, account, props } = member;
  return { type, urn, name, account, props, suppliersOf: (argument: string) => member.originsOf(argument) };
}

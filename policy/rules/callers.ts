// The rule about who is reached: every path of every caller, explored by the reference server.

import { resourceNames } from "../../contract/index.ts";
import { texts } from "../options.ts";
import { stackRule, type Violation } from "../rule.ts";
import type { Member, Stack } from "../subject.ts";

export const everyCallerIsReached = stackRule({
  name: "every-caller-is-reached",
  demands: "Every path of every caller reaches somebody, and every expectation of a number is held.",
  because:
    "A key of a menu that dials a misspelt user name looks like any other, until a caller presses it. The rule tries the paths of `pulumi-signalwire preview`, and reads no account. A user name that no endpoint of the program has is missing, unless the option endpoints names it.",
  remedy:
    "Correct the script or the handler that ends this path, or what `expects` says of it, or name an endpoint of another stack in the option endpoints.",
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
  return [...stack.all("PhoneNumber"), ...stack.all("DomainApplication"), ...stack.all("SipAddress")];
}

async function unreachedIn(stack: Stack, endpoints: readonly string[]): Promise<Violation[]> {
  if (callersOf(stack).length === 0) return [];
  // Loaded here: the server would double the start of a pack that does not use this rule.
  const { newPaths } = await import("../../cli/calls/declared.ts");
  const members = resourceNames.flatMap((kind) => stack.all(kind) as unknown as readonly Member[]);
  const { rows, expectations = [] } = await newPaths(members.map(declaredAs), endpoints);
  const found = [
    ...rows
      .filter(({ alarm, allowedBy }) => alarm !== undefined && allowedBy === undefined)
      .map(({ path, after, declared }) => ({ message: `${path} → ${after}`, declared })),
    ...expectations
      .filter(({ verdict }) => verdict === "broken" || verdict === "untried")
      .map(({ to, index, text, path, verdict, found, declared }) => ({
        message: `${to} expects[${index}] ${text}: ${path} → ${verdict === "broken" ? found : `not tried: ${found}`}`,
        declared,
      })),
  ];
  return found.map(({ message, declared: by }) => {
    const member = members.find(({ kind, name }) => kind === by?.type && name === by.name);
    return { message, ...(member && { urn: member.urn }) };
  });
}

/** The resource in the form of the command line, which reads no policies. */
function declaredAs(member: Member) {
  const { kind: type, urn, name, account, props } = member;
  return { type, urn, name, account, props, suppliersOf: (argument: string) => member.originsOf(argument) };
}

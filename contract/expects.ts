// What a program expects of the calls and messages to an object. Only the package's own checks read it (docs/routes.md).

import * as z from "zod";
import { KEYS, KEYS_RULE, type Outcome, TIMES_RULE, timesIn } from "./calling.ts";
import { listed } from "./display.ts";
import { namesLike } from "./names.ts";
import { isGiven, isObject, type LocalField } from "./resource.ts";

/** Outcome → its meaning. */
const OUTCOMES = {
  rings: "The SIP endpoint, client or number of this name rings.",
  answeredBy:
    "The script, endpoint, client or number of this name has the call at its end. Of devices that are dialled in turn: the first.",
  handedTo:
    "The call goes to this application, room, flow or agent, to a number or address outside of the project, or to a document whose address begins so.",
  reaches: "Only `nobody`: the caller reaches nobody, on purpose.",
} as const satisfies { readonly [name in Outcome]: string };

/** Selector → its meaning. */
const SELECTORS = {
  keys: "The keys that the caller presses, and no more. A `w` waits until a menu times out. Default: none.",
  at: "When the call comes, in UTC: `Mon 10:00`, `Mon–Fri 09:00–17:00`, `2026-12-25`. Default: any time.",
  from: "The caller's number; for a domain application, also its IP address. Default: a caller outside that is let in.",
  message: "The text of a message. Default: a call.",
} as const;

const outcomeNames = Object.keys(OUTCOMES) as readonly Outcome[];

const memberNames = [...Object.keys(SELECTORS), ...outcomeNames];

/** Returns the argument with the expectations of an object. `takesMessages` is false where no message is addressed to it. */
export function expectsSetting(title: string, { takesMessages }: { readonly takesMessages: boolean }): LocalField {
  const { message, ...selectors } = SELECTORS;
  return {
    type: {
      schema: z.unknown().superRefine((value, context) => {
        for (const { path, detail } of problemsIn(value, takesMessages))
          context.addIssue({ code: "custom", path, message: detail });
      }),
      ts: "Expectation[]",
      members: { name: "Expectation", docs: { ...selectors, ...(takesMessages && { message }), ...OUTCOMES } },
      example: [{ keys: "1", rings: "sales" }],
    },
    doc: `What callers of the ${title} get: one call each, and its outcome. \`preview\`, \`drift\` and the policy every-caller-is-reached hold every path against it. It is never sent.`,
  };
}

interface Found {
  readonly path: (string | number)[];
  /** Completes the sentence "expects[0].keys …". */
  readonly detail: string;
}

function problemsIn(value: unknown, takesMessages: boolean): Found[] {
  if (!Array.isArray(value)) return [{ path: [], detail: `must be a list: [{ keys: "1", rings: "sales" }]` }];
  return value.flatMap((each, at) =>
    isObject(each)
      ? [...memberProblems(each, takesMessages), ...wholeProblems(each)].map(({ path, detail }) => ({
          path: [at, ...path],
          detail,
        }))
      : [{ path: [at], detail: `must be an object: { keys: "1", rings: "sales" }` }],
  );
}

function memberProblems(entry: { readonly [name: string]: unknown }, takesMessages: boolean): Found[] {
  return Object.entries(entry).flatMap(([name, value]) => {
    const detail = isGiven(value) ? memberProblem(name, value, takesMessages) : undefined;
    return detail === undefined ? [] : [{ path: [name], detail }];
  });
}

function memberProblem(name: string, value: unknown, takesMessages: boolean): string | undefined {
  if (!memberNames.includes(name)) {
    const [nearest] = namesLike(name, memberNames, 2);
    return nearest === undefined
      ? `does not exist: use ${listed(memberNames, 9)}`
      : `does not exist: did you mean ${nearest}?`;
  }
  if (typeof value !== "string" || value === "")
    return typeof value === "number" ? `must be a text: write "${value}"` : "must be a text that is not empty";
  if (name === "keys" && !KEYS.test(value)) return KEYS_RULE;
  if (name === "at" && timesIn(value) === undefined) return TIMES_RULE;
  if (name === "reaches" && value !== "nobody")
    return 'can only be "nobody": to expect an object, use rings, answeredBy or handedTo';
  if (name === "message" && !takesMessages) return "must be left out: only a number takes messages";
  if (name !== "from") return undefined;
  if (takesMessages) return NUMBER.test(value) ? undefined : "must be a number in E.164 form, for example +12025550177";
  const isAddress = z.union([z.ipv4(), z.ipv6()]).safeParse(value).success;
  return isAddress || NUMBER.test(value) ? undefined : "must be an IP address, or a number in E.164 form";
}

const NUMBER = /^\+[1-9]\d{1,14}$/;

function wholeProblems(entry: { readonly [name: string]: unknown }): Found[] {
  const given = outcomeNames.filter((name) => isGiven(entry[name]));
  const named = outcomeNames.join(", ");
  return [
    ...(given.length === 0 ? [{ path: [], detail: `needs one of ${named}` }] : []),
    ...(given.length > 1
      ? [{ path: [], detail: `has ${listed(given, 4)}: keep one, or write an entry for each` }]
      : []),
    ...(isGiven(entry.message) && isGiven(entry.keys)
      ? [{ path: ["keys"], detail: "must be left out beside message: a message presses no keys" }]
      : []),
  ];
}

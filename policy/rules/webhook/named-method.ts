// Demands that a webhook's HTTP method is written down, where the service would fill it in.

import { resourceRule } from "../../rule.ts";
import type { Subject } from "../../subject.ts";
import { callable, webhooksInUse } from "./arguments.ts";

/** The method that the specification gives to a webhook without one (spec §2.2). */
const STANDARD = "POST";

export const namedMethod = resourceRule({
  name: "webhook-method",
  demands: "A webhook's method is set beside its URL.",
  because:
    "Numbers were seen whose method was empty instead of POST, and a handler that reads the wrong place gets no parameters.",
  remedy: 'Set the method; the default is "POST".',
  severity: "low",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [
      { kind: "PhoneNumber", args: { messageRequestUrl: "https://a.example/sms", messageRequestMethod: "POST" } },
    ],
    fails: [{ kind: "PhoneNumber", args: { messageRequestUrl: "https://a.example/sms" } }],
  },
  covers: callable,

  *judge(subject) {
    for (const { url, method } of unnamed(subject)) yield `${method} is not set, and ${url} is`;
  },

  remediate: (subject) => Object.fromEntries(unnamed(subject).map(({ method }) => [method, STANDARD])),
});

/** The webhooks that are given without their method. */
function unnamed(subject: Subject): { readonly url: string; readonly method: string }[] {
  const found: { url: string; method: string }[] = [];
  for (const { url, method } of webhooksInUse(subject))
    if (method && subject.isGiven(url) && !subject.isGiven(method)) found.push({ url, method });
  return found;
}

// Requires an explicit HTTP method for webhooks, instead of the service's default.

import { resourceRule } from "../../rule.ts";
import type { Subject } from "../../subject.ts";
import { callable, webhooksInUse } from "./arguments.ts";

/** The default method of the specification (spec §2.2). */
const STANDARD = "POST";

export const namedMethod = resourceRule({
  name: "webhook-method",
  demands: "A webhook's method is set beside its URL.",
  because:
    "Some numbers at the service have an empty method instead of POST. A web server that expects the other method gets no parameters.",
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

  *validate(subject) {
    for (const { url, method } of unnamed(subject)) yield `${method} is not set, and ${url} is`;
  },

  remediate: (subject) => Object.fromEntries(unnamed(subject).map(({ method }) => [method, STANDARD])),
});

/** Returns the webhooks that are given without their method. */
function unnamed(subject: Subject): { readonly url: string; readonly method: string }[] {
  const found: { url: string; method: string }[] = [];
  for (const { url, method } of webhooksInUse(subject))
    if (method && subject.isGiven(url) && !subject.isGiven(method)) found.push({ url, method });
  return found;
}

// Requires encryption for webhook requests and answers.

import { resourceRule } from "../../rule.ts";
import { callable, urlsOf } from "./arguments.ts";

export const httpsOnly = resourceRule({
  name: "webhook-https",
  demands: "A webhook is reached by https.",
  because:
    "A request names both parties, and the answer decides the call. Over http anyone between can read the request and change the answer.",
  remedy: "Change http:// to https://.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://a.example/call" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "http://a.example/call" } }],
  },
  covers: callable,

  *validate(subject) {
    for (const [argument, url] of urlsOf(subject))
      if (url.protocol !== "https:") yield `${argument} is not an https URL (host ${url.host})`;
  },
});

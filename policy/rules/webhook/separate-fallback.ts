// Requires a fallback on another host, which remains when the primary is down.

import { resourceRule } from "../../rule.ts";
import { callable, hostOf, webhooksInUse } from "./arguments.ts";

export const separateFallback = resourceRule({
  name: "webhook-fallback",
  demands: "A webhook has a fallback on another host.",
  because: "A fallback on the same host goes down together with the primary, and the call is lost.",
  remedy: "Serve the fallback URL from another host.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [
      {
        kind: "PhoneNumber",
        args: { callRequestUrl: "https://a.example/call", callFallbackUrl: "https://b.example/call" },
      },
    ],
    fails: [
      {
        kind: "PhoneNumber",
        args: { callRequestUrl: "https://a.example/call", callFallbackUrl: "https://a.example/fallback" },
      },
    ],
  },
  covers: callable,

  *validate(subject) {
    for (const { url, fallback } of webhooksInUse(subject)) {
      if (fallback === undefined || !subject.isGiven(url)) continue;
      if (!subject.isGiven(fallback)) {
        yield `${fallback} is not set, and ${url} is`;
        continue;
      }
      const [primary, second] = [subject.url(url), subject.url(fallback)];
      if (primary && second && hostOf(primary) === hostOf(second))
        yield `${fallback} has the same host as ${url} (${hostOf(second)})`;
    }
  },
});

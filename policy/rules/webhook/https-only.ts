// Demands that what a webhook says and hears is encrypted.

import { resourceRule } from "../../rule.ts";
import { callable, urlsOf, webhooksFor } from "./arguments.ts";

export const httpsOnly = resourceRule({
  name: "webhook-https",
  demands: "A webhook is reached by https.",
  because:
    "A request carries who calls whom, and the answer says what happens to the call; by http anyone between can read the one and write the other.",
  remedy: "Change http:// to https://.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: callable,

  *judge(subject) {
    const names = webhooksFor(subject).map((webhook) => webhook.url);
    for (const [argument, url] of urlsOf(subject, names))
      if (url.protocol !== "https:") yield `${argument} is not an https URL (host ${url.host})`;
  },
});

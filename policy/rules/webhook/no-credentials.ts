import { secretsIn } from "../../../contract/index.ts";
import { credentialsIn } from "../../redact.ts";
import { resourceRule } from "../../rule.ts";
import { callable, urlsOf } from "./arguments.ts";

export const noCredentials = resourceRule({
  name: "webhook-credentials",
  demands: "A webhook's URL holds no credentials.",
  because:
    "A URL is in the state, in the program's output, at the service, and in the logs of every host on the way. The service signs its requests, so a web server can verify them without credentials.",
  remedy: "Check the signature of the request instead.",
  severity: "high",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://a.example/call?line=1" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://user:pass@a.example/call" } }],
  },
  covers: callable,

  *validate(subject) {
    for (const [argument, url] of urlsOf(subject)) {
      if (url.username !== "" || url.password !== "") yield `${argument} holds a user name or a password`;
      else if (credentialsIn(url).length > 0)
        yield `${argument} has a query parameter that is a credential by its name`;
      else if (secretsIn(url.href).length > 0) yield `${argument} holds what looks like a token`;
    }
  },
});

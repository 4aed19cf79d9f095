// Requires unique user names among a stack's endpoints. Otherwise the service would refuse the second one during the update.

import { stackRule } from "../../rule.ts";

export const uniqueUsernames = stackRule({
  name: "stack-usernames",
  demands: "No two SIP endpoints have the same user name.",
  because: "The service refuses the second one when the first has been made already.",
  remedy: "Give each endpoint a user name of its own.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  examples: {
    passes: [
      { kind: "SipEndpoint", name: "a", args: { username: "desk" } },
      { kind: "SipEndpoint", name: "b", args: { username: "Desk" } },
    ],
    fails: [
      { kind: "SipEndpoint", name: "a", args: { username: "desk" } },
      { kind: "SipEndpoint", name: "b", args: { username: "desk" } },
    ],
  },
  covers: "stack",

  *validate(stack) {
    const first = new Map<string, string>();
    for (const endpoint of stack.all("SipEndpoint")) {
      const username = endpoint.knownText("username");
      if (username === undefined) continue;
      const other = first.get(username);
      if (other === undefined) first.set(username, endpoint.name);
      else yield { message: `${endpoint.name} has the same username as ${other}`, urn: endpoint.urn };
    }
  },
});

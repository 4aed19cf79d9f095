// Demands that calls and messages are handed to hosts that a team knows.

import { texts } from "../../options.ts";
import { resourceRule } from "../../rule.ts";
import { callable, urlsOf } from "./arguments.ts";

export const allowedHosts = resourceRule({
  name: "webhook-hosts",
  demands: "A webhook's host is on the list of allowed hosts.",
  because: "Whoever answers a webhook decides over the call; a tunnel from somebody's laptop is easily left behind.",
  remedy: "Use an allowed host, or add this one to the option hosts.",
  severity: "medium",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    hosts: {
      ...texts(
        [],
        "The allowed hosts, without port; `*.example.com` is every host below example.com. Empty allows any.",
      ),
      problem: (hosts: readonly string[]) =>
        hosts.every((host) => /^(\*\.)?[a-z0-9.-]+$/i.test(host))
          ? undefined
          : "must hold host names, without scheme and path",
    },
  },
  covers: callable,

  *judge(subject, { hosts }) {
    if (hosts.length === 0) return;
    for (const [argument, { hostname }] of urlsOf(subject))
      if (!hosts.some((allowed) => isCovered(hostname, allowed.toLowerCase())))
        yield `${argument} has the host ${hostname}, which is not allowed`;
  },
});

function isCovered(host: string, allowed: string): boolean {
  return allowed.startsWith("*.") ? host.endsWith(allowed.slice(1)) : host === allowed;
}

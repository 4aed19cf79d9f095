// Requires that calls and messages are sent only to hosts that a team has listed.

import { texts } from "../../options.ts";
import { resourceRule } from "../../rule.ts";
import { callable, hostOf, urlsOf } from "./arguments.ts";

export const allowedHosts = resourceRule({
  name: "webhook-hosts",
  demands: "A webhook's host is on the list of allowed hosts.",
  because: "The host that answers a webhook controls the call. A tunnel from a laptop is easily forgotten.",
  remedy: "Use an allowed host, or add this one to the option hosts.",
  severity: "medium",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    hosts: {
      ...texts(
        [],
        "The allowed hosts, without port; `*.example.com` is every host below example.com, but not that one itself. Empty allows any.",
      ),
      problem: (hosts: readonly string[]) =>
        hosts.every((host) => allowedBy(host) !== undefined)
          ? undefined
          : "must hold host names, without scheme, port and path",
    },
  },
  examples: {
    options: { hosts: ["a.example", "*.b.example"] },
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://voice.b.example/call" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://b.example/call" } }],
  },
  covers: callable,

  *validate(subject, { hosts }) {
    if (hosts.length === 0) return;
    const tests = hosts.map(allowedBy);
    for (const [argument, url] of urlsOf(subject)) {
      const host = hostOf(url);
      if (!tests.some((allows) => allows?.(host))) yield `${argument} has the host ${host}, which is not allowed`;
    }
  },
});

/**
 * Returns a function that matches the hosts of a list entry; undefined for an invalid entry. Parsed like URLs: any case, any
 * script, IPv6 in brackets.
 */
function allowedBy(entry: string): ((host: string) => boolean) | undefined {
  const isBelow = entry.startsWith("*.");
  const name = isBelow ? entry.slice(2) : entry;
  if (!/^(\[[\d:.a-f]+\]|[^\s/\\?#@:*%[\]]+)$/i.test(name)) return undefined;
  const url = URL.parse(`https://${name}`);
  if (!url) return undefined;
  const allowed = hostOf(url);
  return isBelow ? (host) => host.endsWith(`.${allowed}`) : (host) => host === allowed;
}

// Rules about webhooks, and about the addresses in scripts.

import { addressesOf, callable, documentParts, hostedAddressesOf, hostOf, webhooksInUse } from "../address.ts";
import { credentialIn } from "../credential.ts";
import { texts } from "../options.ts";
import { resourceRule } from "../rule.ts";
import type { Member } from "../subject.ts";

export const httpsOnly = resourceRule({
  name: "webhook-https",
  demands: "A webhook, and each address in a script, is reached by https.",
  because:
    "A request names both parties, and the answer decides the call. Over http anyone between can read the request and change the answer.",
  remedy: "Change http:// to https://, and ws:// to wss://.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {},
  covers: callable,

  *validate(subject) {
    for (const { place, url } of addressesOf(subject))
      if (PLAIN.has(url.protocol)) yield `${place} is not an https URL`;
  },
});

const PLAIN: ReadonlySet<string> = new Set(["http:", "ws:", "ftp:"]);

export const allowedHosts = resourceRule({
  name: "webhook-hosts",
  demands: "The host of a webhook, and of each address in a script, is on the list of allowed hosts.",
  because: "The host that answers a webhook controls the call. A tunnel from a laptop is easily forgotten.",
  remedy: "Use an allowed host or an output of a script of this stack, or add the host to the option hosts.",
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
  covers: callable,

  *validate(subject, { hosts }) {
    if (hosts.length === 0) return;
    const tests = hosts.map(allowedBy);
    for (const { place, url, hasHost, isRequested } of addressesOf(subject)) {
      const host = hostOf(url);
      if (hasHost && isRequested && !tests.some((allows) => allows?.(host)))
        yield `${place} has a host that is not allowed (option hosts)`;
    }
  },

  // Only the stack shows which scripts are the project's own.
  *validateStack(stack, { hosts }) {
    if (hosts.length === 0) return;
    const tests = hosts.map(allowedBy);
    const own = stack.hostsOfScripts();
    for (const member of callable.flatMap((kind): readonly Member[] => stack.all(kind)))
      for (const { place, url } of hostedAddressesOf(member)) {
        const host = hostOf(url);
        const isOwn = own.size > 0 ? own.has(host) : member.isSuppliedByScript(place);
        if (isOwn || member.isHostedAddress(place) || tests.some((allows) => allows?.(host))) continue;
        const message = `${place} has a host that serves scripts but none of this stack, and is not allowed (option hosts)`;
        yield { message, urn: member.urn };
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

export const noCredentials = resourceRule({
  name: "webhook-credentials",
  demands: "The URL of a webhook, and a script, hold no credentials.",
  because:
    "A URL is in the state, in the program's output, at the service, and in the logs of every host on the way. The service signs its requests, so a web server can verify them without credentials.",
  remedy: "Check the signature of the request instead.",
  severity: "high",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  covers: callable,

  *validate(subject) {
    for (const { place, url, isRequested } of addressesOf(subject)) {
      const problem = credentialIn(url, !isRequested);
      if (problem !== undefined) yield `${place} ${problem}`;
    }
    for (const { kind, place } of documentParts(subject)) if (kind === "secret") yield `${place} holds a credential`;
  },
});

export const separateFallback = resourceRule({
  name: "webhook-fallback",
  demands: "A webhook has a fallback on another host.",
  because: "A fallback on the same host goes down together with the primary, and the call is lost.",
  remedy: "Serve the fallback URL from another host.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {},
  covers: callable,

  *validate(subject) {
    for (const { url, fallback } of webhooksInUse(subject)) {
      if (fallback === undefined || !subject.isGiven(url)) continue;
      if (!subject.isGiven(fallback)) {
        yield `${fallback} is not set, and ${url} is`;
        continue;
      }
      const [primary, second] = [url, fallback].map((argument) => URL.parse(subject.knownText(argument) ?? ""));
      if (primary && second && hostOf(primary) === hostOf(second)) yield `${fallback} has the same host as ${url}`;
    }
  },
});

export const statusCallback = resourceRule({
  name: "webhook-status-callback",
  demands: "Where webhooks answer calls, a status callback is set.",
  because: "Failed and dropped calls otherwise show up nowhere but in the callers' complaints.",
  remedy: "Set callStatusCallbackUrl.",
  severity: "low",
  levels: { baseline: "advisory", strict: "advisory" },
  options: {},
  covers: callable,

  *validate(subject) {
    if (subject.isGiven("callStatusCallbackUrl")) return;
    if (subject.get("callHandler") === "laml_webhooks") yield "callStatusCallbackUrl is not set";
  },
});

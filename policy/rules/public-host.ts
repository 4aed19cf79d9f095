import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { addressesOf, callable, hostOf, isAssigned } from "../address.ts";
import { texts } from "../options.ts";
import { resourceRule } from "../rule.ts";

const TUNNELS = [
  "ngrok.io",
  "ngrok.com",
  "ngrok.app",
  "ngrok-free.app",
  "ngrok.dev",
  "ngrok-free.dev",
  "ngrok.pizza",
  "trycloudflare.com",
  "cfargotunnel.com",
  "loca.lt",
  "localtunnel.me",
  "serveo.net",
  "serveousercontent.com",
  "localhost.run",
  "lhr.life",
  "lhr.rocks",
  "pinggy.io",
  "pinggy.link",
  "pinggy.online",
  "devtunnels.ms",
  "github.dev",
  "gitpod.io",
  "bore.pub",
  "telebit.io",
  "tunnelmole.net",
  "zrok.io",
  "tunnelto.dev",
  "pagekite.me",
  "expose.dev",
  "sharedwithexpose.com",
  "playit.gg",
  "localxpose.io",
  "loclx.io",
  "packetriot.net",
  "burrow.io",
  "webhook.site",
  "beeceptor.com",
  "smee.io",
];

export const publicHost = resourceRule({
  name: "webhook-public-host",
  demands: "The host of a webhook, and of each address in a script, is permanent and reachable from the internet.",
  because: "The service cannot reach a private address. A tunnel ends with the session of the person who opened it.",
  remedy: "Use a host with a public name.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {
    tunnels: texts(TUNNELS, "Domains of tunnels to a private machine, and of services that record requests."),
  },
  covers: callable,

  *validate(subject, { tunnels }) {
    for (const { place, url, hasHost } of addressesOf(subject)) {
      if (!hasHost) continue;
      const host = hostOf(url);
      const tunnel = tunnels.find((domain) => host === domain || host.endsWith(`.${domain}`));
      if (isPrivate(host)) yield `${place} has a host that is not on the internet`;
      else if (NAMED_ADDRESSES.some((names) => names.test(host)))
        yield `${place} has a host whose name contains an address`;
      else if (tunnel !== undefined) yield `${place} has a host that is a tunnel (option tunnels: ${tunnel})`;
    }
  },
});

/** Names that public name servers do not know: those reserved by RFC 2606, 6761, 6762, 7686 and 8375, and common local ones. */
const LOCAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|lan|home|corp|mail|private|intranet|home\.arpa|test|invalid|onion|alt)$/;

/** Public names that resolve to the address in them (`10-0-0-1.nip.io`), or always to this machine. */
const NAMED_ADDRESSES = [
  /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|backname\.io|ip\.addr\.tools)$/,
  /(^|\.)(localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|fuf\.me)$/,
];

function isPrivate(host: string): boolean {
  const text = host.replace(/^\[|\]$/g, "");
  if (isIP(text) === 0) return LOCAL_NAME.test(host) || !host.includes(".");
  const address = ipaddr.parse(text);
  return !isAssigned(address) || address.range() !== "unicast";
}

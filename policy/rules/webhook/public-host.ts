import { BlockList, isIP } from "node:net";
import { texts } from "../../options.ts";
import { resourceRule } from "../../rule.ts";
import { callable, hostOf, urlsOf } from "./arguments.ts";

export const publicHost = resourceRule({
  name: "webhook-public-host",
  demands: "A webhook's host is permanent and reachable from the internet.",
  because:
    "The service cannot reach a private address. An address inside its own network would be an attack on it. A tunnel ends with the session of the person who opened it.",
  remedy: "Use a host with a public name.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {
    tunnels: texts(
      [
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
      ],
      "Domains of tunnels to a private machine, and of services that record requests.",
    ),
  },
  examples: {
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://voice.example.com/call" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://10.0.0.1/call" } }],
  },
  covers: callable,

  *validate(subject, { tunnels }) {
    for (const [argument, url] of urlsOf(subject)) {
      const host = hostOf(url);
      if (isPrivate(host)) yield `${argument} has the host ${host}, which is not on the internet`;
      else if (namesAddress(host)) yield `${argument} has the host ${host}, a name that contains an address`;
      else if (tunnels.some((domain) => host === domain || host.endsWith(`.${domain}`)))
        yield `${argument} has the host ${host}, which is a tunnel`;
    }
  },
});

/** Names that public name servers do not know: those reserved by RFC 2606, 6761, 6762, 7686 and 8375, and common local ones. */
const LOCAL_NAME =
  /(^|\.)(localhost|localdomain|local|internal|lan|home|corp|mail|private|intranet|home\.arpa|test|invalid|onion|alt)$/;

/** Public names that resolve to the address in them (`10-0-0-1.nip.io`), or always to this machine. */
const WILDCARD = /(^|\.)(nip\.io|sslip\.io|xip\.io|traefik\.me|backname\.io|ip\.addr\.tools)$/;
const THIS_MACHINE = /(^|\.)(localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|fuf\.me)$/;

function namesAddress(host: string): boolean {
  return WILDCARD.test(host) || THIS_MACHINE.test(host);
}

function isPrivate(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  const version = isIP(address);
  if (version === 0) return LOCAL_NAME.test(host) || !host.includes(".");
  return version === 4 ? PRIVATE_4.check(address, "ipv4") : PRIVATE_6.check(address, "ipv6");
}

/**
 * Addresses that are not routed publicly: private, link-local, shared, multicast, reserved, and reserved for documents and
 * measurements.
 */
const PRIVATE_4 = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  PRIVATE_4.addSubnet(net, prefix, "ipv4");
/**
 * Of IPv6, only 2000::/3 is assigned, and IPv4 addresses in IPv6 form are outside it. One list would match both forms, hence
 * two lists.
 */
const PRIVATE_6 = new BlockList();
for (const [net, prefix] of [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001:db8::", 32],
] as const)
  PRIVATE_6.addSubnet(net, prefix, "ipv6");

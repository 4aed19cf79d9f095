import { BlockList, isIP } from "node:net";
import { texts } from "../../options.ts";
import { resourceRule } from "../../rule.ts";
import { callable, hostOf, urlsOf } from "./arguments.ts";

export const publicHost = resourceRule({
  name: "webhook-public-host",
  demands: "A webhook's host can be reached from the internet, and stays.",
  because:
    "The service cannot reach a private address, an address that means something else in its own network is an attack on it, and a tunnel ends with somebody's session.",
  remedy: "Use a host with a public name.",
  severity: "medium",
  levels: { baseline: "advisory", strict: "mandatory" },
  options: {
    tunnels: texts(
      [
        "ngrok.io",
        "ngrok.app",
        "ngrok-free.app",
        "ngrok.dev",
        "ngrok-free.dev",
        "trycloudflare.com",
        "loca.lt",
        "serveo.net",
        "localhost.run",
      ],
      "Domains whose hosts are tunnels to somebody's machine.",
    ),
  },
  examples: {
    passes: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://voice.example.com/call" } }],
    fails: [{ kind: "PhoneNumber", args: { callRequestUrl: "https://10.0.0.1/call" } }],
  },
  covers: callable,

  *judge(subject, { tunnels }) {
    for (const [argument, url] of urlsOf(subject)) {
      const host = hostOf(url);
      if (isPrivate(host)) yield `${argument} has the host ${host}, which is not on the internet`;
      else if (tunnels.some((domain) => host === domain || host.endsWith(`.${domain}`)))
        yield `${argument} has the host ${host}, which is a tunnel`;
    }
  },
});

/** Names that no public name server knows. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|lan|home|corp|intranet|home\.arpa)$/;

function isPrivate(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  const version = isIP(address);
  if (version === 0) return LOCAL_NAME.test(host) || !host.includes(".");
  return PRIVATE.check(address, version === 4 ? "ipv4" : "ipv6");
}

const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
  ["224.0.0.0", 3],
] as const) {
  PRIVATE.addSubnet(net, prefix, "ipv4");
  PRIVATE.addSubnet(`::ffff:${net}`, 96 + prefix, "ipv6");
}
for (const [net, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const)
  PRIVATE.addSubnet(net, prefix, "ipv6");

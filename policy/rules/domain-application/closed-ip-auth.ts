import { wholeNumber } from "../../options.ts";
import { resourceRule } from "../../rule.ts";

export const closedIpAuth = resourceRule({
  name: "domain-application-ip-auth",
  demands: "A domain application takes calls from listed addresses only.",
  because: "Anybody who knows the domain can send calls to it otherwise, at the project's cost.",
  remedy: "Set ipAuthEnabled to true, and list the carrier's addresses or its smallest blocks in ipAuth.",
  severity: "high",
  levels: { baseline: "mandatory", strict: "mandatory" },
  options: {
    minimumPrefixV4: wholeNumber(16, "The shortest prefix of an IPv4 block that is not too large.", { strict: 24 }),
    minimumPrefixV6: wholeNumber(32, "The shortest prefix of an IPv6 block that is not too large.", { strict: 48 }),
  },
  examples: {
    passes: [{ kind: "DomainApplication", args: { ipAuthEnabled: true, ipAuth: ["203.0.113.5", "198.51.100.0/24"] } }],
    fails: [{ kind: "DomainApplication", args: { ipAuthEnabled: true, ipAuth: ["0.0.0.0/0"] } }],
  },
  covers: ["DomainApplication"],

  *validate(application, { minimumPrefixV4, minimumPrefixV6 }) {
    if (application.get("ipAuthEnabled") !== true) {
      yield "ipAuthEnabled is not true, so calls from any address are taken";
      return;
    }
    const entries = application.get("ipAuth") ?? [];
    if (entries.length === 0) yield "ipAuth is empty";
    const isOpen = (entry: string) => {
      const [network = "", prefix] = entry.split("/");
      return prefix !== undefined && Number(prefix) < (network.includes(":") ? minimumPrefixV6 : minimumPrefixV4);
    };
    const open = entries.filter(isOpen);
    if (open.length > 0)
      yield `ipAuth has ${open.length === 1 ? "a block" : `${open.length} blocks`} of too many addresses`;
  },
});

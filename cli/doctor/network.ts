// Explains a request without an answer: DNS, proxy, connection, TLS or a service that does not answer.

import type { Connection } from "../../provider/config.ts";

export type Stage = "dns" | "proxy" | "connection" | "tls";

export interface NetworkProblem {
  readonly stage: Stage | "answer";
  readonly cause: string;
  readonly message: string;
  readonly remedies: readonly string[];
}

/** The sources of a connection's settings, in words. */
export interface SettingsInUse {
  readonly credentials: string;
  readonly address: string;
}

/** The stages of a request in order. With a proxy, the proxy resolves the name and connects. */
export function stagesOf(connection: Connection): readonly Stage[] {
  const tls: readonly Stage[] = connection.baseUrl.startsWith("https:") ? ["tls"] : [];
  return isProxied(connection) ? ["proxy", ...tls] : ["dns", "connection", ...tls];
}

/** True when requests to the service go through the proxy, by NO_PROXY. */
function isProxied({ baseUrl, proxy }: Connection): boolean {
  if (!proxy) return false;
  const { hostname } = new URL(baseUrl);
  const excepted = proxy.except.split(/[\s,]+/).filter((each) => each !== "");
  return !excepted.some((each) => {
    const name = each.replace(/:\d+$/, "").replace(/^\*?\.?/, "");
    return each === "*" || hostname === name || (name !== "" && hostname.endsWith(`.${name}`));
  });
}

/** Returns the problem for this error code of undici or the operating system. */
export function networkProblem(code: string, connection: Connection, declared?: SettingsInUse): NetworkProblem {
  const { hostname, port, protocol } = new URL(connection.baseUrl);
  const at = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const [, refusal] = /^PROXY_(\d+)$/.exec(code) ?? [];
  if (refusal !== undefined) return proxyRefusal(refusal, connection);
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/.test(code)) return certificateProblem(code, hostname);
  if (/SSL|TLS|EPROTO/.test(code))
    return {
      stage: "tls",
      cause: "tls",
      message: `${at} does not speak TLS (${code})`,
      remedies: [
        "Correct the address: https:// needs a port that speaks TLS.",
        "Check that no proxy or firewall changes the connection.",
      ],
    };
  // Every other failed connection through a tunnel comes from the proxy.
  if (isProxied(connection) && /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/.test(code))
    return {
      stage: "proxy",
      cause: "proxy-unreachable",
      message: `the proxy ${connection.proxy?.shown} cannot be reached (${code})`,
      remedies: [
        "Correct HTTPS_PROXY.",
        `Outside of the company's network, unset HTTPS_PROXY, or add ${hostname} to NO_PROXY.`,
      ],
    };
  if (/ENOTFOUND|EAI_AGAIN/.test(code))
    return {
      stage: "dns",
      cause: "dns",
      message: `the name ${hostname} cannot be resolved (${code})`,
      remedies: [
        `Check the spelling of ${declared?.address ?? "signalwire:space, signalwire:baseUrl, SIGNALWIRE_SPACE or SIGNALWIRE_BASE_URL"}.`,
        "Check that this machine is online, and its DNS server or VPN.",
        "If only a proxy reaches the internet from here, set HTTPS_PROXY.",
      ],
    };
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT/.test(code))
    return {
      stage: "connection",
      cause: /CONNECT_TIMEOUT/.test(code) ? "connection-timeout" : "connection-refused",
      message: `${at} does not accept connections (${code})`,
      remedies: [
        "Check the address and its port. A reference server has to run: `npx pulumi-signalwire serve`.",
        "Check that no firewall blocks it, or set HTTPS_PROXY if only a proxy reaches the internet from here.",
      ],
    };
  return silence(code, at);
}

function proxyRefusal(status: string, { baseUrl, proxy }: Connection): NetworkProblem {
  const needsLogin = status === "407";
  return {
    stage: "proxy",
    cause: needsLogin ? "proxy-login" : "proxy-refused",
    message: `the proxy ${proxy?.shown} refuses the tunnel to ${new URL(baseUrl).hostname} (${status})`,
    remedies: needsLogin
      ? ["Put user name and password into HTTPS_PROXY: http://user:password@proxy.example.com:8080."]
      : [`Ask who runs the proxy to allow ${new URL(baseUrl).hostname}.`, "Check the address in HTTPS_PROXY."],
  };
}

function certificateProblem(code: string, hostname: string): NetworkProblem {
  const isOther = /ALTNAME/.test(code);
  const isOld = /EXPIRED|NOT_YET_VALID/.test(code);
  return {
    stage: "tls",
    cause: "certificate",
    message: `${hostname} shows a certificate that ${isOther ? "belongs to another name" : isOld ? "is not valid now" : "Node does not trust"} (${code})`,
    remedies: [
      ...(isOld ? ["Check this machine's date and time."] : []),
      ...(isOther ? ["Correct the address."] : []),
      "Where a proxy of your company opens TLS, name the file of its CA in NODE_EXTRA_CA_CERTS.",
    ],
  };
}

function silence(code: string, at: string): NetworkProblem {
  if (/TIMEOUT|TIMEDOUT/i.test(code))
    return {
      stage: "answer",
      cause: "slow",
      message: `${at} accepted the connection and did not answer in time (${code})`,
      remedies: [
        "Try again later; look at the service's status page.",
        "Check that the address is the API's, and not another service's.",
      ],
    };
  if (/HPE_|does not match the HTTP|MAX_SIZE|CONTENT_LENGTH/.test(code))
    return {
      stage: "answer",
      cause: "not-http",
      message: `${at} answers with something that is no usable HTTP (${code})`,
      remedies: ["Correct the address and its port: this is not the API."],
    };
  return {
    stage: "answer",
    cause: "connection-broken",
    message: `${at} broke the connection before it answered (${code})`,
    remedies: [
      "Try again.",
      "Check that no firewall or proxy closes connections, and that http:// and https:// are not mixed up.",
    ],
  };
}

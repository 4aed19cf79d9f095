// The service's address, the credentials, and passwords that are not stored in the state.

import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  accountOf,
  ConfigurationError,
  readConnection,
  readProjectId,
  readSecret,
} from "../../../provider/config/config.ts";
import { temporaryFolder } from "../../scripts/machine.ts";
import { under } from "../environment.ts";

const SPACE = "projectId=project apiToken=token space=example";
const DEFAULT = { baseUrl: "https://example.signalwire.com", projectId: "project", apiToken: "token" };

type Values = { readonly [key: string]: string };

/** Reads "a=1 b=2", each value under its whole name. */
function valuesOf(text: string, wholeName: (name: string) => string): Values {
  const pairs = text.split(" ").map((each) => each.split("=", 2) as [string, string?]);
  return Object.fromEntries(pairs.flatMap(([name, value]) => (name === "" ? [] : [[wholeName(name), value ?? ""]])));
}

const settings = (text: string) => valuesOf(text, (name) => `signalwire:${name}`);
/** Names in capitals; those of a proxy have no prefix. */
const variables = (text: string) => valuesOf(text, (name) => (/proxy/i.test(name) ? name : `SIGNALWIRE_${name}`));

function connection(config: Values, env: Values = {}) {
  return under(env, () => readConnection({ get: (key) => config[key] }));
}

function problems(config: Values | undefined, env: Values = {}): readonly string[] {
  try {
    under(env, () => readConnection(config && { get: (key) => config[key] }));
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

const CONFIGURED = settings(SPACE);
const ELSEWHERE = "projectId=project apiToken=token baseUrl=https://example.net";
const LIMITED = `${SPACE} concurrency=4 requestsPerSecond=2.5`;
const LOOPBACK = "projectId=p apiToken=t baseUrl=http://127.0.0.1:9";

const limitedTo = (concurrency: number, requestsPerSecond?: number) => ({ limits: { concurrency, requestsPerSecond } });
const PROXIES = "https_proxy=http://a:1 HTTPS_PROXY=http://b:2 no_proxy=x NO_PROXY=y";
const proxied = (url: string, except: string, shown = url) => ({ proxy: { url, except, shown } });

it.each<[config: string, env: string, expected: object]>([
  [SPACE, "", { ...DEFAULT, ...limitedTo(16) }],
  ["", "PROJECT_ID=p API_TOKEN=t SPACE=example", { ...DEFAULT, projectId: "p", apiToken: "t" }],
  [SPACE, "PROJECT_ID=other", { ...DEFAULT, projectId: "other" }],
  [SPACE, "API_TOKEN=other", { ...DEFAULT, apiToken: "other" }],
  [SPACE, "PROJECT_ID= API_TOKEN= SPACE= BASE_URL=", DEFAULT],
  ...[SPACE, ELSEWHERE].flatMap((config): [string, string, object][] => [
    [config, "SPACE=other", { baseUrl: "https://other.signalwire.com" }],
    [config, "BASE_URL=https://a.example", { baseUrl: "https://a.example" }],
  ]),
  [LIMITED, "", limitedTo(4, 2.5)],
  [LIMITED, "CONCURRENCY=8 REQUESTS_PER_SECOND=0.5", limitedTo(8, 0.5)],
  // Lower-case names win, and a login is not shown. No proxy sees the token of a server on this machine.
  [SPACE, PROXIES, proxied("http://a:1", "x")],
  [
    SPACE,
    "https_proxy= HTTPS_PROXY=http://clerk:canary@b:2 NO_PROXY=y",
    proxied("http://clerk:canary@b:2", "y", "http://b:2"),
  ],
  [SPACE, "HTTPS_PROXY=https://b", proxied("https://b", "")],
  [LOOPBACK, "HTTPS_PROXY=http://b:2", { proxy: undefined }],
])("the connection of %j under %j is %j", (config, env, expected) => {
  expect(connection(settings(config), variables(env))).toMatchObject(expected);
});

it("a connection takes values without the white space around them, of a variable and of the configuration", () => {
  const [config, env] = [{ ...CONFIGURED, "signalwire:projectId": " project " }, { SIGNALWIRE_API_TOKEN: " token\n" }];
  expect(connection(config, { ...env, SIGNALWIRE_SPACE: "  " })).toMatchObject(DEFAULT);
});

const NO_SPACE =
  "signalwire:space must be the name before .signalwire.com, for example example; a whole address goes into signalwire:baseUrl.";
const NO_CREDENTIALS = "signalwire:baseUrl must hold no user name, password, query or fragment.";
const NO_ADDRESS = "signalwire:baseUrl must be an absolute https:// URL, for example https://example.signalwire.com.";
const unencrypted = (host: string) =>
  `signalwire:baseUrl would send the API token unencrypted to ${host}: use https://. Plain http:// is accepted for loopback addresses only. For a reference server elsewhere, put a TLS front before it or forward its port to this machine (docs/reference-server.md, From another machine).`;

it.each([
  ...["https://example.signalwire.com", "example.signalwire.com/api", "example.com", "evil.com/x", "evil.com#"],
  ...["user@evil.com", "exa mple", "-example", "example-", "exämple", ".signalwire.com"],
])("the space %j has no address", (space) => {
  expect(problems({ ...CONFIGURED, "signalwire:space": space })).toEqual([NO_SPACE]);
});

it.each([
  ["space", "Example", "https://example.signalwire.com"],
  ["space", "EXAMPLE.SignalWire.com", "https://example.signalwire.com"],
  ["space", "my-space-2", "https://my-space-2.signalwire.com"],
  ["space", "a", "https://a.signalwire.com"],
  ["baseUrl", "https://EXAMPLE.com:8443//", "https://example.com:8443"],
  ["baseUrl", "https://proxy.example.net/signalwire/", "https://proxy.example.net/signalwire"],
  ["baseUrl", "https://example.com/?", "https://example.com"],
  ["baseUrl", "http://127.0.0.1:49152", "http://127.0.0.1:49152"],
])("the %s %s is used as %s", (key, value, expected) => {
  const { "signalwire:space": _, ...others } = CONFIGURED;
  expect(connection({ ...others, [`signalwire:${key}`]: value }).baseUrl).toBe(expected);
});

it.each([
  ["http://127.0.0.1.example.com", unencrypted("127.0.0.1.example.com")],
  ["https://user@example.com", NO_CREDENTIALS],
  ["https://:canary@example.com", NO_CREDENTIALS],
  ["https://example.com/?token=canary", NO_CREDENTIALS],
  ["https://example.com/#canary", NO_CREDENTIALS],
  ["example.signalwire.com", NO_ADDRESS],
  ["ftp://example.com", NO_ADDRESS],
])("the address %s is refused", (address, problem) => {
  const elsewhere = { ...settings("projectId=project apiToken=token"), "signalwire:baseUrl": address };
  expect(problems(elsewhere)).toEqual([problem]);
});

const WHOLE = "signalwire:concurrency must be a whole number above 0.";
const MISSING = [
  "signalwire:projectId is missing: run `pulumi config set signalwire:projectId <the project's ID>` or set SIGNALWIRE_PROJECT_ID.",
  "signalwire:apiToken is missing: run `pulumi config set --secret signalwire:apiToken <an API token>` or set SIGNALWIRE_API_TOKEN.",
  "The service's address is missing: run `pulumi config set signalwire:space <your space>` or set SIGNALWIRE_SPACE " +
    "(for another server of the same specification, signalwire:baseUrl or SIGNALWIRE_BASE_URL).",
];
const NO_SERVER =
  "SIGNALWIRE_CLOCK=server is for tests against a reference server on this machine, and example.signalwire.com is none: unset it.";

const TWO = "are both set: keep one of them.";
const NO_PROXY = "HTTPS_PROXY must be the proxy's http:// or https:// URL, for example http://proxy.example.com:8080.";
const NO_CLOCK = "SIGNALWIRE_CLOCK can only be server: correct it, or unset it to go by this machine's clock.";

it.each<[config: string | undefined, env: string, problems: string[]]>([
  [undefined, "", MISSING],
  ["", "", MISSING],
  ["apiToken=canary baseUrl=http://example.com", "", [...MISSING.slice(0, 1), unencrypted("example.com")]],
  [`${ELSEWHERE} space=example`, "", [`signalwire:baseUrl and signalwire:space ${TWO}`]],
  [SPACE, "BASE_URL=https://a.example SPACE=a", [`SIGNALWIRE_BASE_URL and SIGNALWIRE_SPACE ${TWO}`]],
  ...["0", "-1", "many", "Infinity"].map((value): [string, string, string[]] => {
    const limits = `${SPACE} concurrency=${value} requestsPerSecond=${value}`;
    return [limits, "", [WHOLE, "signalwire:requestsPerSecond must be a number above 0."]];
  }),
  [`${SPACE} concurrency=1.5 requestsPerSecond=1`, "", [WHOLE]],
  [SPACE, "HTTPS_PROXY=b:2", [NO_PROXY]],
  [SPACE, "CLOCK=server", [NO_SERVER]],
  [SPACE, "CLOCK=mine", [NO_CLOCK]],
  [LOOPBACK, "CLOCK=server", []],
])("every problem of %j under %j is listed at once: %j", (config, env, expected) => {
  expect(problems(config === undefined ? undefined : settings(config), variables(env))).toEqual(expected);
});

it("problems are one error with a code, without a credential", () => {
  expect(() => connection({ "signalwire:apiToken": "canary" })).toThrow(
    expect.objectContaining({
      ...{ name: "ConfigurationError", code: "configuration" },
      message: `The SignalWire configuration cannot be used: ${MISSING[0]} ${MISSING[2]}`,
    }),
  );
});

it("an account is a project at an address, whatever the case of its id", () => {
  const account = (text: string) => under({}, () => accountOf({ get: (key) => settings(text)[key] }));
  expect(account("projectId=AB-1 apiToken=t space=Example")).toBe("https://example.signalwire.com ab-1");
});

it("a declared provider ignores the environment for its settings and those of the same group, and takes the others", () => {
  const declared = (config: Values) => ({ get: (key: string) => config[key], isDeclared: true }) as const;
  const elsewhere = {
    SIGNALWIRE_PROJECT_ID: "other",
    SIGNALWIRE_API_TOKEN: "its token",
    SIGNALWIRE_BASE_URL: "https://other.example.com",
  };
  const spaced = declared({ "signalwire:space": "example" });
  under(elsewhere, () => {
    expect(readConnection(declared(CONFIGURED))).toMatchObject(DEFAULT);
    expect(readProjectId(declared(CONFIGURED))).toBe("project");
    expect(() => readConnection(declared({ "signalwire:projectId": "project" }))).toThrow("apiToken");
    expect(readConnection(spaced)).toMatchObject({ baseUrl: DEFAULT.baseUrl, projectId: "other" });
    expect(readProjectId(spaced)).toBe("other");
  });
});

describe("a secret that is kept elsewhere", () => {
  /** Returns the path of a file with this text. */
  function fileWith(text: string): string {
    const file = join(temporaryFolder(), "password");
    writeFileSync(file, text);
    return file;
  }

  it("is the value of the variable, as it is, and an error that names the variable where there is none", () => {
    expect(under({ DESK: " canary " }, () => readSecret({ env: "DESK" }))).toBe(" canary ");
    for (const env of [{}, { DESK: "" }])
      expect(() => under(env, () => readSecret({ env: "DESK" }))).toThrow(/variable DESK, which is not set/);
  });

  it.each([
    ["canary", "canary"],
    ["canary\n", "canary"],
    ["canary\r\n", "canary"],
    ["two\nlines\n\n", "two\nlines\n"],
    [" canary \n", " canary "],
  ])("in a file with %j is %j", (text, value) => {
    expect(readSecret({ file: fileWith(text) })).toBe(value);
  });

  it("is an error that names the file and the reason where it holds nothing, or cannot be read", () => {
    for (const file of ["", "\n"].map(fileWith))
      expect(() => readSecret({ file })).toThrow(`the file ${file}, which is empty`);
    const missing = join(temporaryFolder(), "missing");
    expect(() => readSecret({ file: missing })).toThrow(`the file ${missing}, which cannot be read (ENOENT)`);
    expect(() => readSecret({ file: tmpdir() })).toThrow("(EISDIR)");
  });
});

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

/** Reads "a=1 b=2", with a prefix before each name. */
function valuesOf(text: string, prefix: string): Values {
  const pairs = text.split(" ").map((each) => each.split("=", 2) as [string, string?]);
  return Object.fromEntries(pairs.flatMap(([name, value]) => (name === "" ? [] : [[prefix + name, value ?? ""]])));
}

const settings = (text: string) => valuesOf(text, "signalwire:");
/** Names in capitals; those of a proxy have no prefix. */
const variables = (text: string) =>
  Object.fromEntries(
    Object.entries(valuesOf(text, "")).map(([name, value]) => [
      /proxy/i.test(name) ? name : `SIGNALWIRE_${name}`,
      value,
    ]),
  );

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
const baseUrl = (address: string) => ({
  ...settings("projectId=project apiToken=token"),
  "signalwire:baseUrl": address,
});
const ELSEWHERE = "projectId=project apiToken=token baseUrl=https://example.net";
const LIMITED = `${SPACE} concurrency=4 requestsPerSecond=2.5`;
const LOOPBACK = "projectId=p apiToken=t baseUrl=http://127.0.0.1:9";

it.each<[string, string, string, object]>([
  ["the configuration", SPACE, "", DEFAULT],
  [
    "the environment alone",
    "",
    "PROJECT_ID=p API_TOKEN=t SPACE=example",
    { ...DEFAULT, projectId: "p", apiToken: "t" },
  ],
  ["the environment's project", SPACE, "PROJECT_ID=other", { ...DEFAULT, projectId: "other" }],
  ["the environment's token", SPACE, "API_TOKEN=other", { ...DEFAULT, apiToken: "other" }],
  ["no empty variable", SPACE, "PROJECT_ID= API_TOKEN= SPACE= BASE_URL=", DEFAULT],
  ...[SPACE, ELSEWHERE].flatMap((config): [string, string, string, object][] => [
    ["the environment's space", config, "SPACE=other", { baseUrl: "https://other.signalwire.com" }],
    ["the environment's address", config, "BASE_URL=https://a.example", { baseUrl: "https://a.example" }],
  ]),
  ["a number of connections and no rate", SPACE, "", { limits: { concurrency: 16, requestsPerSecond: undefined } }],
  ["the limits of the configuration", LIMITED, "", { limits: { concurrency: 4, requestsPerSecond: 2.5 } }],
  [
    ...(["the environment's limits", LIMITED, "CONCURRENCY=8 REQUESTS_PER_SECOND=0.5"] as const),
    { limits: { concurrency: 8, requestsPerSecond: 0.5 } },
  ],
  [
    "the proxy of the lower-case names",
    SPACE,
    "https_proxy=http://a:1 HTTPS_PROXY=http://b:2 no_proxy=x NO_PROXY=y",
    { proxy: { url: "http://a:1", except: "x", shown: "http://a:1" } },
  ],
  [
    "the proxy of the upper-case names, and shows no login",
    SPACE,
    "https_proxy= HTTPS_PROXY=http://clerk:canary@b:2 NO_PROXY=y",
    { proxy: { url: "http://clerk:canary@b:2", except: "y", shown: "http://b:2" } },
  ],
  [
    "a proxy without exceptions",
    SPACE,
    "HTTPS_PROXY=https://b",
    { proxy: { url: "https://b", except: "", shown: "https://b" } },
  ],
  ["no proxy to this machine", LOOPBACK, "HTTPS_PROXY=http://b:2", { proxy: undefined }],
])("a connection takes %s", (_, config, env, expected) => {
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

it.each(["example", "Example", "example.signalwire.com", "EXAMPLE.SignalWire.com", "my-space-2", "a"])(
  "the space %s has an address",
  (space) => {
    const name = space.toLowerCase().replace(".signalwire.com", "");
    expect(connection({ ...CONFIGURED, "signalwire:space": space }).baseUrl).toBe(`https://${name}.signalwire.com`);
  },
);

it.each([
  ...["https://example.signalwire.com", "example.signalwire.com/api", "example.com", "evil.com/x", "evil.com#"],
  ...["user@evil.com", "exa mple", "-example", "example-", "exämple", ".signalwire.com"],
])("the space %j has none", (space) => {
  expect(problems({ ...CONFIGURED, "signalwire:space": space })).toEqual([NO_SPACE]);
});

it.each([
  ["https://example.signalwire.com", "https://example.signalwire.com"],
  ["https://example.signalwire.com/", "https://example.signalwire.com"],
  ["https://EXAMPLE.com:8443//", "https://example.com:8443"],
  ["https://proxy.example.net/signalwire/", "https://proxy.example.net/signalwire"],
  ["https://example.com/?", "https://example.com"],
  ["https://example.com/#", "https://example.com"],
  ["http://localhost", "http://localhost"],
  ["http://localhost:8080", "http://localhost:8080"],
  ["http://127.0.0.1:49152", "http://127.0.0.1:49152"],
  ["http://127.10.20.30", "http://127.10.20.30"],
  ["http://[::1]:49152", "http://[::1]:49152"],
  ["http://127.1", "http://127.0.0.1"],
])("the address %s is used as %s", (address, expected) => {
  expect(connection(baseUrl(address)).baseUrl).toBe(expected);
});

it.each([
  ["http://example.signalwire.com", unencrypted("example.signalwire.com")],
  ["http://192.168.0.10", unencrypted("192.168.0.10")],
  ["http://0.0.0.0", unencrypted("0.0.0.0")],
  ["http://128.0.0.1", unencrypted("128.0.0.1")],
  ["http://127.0.0.1.example.com", unencrypted("127.0.0.1.example.com")],
  ["http://localhost.example.com", unencrypted("localhost.example.com")],
  ["http://notlocalhost", unencrypted("notlocalhost")],
  ["http://[::2]", unencrypted("[::2]")],
  ["http://[fe80::1]", unencrypted("[fe80::1]")],
  ["https://user:canary@example.com", NO_CREDENTIALS],
  ["https://user@example.com", NO_CREDENTIALS],
  ["https://:canary@example.com", NO_CREDENTIALS],
  ["https://example.com/?token=canary", NO_CREDENTIALS],
  ["https://example.com/#canary", NO_CREDENTIALS],
  ["example.signalwire.com", NO_ADDRESS],
  ["ftp://example.com", NO_ADDRESS],
  ["file:///etc", NO_ADDRESS],
  ["javascript:alert(1)", NO_ADDRESS],
  ["https://", NO_ADDRESS],
  ["//example.com", NO_ADDRESS],
])("the address %s is refused", (address, problem) => {
  expect(problems(baseUrl(address))).toEqual([problem]);
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

it.each<[string, string | undefined, string, unknown[]]>([
  ["no configuration", undefined, "", MISSING],
  ["an empty one", "", "", MISSING],
  [
    "missing and invalid settings together",
    "apiToken=canary baseUrl=http://example.com",
    "",
    [expect.stringMatching(/^signalwire:projectId is missing/), unencrypted("example.com")],
  ],
  [
    "an address beside a space",
    `${ELSEWHERE} space=example`,
    "",
    ["signalwire:baseUrl and signalwire:space are both set: keep one of them."],
  ],
  [
    "both in the environment",
    SPACE,
    "BASE_URL=https://a.example SPACE=a",
    ["SIGNALWIRE_BASE_URL and SIGNALWIRE_SPACE are both set: keep one of them."],
  ],
  ...["0", "-1", "many", "Infinity", "NaN"].map((value): [string, string, string, string[]] => [
    ...([`limits of ${value}`, `${SPACE} concurrency=${value} requestsPerSecond=${value}`, ""] as const),
    [WHOLE, "signalwire:requestsPerSecond must be a number above 0."],
  ]),
  ["half a connection", `${SPACE} concurrency=1.5 requestsPerSecond=1`, "", [WHOLE]],
  [
    "a proxy without a scheme",
    SPACE,
    "HTTPS_PROXY=b:2",
    ["HTTPS_PROXY must be the proxy's http:// or https:// URL, for example http://proxy.example.com:8080."],
  ],
  ["the server's clock elsewhere", SPACE, "CLOCK=server", [NO_SERVER]],
  [
    "another clock than the server's",
    SPACE,
    "CLOCK=mine",
    ["SIGNALWIRE_CLOCK can only be server: correct it, or unset it to go by this machine's clock."],
  ],
  ...["127.0.0.1:4010", "localhost:4010", "[::1]:4010"].map((host): [string, string, string, string[]] => {
    return [`nothing of the clock at ${host}`, `projectId=p apiToken=t baseUrl=http://${host}`, "CLOCK=server", []];
  }),
])("every problem is listed at once: %s", (_, config, env, expected) => {
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

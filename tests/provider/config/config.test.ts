// The service's address, the credentials, and passwords that are not stored in the state.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ConfigurationError,
  mayAdoptMatching,
  readConnection,
  readProjectId,
  readSecret,
} from "../../../provider/config/config.ts";

const CREDENTIALS = { "signalwire:projectId": "project", "signalwire:apiToken": "token" };
const CONFIGURED = { ...CREDENTIALS, "signalwire:space": "example" };

type Values = { readonly [key: string]: string };

function connection(config: Values, env: Values = {}) {
  return readConnection({ get: (key) => config[key] }, env);
}

function problems(config: Values | undefined, env: Values = {}): readonly string[] {
  try {
    readConnection(config && { get: (key) => config[key] }, env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
  return [];
}

const baseUrl = (address: string) => ({ ...CREDENTIALS, "signalwire:baseUrl": address });

describe("a complete configuration", () => {
  it("gives the connection", () => {
    expect(connection(CONFIGURED)).toMatchObject({
      baseUrl: "https://example.signalwire.com",
      projectId: "project",
      apiToken: "token",
    });
  });

  it("may come from the environment alone", () => {
    const env = { SIGNALWIRE_PROJECT_ID: "p", SIGNALWIRE_API_TOKEN: "t", SIGNALWIRE_SPACE: "example" };
    expect(readConnection(undefined, env)).toMatchObject({
      baseUrl: "https://example.signalwire.com",
      projectId: "p",
      apiToken: "t",
    });
  });

  it("may have white space around its values", () => {
    const env = { SIGNALWIRE_API_TOKEN: " token\n" };
    expect(connection({ ...CONFIGURED, "signalwire:projectId": " project " }, env)).toMatchObject({
      projectId: "project",
      apiToken: "token",
    });
  });
});

describe("the environment", () => {
  it.each([
    ["SIGNALWIRE_PROJECT_ID", "projectId", "other"],
    ["SIGNALWIRE_API_TOKEN", "apiToken", "other"],
  ] as const)("wins with %s", (name, key, value) => {
    expect(connection(CONFIGURED, { [name]: value })[key]).toBe(value);
  });

  it.each([
    ["SIGNALWIRE_SPACE", "other", "https://other.signalwire.com"],
    ["SIGNALWIRE_BASE_URL", "https://api.example.net", "https://api.example.net"],
  ])("wins with %s over both ways of the configuration to name the service", (name, value, expected) => {
    expect(connection(CONFIGURED, { [name]: value }).baseUrl).toBe(expected);
    expect(connection(baseUrl("https://example.net"), { [name]: value }).baseUrl).toBe(expected);
  });

  it.each(["", "  "])("does not count with the value %j", (value) => {
    const env = {
      SIGNALWIRE_PROJECT_ID: value,
      SIGNALWIRE_API_TOKEN: value,
      SIGNALWIRE_SPACE: value,
      SIGNALWIRE_BASE_URL: value,
    };
    expect(connection(CONFIGURED, env)).toEqual(connection(CONFIGURED));
  });
});

describe("a space", () => {
  it.each(["example", "Example", "example.signalwire.com", "EXAMPLE.SignalWire.com", "my-space-2", "a"])(
    "may be written %s",
    (space) => {
      const name = space.toLowerCase().replace(".signalwire.com", "");
      expect(connection({ ...CONFIGURED, "signalwire:space": space }).baseUrl).toBe(`https://${name}.signalwire.com`);
    },
  );

  it.each([
    "https://example.signalwire.com",
    "example.signalwire.com/api",
    "example.com",
    "evil.com/x",
    "evil.com#",
    "user@evil.com",
    "exa mple",
    "-example",
    "example-",
    "exämple",
    ".signalwire.com",
  ])("cannot be %j", (space) => {
    expect(problems({ ...CONFIGURED, "signalwire:space": space })).toEqual([
      "signalwire:space must be the name before .signalwire.com, for example example; a whole address goes into signalwire:baseUrl.",
    ]);
  });
});

describe("an address", () => {
  it.each([
    ["https://example.signalwire.com", "https://example.signalwire.com"],
    ["https://example.signalwire.com/", "https://example.signalwire.com"],
    ["https://EXAMPLE.com:8443//", "https://example.com:8443"],
    ["https://proxy.example.net/signalwire/", "https://proxy.example.net/signalwire"],
    ["https://example.com/?", "https://example.com"],
    ["https://example.com/#", "https://example.com"],
  ])("may be %s", (address, expected) => {
    expect(connection(baseUrl(address)).baseUrl).toBe(expected);
  });

  it.each([
    "http://localhost",
    "http://localhost:8080",
    "http://127.0.0.1:49152",
    "http://127.10.20.30",
    "http://[::1]:49152",
    "http://127.1",
  ])("may be plain http on this machine: %s", (address) => {
    expect(connection(baseUrl(address)).baseUrl).toBe(new URL(address).origin);
  });

  it.each([
    ["http://example.signalwire.com", "example.signalwire.com"],
    ["http://192.168.0.10", "192.168.0.10"],
    ["http://0.0.0.0", "0.0.0.0"],
    ["http://128.0.0.1", "128.0.0.1"],
    ["http://127.0.0.1.example.com", "127.0.0.1.example.com"],
    ["http://localhost.example.com", "localhost.example.com"],
    ["http://notlocalhost", "notlocalhost"],
    ["http://[::2]", "[::2]"],
    ["http://[fe80::1]", "[fe80::1]"],
  ])("cannot be plain http elsewhere: %s", (address, host) => {
    expect(problems(baseUrl(address))).toEqual([
      `signalwire:baseUrl would send the API token unencrypted to ${host}: use https://. Plain http:// is accepted for loopback addresses only. For a reference server elsewhere, put a TLS front before it or forward its port to this machine (docs/reference-server.md, From another machine).`,
    ]);
  });

  it.each([
    "https://user:canary@example.com",
    "https://user@example.com",
    "https://:canary@example.com",
    "https://example.com/?token=canary",
    "https://example.com/#canary",
  ])("cannot hold a part that is ignored or leaks: %s", (address) => {
    expect(problems(baseUrl(address))).toEqual([
      "signalwire:baseUrl must hold no user name, password, query or fragment.",
    ]);
  });

  it.each([
    "example.signalwire.com",
    "ftp://example.com",
    "file:///etc",
    "javascript:alert(1)",
    "https://",
    "//example.com",
  ])("must be absolute and https: %s", (address) => {
    expect(problems(baseUrl(address))).toEqual([
      "signalwire:baseUrl must be an absolute https:// URL, for example https://example.signalwire.com.",
    ]);
  });

  it("cannot be given beside a space", () => {
    const config = { ...baseUrl("https://example.com"), "signalwire:space": "example" };
    expect(problems(config)).toEqual(["signalwire:baseUrl and signalwire:space are both set: keep one of them."]);
    const environment = { SIGNALWIRE_BASE_URL: "https://a.example.com", SIGNALWIRE_SPACE: "example" };
    expect(problems(config, environment)).toEqual([
      "SIGNALWIRE_BASE_URL and SIGNALWIRE_SPACE are both set: keep one of them.",
    ]);
  });
});

describe("missing settings", () => {
  it.each([undefined, {}])("are reported all at once, each with its command and its variable", (config) => {
    const told = problems(config);
    expect(told).toHaveLength(3);
    expect(told[0]).toContain(
      "`pulumi config set signalwire:projectId <the project's ID>` or set SIGNALWIRE_PROJECT_ID",
    );
    expect(told[1]).toContain(
      "`pulumi config set --secret signalwire:apiToken <an API token>` or set SIGNALWIRE_API_TOKEN",
    );
    expect(told[2]).toContain("`pulumi config set signalwire:space <your space>` or set SIGNALWIRE_SPACE");
  });

  it("are reported together with invalid ones", () => {
    const told = problems({ "signalwire:apiToken": "canary", "signalwire:baseUrl": "http://example.com" });
    expect(told).toEqual([
      expect.stringMatching(/^signalwire:projectId is missing/),
      expect.stringMatching(/^signalwire:baseUrl would send the API token unencrypted/),
    ]);
  });

  it("is an error with a code and every problem in its message, and no credential", () => {
    const call = () => connection({ "signalwire:apiToken": "canary" });
    expect(call).toThrow(ConfigurationError);
    try {
      call();
    } catch (error) {
      const { code, message, problems } = error as ConfigurationError;
      expect(code).toBe("configuration");
      for (const problem of problems) expect(message).toContain(problem);
      expect(message).not.toContain("canary");
    }
    expect.assertions(5);
  });
});

describe("limits", () => {
  it("are a number of connections and no rate by default", () => {
    const { concurrency, requestsPerSecond } = connection(CONFIGURED).limits;
    expect(concurrency).toBeGreaterThanOrEqual(1);
    expect(requestsPerSecond).toBeUndefined();
  });

  it("come from the environment, else from the configuration", () => {
    const config = { ...CONFIGURED, "signalwire:concurrency": "4", "signalwire:requestsPerSecond": "2.5" };
    expect(connection(config).limits).toEqual({ concurrency: 4, requestsPerSecond: 2.5 });
    const env = { SIGNALWIRE_CONCURRENCY: "8", SIGNALWIRE_REQUESTS_PER_SECOND: "0.5" };
    expect(connection(config, env).limits).toEqual({ concurrency: 8, requestsPerSecond: 0.5 });
  });

  it.each(["0", "-1", "many", "Infinity", "NaN"])("cannot be %s", (value) => {
    const config = { ...CONFIGURED, "signalwire:concurrency": value, "signalwire:requestsPerSecond": value };
    expect(problems(config)).toEqual([
      "signalwire:concurrency must be a whole number above 0.",
      "signalwire:requestsPerSecond must be a number above 0.",
    ]);
  });

  it("cannot be half a connection", () => {
    expect(problems({ ...CONFIGURED, "signalwire:concurrency": "1.5" })).toEqual([
      "signalwire:concurrency must be a whole number above 0.",
    ]);
  });
});

describe("adopting an identical endpoint", () => {
  it.each([
    ["true", true],
    [" TRUE ", true],
    ["false", false],
    ["1", false],
    ["", false],
  ])("with %j is allowed: %s", (value, allowed) => {
    expect(mayAdoptMatching({ get: (key) => (key === "signalwire:adoptMatching" ? value : undefined) })).toBe(allowed);
  });

  it("is not allowed by default", () => {
    expect(mayAdoptMatching(undefined)).toBe(false);
  });
});

describe("the server's clock", () => {
  it.each(["http://127.0.0.1:4010", "http://localhost:4010", "http://[::1]:4010"])(
    "may be followed at %s",
    (address) => {
      expect(problems(baseUrl(address), { SIGNALWIRE_CLOCK: "server" })).toEqual([]);
    },
  );

  it("is refused for an address that is not this machine's", () => {
    expect(problems(CONFIGURED, { SIGNALWIRE_CLOCK: "server" })).toEqual([
      "SIGNALWIRE_CLOCK=server is for tests against a reference server on this machine, and example.signalwire.com is none: unset it.",
    ]);
  });

  it("is the only one there is to follow", () => {
    expect(problems(CONFIGURED, { SIGNALWIRE_CLOCK: "mine" })).toEqual([
      "SIGNALWIRE_CLOCK can only be server: correct it, or unset it to go by this machine's clock.",
    ]);
  });
});

describe("a provider that the program declares", () => {
  const declared = (config: Values) => ({ get: (key: string) => config[key], isDeclared: true }) as const;
  const elsewhere = {
    SIGNALWIRE_PROJECT_ID: "other",
    SIGNALWIRE_API_TOKEN: "its token",
    SIGNALWIRE_BASE_URL: "https://other.example.com",
  };

  it("ignores the environment for its own settings and those of the same group", () => {
    expect(readConnection(declared(CONFIGURED), elsewhere)).toMatchObject({
      baseUrl: "https://example.signalwire.com",
      projectId: "project",
      apiToken: "token",
    });
    expect(readProjectId(declared(CONFIGURED), elsewhere)).toBe("project");
    expect(() => readConnection(declared({ "signalwire:projectId": "project" }), elsewhere)).toThrow("apiToken");
  });

  it("takes its missing settings from the environment", () => {
    expect(readConnection(declared({ "signalwire:space": "example" }), elsewhere)).toMatchObject({
      baseUrl: "https://example.signalwire.com",
      projectId: "other",
    });
    expect(readProjectId(declared({ "signalwire:space": "example" }), elsewhere)).toBe("other");
  });
});

describe("a secret that is kept elsewhere", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "signalwire-secret-"));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function file(text: string): Promise<string> {
    const path = join(folder, "password");
    await writeFile(path, text);
    return path;
  }

  it("is the value of the variable, as it is", () => {
    expect(readSecret({ env: "DESK" }, { DESK: " canary " })).toBe(" canary ");
  });

  it.each([{}, { DESK: "" }])("is an error that names the variable where there is none: %j", (env) => {
    expect(() => readSecret({ env: "DESK" }, env)).toThrow(ConfigurationError);
    expect(() => readSecret({ env: "DESK" }, env)).toThrow(/variable DESK, which is not set/);
  });

  it.each([
    ["canary", "canary"],
    ["canary\n", "canary"],
    ["canary\r\n", "canary"],
    ["two\nlines\n\n", "two\nlines\n"],
    [" canary \n", " canary "],
  ])("in a file with %j is %j", async (text, value) => {
    expect(readSecret({ file: await file(text) }, {})).toBe(value);
  });

  it.each(["", "\n"])("is an error that names the file where it holds %j", async (text) => {
    const path = await file(text);
    expect(() => readSecret({ file: path }, {})).toThrow(`the file ${path}, which is empty`);
  });

  it("is an error that names the file and the reason where it cannot be read", () => {
    const missing = join(folder, "missing");
    expect(() => readSecret({ file: missing }, {})).toThrow(`the file ${missing}, which cannot be read (ENOENT)`);
    expect(() => readSecret({ file: folder }, {})).toThrow("(EISDIR)");
  });
});

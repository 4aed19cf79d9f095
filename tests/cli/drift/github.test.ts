import { expect, test } from "vitest";
import { findingsOf } from "../../../cli/drift/findings.ts";
import { annotations as render } from "../../../cli/drift/renderers/github.ts";
import type { DriftReport } from "../../../cli/drift/report.ts";
import { everyVerdict, hostile, large, report, resource } from "./reports.ts";

const annotations = (of: DriftReport) => render(findingsOf(of, ["drift"]));

/** Parses a line like GitHub's runner: its properties and its data. */
function read(line: string) {
  const [, level, properties = "", data = ""] = /^::(error|warning) (.*?)::(.*)$/s.exec(line) ?? [];
  const decode = (text: string) =>
    text.replace(/%(25|0D|0A|3A|2C)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const pairs = properties.split(",").map((pair) => pair.split("=", 2));
  return {
    level,
    ...Object.fromEntries(pairs.map(([key = "", value = ""]) => [key, decode(value)])),
    text: decode(data),
  };
}

test("each finding that needs a look is at the line that declares the resource", () => {
  expect(annotations(everyVerdict).map(read)).toEqual([
    {
      level: "error",
      file: "infra/index.ts",
      line: "30",
      title: "PhoneNumber main-line (+12025550101): missing",
      text: "The service has no phone number with the id id-of-main-line any more.\n(stack prod)",
    },
    {
      level: "error",
      file: "infra/index.ts",
      line: "9",
      title: "SipEndpoint broken: error",
      text: "The service answered 500 to GET /api/relay/rest/endpoints/sip/id-of-broken.\n(stack prod)",
    },
    {
      level: "error",
      file: "infra/index.ts",
      line: "4",
      title: "SipEndpoint desk (front-desk): drifted",
      text: 'callerId: expected "Front desk", actual "Nobody"\ncodecs: expected ["OPUS", "PCMU"], actual ["PCMU"]\nencryption: expected "required", actual (not set)\nsendAs: expected (not set), actual "random"\n(stack prod)',
    },
    {
      level: "warning",
      file: "infra/index.ts",
      line: "41",
      title: "ClientToken web: renewal due",
      text: expect.stringMatching(/^Due since 2026-11-21T02:00:00Z/),
    },
    {
      level: "warning",
      title: "SipEndpoint lobby: unmanaged",
      text: expect.stringMatching(
        /^No checked stack manages the SIP endpoint lobby \(call: relay_script\)\.\n\(project .* at https:/,
      ),
    },
  ]);
});

test("resources that are in sync, ignored or unreadable have no annotation", () => {
  const quiet = (["in-sync", "ignored", "unreadable"] as const).map((verdict) => resource(verdict, verdict));
  expect(annotations(report([{ stack: "prod", resources: quiet }]))).toEqual([]);
});

test("resources with one read error share one annotation", () => {
  const message = "This stack's resources belong to another project.";
  const refused = ["a", "b", "c"].map((name) => resource(name, "error", { message }));
  expect(annotations(report([{ stack: "prod", resources: refused }])).map(read)).toEqual([
    { level: "error", title: "3 resources: error", text: `${message}\n(stack prod)` },
  ]);
});

test("a stack or an account that could not be checked is an error without a line", () => {
  const failed = report(
    [{ stack: "prod", resources: [], error: "It is locked." }],
    [{ projectId: "", baseUrl: "", unmanaged: [], error: "No token." }],
  );
  expect(annotations(failed)).toEqual([
    "::error title=Could not be checked::It is locked.%0A(stack prod)",
    "::error title=Could not be checked::No token.%0A(account)",
  ]);
});

test("what comes from outside can neither end a line nor forge a property or a command", () => {
  const lines = annotations(hostile);
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect(line).not.toMatch(/\p{Cc}/u);
    expect(line).toMatch(/^::(error|warning) title=[^:,]*::/);
    expect(line).not.toContain("##[");
  }
});

test("percent signs, colons and commas arrive as they were", () => {
  const odd = resource("a,b:c%2C", "drifted", {
    source: { file: "src/a,b:c%.ts", line: 7 },
    changes: [{ property: "callerId", expected: "100%", actual: "%0A::error::x" }],
  });
  const [line = ""] = annotations(report([{ stack: "prod", resources: [odd] }]));
  expect(line).toMatch(/^::error file=src\/a%2Cb%3Ac%25\.ts,line=7,title=SipEndpoint a%2Cb%3Ac%252C%3A drifted::/);
  expect(read(line).text).toBe('callerId: expected "100%", actual "%0A::error::x"\n(stack prod)');
});

test("no more than ten of each level, the last telling how many there are besides", () => {
  const lines = annotations(large(8)).map(read);
  const errors = lines.filter(({ level }) => level === "error");
  const warnings = lines.filter(({ level }) => level === "warning");
  expect(errors).toHaveLength(10);
  expect(errors.at(-1)).toMatchObject({ title: "15 more errors", text: "See the page of this run." });
  expect(warnings).toHaveLength(10);
  expect(warnings.at(-1)).toMatchObject({
    title: "7 more warnings",
    text: "See the page of this run.",
  });
});

test("ten are shown as they are", () => {
  const ten = Array.from({ length: 10 }, (_, index) => resource(`r${index}`, "missing"));
  const lines = annotations(report([{ stack: "prod", resources: ten }]));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toContain("title=SipEndpoint r9%3A missing");
});

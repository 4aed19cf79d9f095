import { marked } from "marked";
import { expect, test } from "vitest";
import { findingsOf } from "../../../cli/drift/findings.ts";
import { jsonReport } from "../../../cli/drift/renderers/json.ts";
import { type MarkdownOptions, markdownReport as render } from "../../../cli/drift/renderers/markdown.ts";
import { code, prose, row, tableHead } from "../../../cli/drift/renderers/markdown-text.ts";
import type { DriftReport } from "../../../cli/drift/report.ts";
import { endpoint, phone, rings } from "../routes/objects.ts";
import { everyVerdict, HOSTILE, hostile, large, report, resource } from "./reports.ts";

const markdownReport = (of: DriftReport, options?: MarkdownOptions) => render(findingsOf(of, ["drift"]), options);

/** Renders Markdown like GitHub, without the code in it. */
function shownOutsideCode(markdown: string): string {
  const html = marked.parse(markdown, { async: false, gfm: true });
  return html.replace(/<pre>.*?<\/pre>|<code>.*?<\/code>/gs, "");
}

/** Returns the cells of each row of each table, as HTML. */
function tableRows(markdown: string): string[][] {
  const html = marked.parse(markdown, { async: false, gfm: true });
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells = ""]) =>
    [...cells.matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) => cell),
  );
}

test("the heading says what was found, and a table counts it", () => {
  const [head, , titles, , numbers] = markdownReport(everyVerdict).split("\n");
  expect(head).toBe("## ⚠️ Drift found, and not everything could be checked");
  expect(titles).toBe(
    "| Error | Missing | Drifted | Dangling | Unwatched | Renewal due | Ignored | Unreadable | In sync | Unmanaged |",
  );
  expect(numbers).toBe("| **1** | **1** | **1** | 0 | 0 | **1** | **1** | **1** | **1** | **1** |");
});

test("a drifted property has a row with both values and where it is declared", () => {
  expect(markdownReport(everyVerdict).split("\n")).toContain(
    '| SIP endpoint `desk` (`front-desk`) | `callerId` | `"Front desk"` | `"Nobody"` | `infra/index.ts:4` |',
  );
});

test("every other finding has a row in a table of its kind", () => {
  const text = markdownReport(everyVerdict);
  const after = (title: string) => text.slice(text.indexOf(title)).split("\n").slice(2, 5).at(-1);
  expect(after("**Could not be read**")).toBe(
    "| SIP endpoint `broken` | The service answered 500 to GET /api/relay/rest/endpoints/sip/id-of-broken. | `infra/index.ts:9` |",
  );
  expect(after("**Missing from the service**")).toBe(
    "| phone number `main-line` (`+12025550101`) | `id-of-main-line` | `infra/index.ts:30` |",
  );
  expect(after("**Renewal due**")).toMatch(/^\| client token `web` \| Due since .*`pulumi up` renews it\. \|/);
  expect(after("**Unmanaged: no checked stack claims it**")).toBe(
    "| SIP endpoint `lobby` | `call: relay_script` | `lobby-id` |",
  );
  expect(after("<details><summary>Changed on purpose and ignored (1)</summary>")).toBe(
    '| SIP endpoint `lab` | `callerId` | `"Lab"` | `"Test"` |  |',
  );
  expect(after("<details><summary>Cannot be verified (2)</summary>")).toBe("| 1 client token cannot be read back |");
  expect(text).toContain("| the password of desk and workshop cannot be verified, for the service never shows it |\n");
});

test("it ends with what to do, and when what was checked", () => {
  const text = markdownReport(everyVerdict);
  const end = text.slice(text.indexOf("#### Bring the service back"));
  expect(end).toContain("```sh\npulumi up --refresh --stack prod\n");
  expect(end).toContain('- `infra/index.ts:4` `SipEndpoint "desk"`: set `callerId: "Nobody"`\n');
  expect(end).toMatch(/\n<sub>Checked `prod` at `2026-11-21T03:00:00Z`\.<\/sub>\n$/);
  expect(text.split("2026-11-21T03:00:00Z")).toHaveLength(2);
});

test("a report without findings is its counts", () => {
  expect(markdownReport(report([{ stack: "prod", resources: [resource("desk", "in-sync")] }]))).toBe(
    [
      "## ✅ In sync",
      "",
      "| Error | Missing | Drifted | Dangling | Unwatched | Renewal due | Ignored | Unreadable | In sync |",
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
      "| 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | **1** |",
      "",
      "<sub>Checked `prod` at `2026-11-21T03:00:00Z`.</sub>",
      "",
    ].join("\n"),
  );
  expect(markdownReport(report([]))).toContain("Checked no stack at");
});

test("stacks come in the order of the report, each under its name, only where there is something to say", () => {
  const text = markdownReport(
    report([
      { stack: "prod", resources: [resource("a", "missing")] },
      { stack: "quiet", resources: [resource("b", "in-sync")] },
      { stack: "dev", resources: [], error: "The stack is locked: run `pulumi cancel`." },
    ]),
  );
  expect(text.match(/^### .*$/gm)).toEqual(["### Stack `prod`", "### Stack `dev`"]);
  expect(text).toContain("### Stack `dev`\n\n**Not checked:** The stack is locked: run `pulumi cancel`.\n");
});

test("the same report makes the same bytes", () => {
  expect(markdownReport(everyVerdict)).toBe(markdownReport(structuredClone(everyVerdict)));
});

test("what comes from outside is neither markup nor a mention, link or issue", () => {
  const shown = shownOutsideCode(markdownReport(hostile));
  for (const meaning of [
    "<script",
    "<img",
    "<a ",
    "<!--",
    "@octocat",
    "#123",
    "octo/repo",
    "GH-5",
    "evil.example",
    "whoami",
  ])
    expect(shown, meaning).not.toContain(meaning);
});

test("what comes from outside stays in its cell", () => {
  const rows = tableRows(markdownReport(hostile));
  const drifted = rows.filter((cells) => cells[1] === "<code>callerId</code>");
  expect(drifted).toHaveLength(Object.keys(HOSTILE).length);
  for (const cells of drifted) expect(cells).toHaveLength(5);
  const told = rows.filter(([first]) => first?.includes("told"));
  expect(told).toHaveLength(1);
  expect(told[0]).toHaveLength(3);
});

test("a value is shown as it is, whatever it is made of", () => {
  for (const text of ["a|b", "a\\|b", "`", "``a`", "a`", " a ", "<b>", "&amp;", "*a*", "x\\", "$x^2$", "日本"]) {
    const [, cells = []] = tableRows(tableHead(["a", "b"]) + row([code(text), "z"]));
    expect(cells, text).toHaveLength(2);
    const html = (cells[0] ?? "").replace(/^<code>|<\/code>$/g, "");
    const back = html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? "");
    // GitHub shows a backslash before a bar twice: it has no other way to keep the cell whole.
    expect(back.trim(), text).toBe(text.trim().replace("\\|", "\\\\|"));
  }
  expect(code("")).toBe("`(empty)`");
});

const ENTITIES: { readonly [name: string]: string } = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

test("outside a table a bar is only a bar", () => {
  const text = markdownReport(
    report([
      { stack: "prod", resources: [resource("desk", "drifted", { changes: [{ property: "p", actual: "a|b" }] })] },
    ]),
  );
  expect(text).toContain('| `"a\\|b"` |');
  expect(text).toContain('- `SipEndpoint "desk"`: set `p: "a|b"`\n');
});

test("a sentence keeps its words, and other text becomes code", () => {
  expect(prose("The service answered 500 (no luck): try again, please.")).toBe(
    "The service answered 500 (no luck): try again, please.",
  );
  expect(prose("Run `pulumi up`, then see https://example.com/a_b.")).toBe(
    "Run `pulumi up`, then see `https://example.com/a_b`.",
  );
  expect(prose("call_handler *is* :smile: <b>")).toBe("`call_handler` `*is*` `:smile`: `<b>`");
  expect(prose("from 3f786850e387550f by (@octocat)")).toBe("from `3f786850e387550f` by (`@octocat`)");
});

test.each([
  "`a`.b_c",
  "a_b(`c`)",
  "`` ` ``` `x`",
  "`a` `b`,`c_d`",
  "`unclosed @octocat",
  "`a``b` @octocat",
  "x` @octocat `y",
])("backticks in the sentence %s let nothing out", (text) => {
  const html = marked.parse(prose(`${text} @octocat <b> https://evil.example a_b`), { async: false, gfm: true });
  expect(html.replace(/<code>.*?<\/code>/gs, "")).not.toMatch(/@|<b>|&lt;b|<a |evil|a_b|`/);
});

test.each([2_000, 2_500, 5_000, 20_000, 60_000])("no more than %i characters, and whole rows only", (limit) => {
  const text = markdownReport(large(200), { limit });
  expect(text.length).toBeLessThanOrEqual(limit);
  expect(text).toContain(`> **Shortened** to ${limit.toLocaleString("en")} characters. Left out: `);
  for (const line of text.split("\n").filter((each) => each.startsWith("|"))) expect(line).toMatch(/\|$/);
  for (const cells of tableRows(text)) expect([3, 5, 10]).toContain(cells.length);
});

test("omitted and shown rows add up", () => {
  const text = markdownReport(large(200), { limit: 30_000 });
  const drifted = text.match(/^\| SIP endpoint `drifted-\d+` /gm)?.length ?? 0;
  expect(drifted).toBeGreaterThan(0);
  expect(drifted).toBeLessThan(200);
  expect(/Left out: (.*? properties),/.exec(text)?.[1]).toBe(`${200 - drifted} of 200 drifted properties`);
  expect(text.match(/^\| SIP endpoint `error-\d+` /gm)).toHaveLength(200);
  expect(text.match(/^\| SIP endpoint `missing-\d+` /gm)).toHaveLength(200);
});

test("drift in a later stack comes before ignored drift in an earlier one", () => {
  const [noise] = large(200).stacks;
  const ignored = noise?.resources.filter(({ verdict }) => verdict === "ignored") ?? [];
  const drifted = resource("last", "drifted", { changes: [{ property: "callerId", actual: "B" }] });
  const text = markdownReport(
    report([
      { stack: "a", resources: ignored },
      { stack: "b", resources: [drifted] },
    ]),
    {
      limit: 4_000,
    },
  );
  expect(text).toContain("SIP endpoint `last`");
  expect(text).toMatch(/Left out: \d+ of 200 ignored properties\./);
  expect(text).toContain("Changed on purpose and ignored (200)");
});

test("what just fits is not shortened", () => {
  const whole = markdownReport(large(20), { limit: 60_000 });
  expect(whole).not.toContain("Shortened");
  expect(markdownReport(large(20), { limit: whole.length })).toBe(whole);
  expect(markdownReport(large(20), { limit: whole.length - 1 })).toContain("Shortened");
});

test("one value cannot fill the report", () => {
  const huge = resource("desk", "drifted", { changes: [{ property: "callerId", actual: "|".repeat(100_000) }] });
  const text = markdownReport(report([{ stack: "prod", resources: [huge] }]));
  expect(text.length).toBeLessThan(4_000);
  expect(text).toContain("(100,002 characters)");
});

test("a limit that leaves no room is refused", () => {
  expect(() => markdownReport(everyVerdict, { limit: 100 })).toThrow(/limit of a Markdown report is 100.*2000/);
});

test("a picture shows where calls go another way, and no data has what it is drawn from", () => {
  const recorded = [endpoint("front-desk", 1), phone("+12025550101", 1, rings(1)), phone("+12025550102", 2)];
  const missing = [
    endpoint("front-desk", 1, { mark: "missing" }),
    phone("+12025550101", 1, rings(1)),
    phone("+12025550102", 2),
  ];
  const drifted = (live: typeof recorded) => report([{ stack: "prod", resources: [], objects: { recorded, live } }]);
  const page = markdownReport(drifted(missing));
  expect(page).toMatch(
    /### Stack `prod`\n\n\*\*Where calls and messages go another way\*\*\n\n```mermaid\nflowchart TB\n.*"recorded".*"at the service".*missing"\]:::bad.*--x.*```\n/s,
  );
  expect(page).not.toContain("+12025550102");
  expect(markdownReport(drifted(recorded))).not.toContain("mermaid");
  expect(jsonReport(findingsOf(drifted(missing), ["drift"]))).not.toContain("front-desk");
});

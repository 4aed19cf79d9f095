import { marked } from "marked";
import { expect, test } from "vitest";
import { markdown } from "../../../cli/report/markdown.ts";
import { shown } from "../../../cli/report/text.ts";
import { HOSTILE, hostile, large, report, resource } from "../drift/reports.ts";

test("what comes from outside is no markup, mention, link or issue in Markdown, and stays in its cell", () => {
  const html = marked.parse(markdown(shown(hostile), 50_000), { async: false, gfm: true });
  const outside = html.replace(/<pre>.*?<\/pre>|<code>.*?<\/code>/gs, "");
  for (const meaning of ["<script", "<img", "<a ", "<!--", "@octocat", "#123", "octo/repo", "GH-5", "evil.example"])
    expect(outside, meaning).not.toContain(meaning);
  const rows = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells = ""]) => [...cells.matchAll(/<t[dh]>/g)].length);
  expect(new Set(rows)).toEqual(new Set([2, 4]));
  expect(html.match(/<code>callerId<\/code>/g)).toHaveLength(Object.keys(HOSTILE).length);
});

test("a page has at most so many bytes, whole rows, the urgent ones first, and the count of the others", async () => {
  let left = "";
  for (const limit of [2_000, 14_500, 20_000]) {
    const page = markdown(shown(large(200)), limit);
    expect(Buffer.byteLength(page)).toBeLessThanOrEqual(limit);
    left += `${/> \*\*Shortened\.\*\* Left out: .*/.exec(page)?.[0]}\n`;
    for (const line of page.split("\n").filter((each) => each.startsWith("|"))) expect(line).toMatch(/\|$/);
  }
  const whole = markdown(shown(large(200)), Number.POSITIVE_INFINITY);
  expect(markdown(shown(large(200)), Buffer.byteLength(whole))).toBe(whole);
  await expect(left).toMatchFileSnapshot("golden/left-out.txt");
});

test.each([20, 21])("%i rows that are no error are folded above twenty, and so are edits", (count) => {
  const changes = [{ property: "callerId", actual: "B" }];
  const resources = Array.from({ length: count }, (_, at) => [
    resource(`web-${at}`, "renewal-due", { message: `Due ${at}.` }),
    resource(`desk-${at}`, "drifted", { changes }),
  ]).flat();
  const page = markdown(shown(report([{ stack: "prod", resources }])), 50_000);
  expect(page.match(/`SipEndpoint web-\d+`/g)).toHaveLength(count);
  const folded = ["Renewal due", "Edits"].map((what) => `${what} (${count})`);
  expect([...page.matchAll(/<summary>(.*)<\/summary>/g)].map(([, what]) => what)).toEqual(count > 20 ? folded : []);
});

test("shown and omitted rows add up, and a kind under thousands of another keeps its first rows", () => {
  const page = markdown(shown(large(200)), 30_000);
  for (const [what, column] of [
    ["drifted", "drifted-"],
    ["missing", "missing-"],
    ["error", "error-"],
  ] as const) {
    const left = Number(new RegExp(`([\\d,]+) × ${what}`).exec(page)?.[1]?.replace(",", "") ?? 0);
    const rows = page.match(new RegExp(`^\\| \`SipEndpoint ${column}\\d+\``, "gm"))?.length ?? 0;
    expect(rows).toBeGreaterThanOrEqual(20);
    expect(left + rows, what).toBe(200);
  }
});

test("a long value is cut once, and all characters that are left out are counted", () => {
  const changes = [{ property: "contents", actual: "a".repeat(1_500) }];
  const page = markdown(
    shown(report([{ stack: "prod", resources: [resource("menu", "drifted", { changes })] }])),
    50_000,
  );
  expect(page).toContain(`\`"${"a".repeat(199)}… (1,302 more characters)\``);
});

import { marked } from "marked";
import { expect, test } from "vitest";
import { code, prose, row, tableHead } from "../../../cli/report/markdown-text.ts";

/** Returns the cells of each row of each table, as HTML. */
function tableRows(markdown: string): string[][] {
  const html = marked.parse(markdown, { async: false, gfm: true });
  return [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, cells = ""]) =>
    [...cells.matchAll(/<t[dh]>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) => cell),
  );
}

test("a value is shown as it is, whatever it is made of", () => {
  for (const text of ["a|b", "a\\|b", "`", "``a`", "a`", " a ", "<b>", "&amp;", "*a*", "x\\", "$x^2$", "日本"]) {
    const [, cells = []] = tableRows(tableHead(["a", "b"]) + row([code(text), "z"]));
    expect(cells, text).toHaveLength(2);
    const html = (cells[0] ?? "").replace(/^<code>|<\/code>$/g, "");
    const back = html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ENTITIES[name] ?? "");
    // GitHub shows a backslash before a bar twice: it has no other way to keep the cell whole.
    expect(back, text).toBe(text.replace("\\|", "\\\\|"));
  }
  expect(code("")).toBe("`(empty)`");
});

const ENTITIES: { readonly [name: string]: string } = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };

test("a sentence keeps its words, and other text becomes code", () => {
  expect(prose("The service answered 500 (no luck): try again, please.")).toBe(
    "The service answered 500 (no luck): try again, please.",
  );
  expect(prose("Run `pulumi up`, then see https://example.com/a_b.")).toBe(
    "Run `pulumi up`, then see `https://example.com/a_b`.",
  );
  expect(prose("call_handler *is* :smile: <b>")).toBe("`call_handler` `*is*` `:smile`: `<b>`");
  expect(prose("don`t")).toBe("don't");
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

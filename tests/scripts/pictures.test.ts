import { readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { expect, it } from "vitest";
import { drawTerminal } from "../../scripts/pictures/terminal.ts";

const green = "\u001b[38;5;2m";
const bold = "\u001b[1m";
const off = "\u001b[0m";

function rows(svg: string): string[] {
  return [...svg.matchAll(/<text [^>]*>(.*)<\/text>/g)].map(([, row = ""]) => row);
}

it("draws what a command printed, its colours and no dots of its progress", () => {
  const svg = drawTerminal("go", `@ updating....\n ${green}+ ${bold}a < b${off} c\n${green}one\ntwo${off}\n\n`);
  expect(rows(svg)).toEqual([
    '<tspan class="b">$ go</tspan>',
    "",
    '<tspan class=""> </tspan><tspan class="c2">+ </tspan><tspan class="c2 b">a &lt; b</tspan><tspan class=""> c</tspan>',
    '<tspan class="c2">one</tspan>',
    '<tspan class="c2">two</tspan>',
  ]);
  expect(XMLValidator.validate(svg)).toBe(true);
});

it("wraps a long line at the character, as a terminal does", () => {
  const [, , first, second] = rows(drawTerminal("go", `${"a".repeat(100)}${green}${"b".repeat(10)}${off}`));
  expect(first).toBe(`<tspan class="">${"a".repeat(100)}</tspan><tspan class="c2">bbbb</tspan>`);
  expect(second).toBe('<tspan class="c2">bbbbbb</tspan>');
});

it("has a colour in both themes for each one that README's picture uses", () => {
  const svg = readFileSync(join(import.meta.dirname, "../../docs/pictures/preview.svg"), "utf8");
  const [, dark = ""] = /prefers-color-scheme:dark\)\{(.*)\}\n/.exec(svg) ?? [];
  const used = new Set([...svg.matchAll(/class="(?:b )?(c\d+)/g)].map(([, name]) => name));
  expect(used.size).toBeGreaterThan(1);
  for (const name of used) expect([svg.includes(`.${name}{`), dark.includes(`.${name}{`)]).toEqual([true, true]);
  expect(new XMLParser().parse(svg).svg).toBeDefined();
});

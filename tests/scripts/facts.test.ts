// Facts that pages state differently from each other or from the code: figures and defaults of options and settings, limits,
// versions, names of options.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { BOUNDS } from "../../provider/client/exchange.ts";
import { Absences } from "../../provider/client/listing.ts";
import { DEADLINE } from "../../provider/client/retry.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages: { readonly [page: string]: string } = Object.fromEntries(
  [
    "README.md",
    "SKILL.md",
    ...["docs", "docs/resources"].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => name.endsWith(".md"))
        .map((name) => `${folder}/${name}`),
    ),
    ...readdirSync(join(root, "examples"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `examples/${name}/README.md`),
  ].map((page) => [page, read(page)]),
);

it("states a figure or a default equally wherever it appears", () => {
  expect(contradictions(pages)).toEqual([]);
});

it("states the limits of the client as its code has them", () => {
  const errors = pages["docs/errors.md"];
  for (const limit of [
    `No connection after ${BOUNDS.connect / 1_000} s, silence for ${BOUNDS.silence / 1_000} s, or no whole answer after ${BOUNDS.whole / 60_000} min`,
    `more than ${BOUNDS.size / 1024 ** 2} MiB`,
    `or for ${numberWord(DEADLINE / 60_000)} minutes with \`Retry-After\``,
    `${numberWord(Absences.MOST)} or more objects of one run would be gone`,
  ])
    expect(errors).toContain(limit);
});

it("states the supported versions as package.json has them", () => {
  const { engines, peerDependencies } = JSON.parse(read("package.json"));
  const lowest = (range: string) => range.replace(/^(?:>=|\^)/, "").replace(/\.0$/, "");
  for (const [part, range] of [
    ["Node", engines.node],
    ["Pulumi CLI and `@pulumi/pulumi`", peerDependencies["@pulumi/pulumi"]],
    ["`@pulumi/policy`", peerDependencies["@pulumi/policy"]],
  ])
    expect(pages["docs/upgrading.md"]).toContain(`| ${part} | ${lowest(range)} and newer |`);
});

function numberWord(value: number): string {
  return ["zero", "one", "two", "three", "four", "five"][value] ?? String(value);
}

it("finds two pages that differ in a figure, a default or a version", () => {
  const texts = {
    "a.md":
      "`--wait` ends after 30 s. It needs Node 22.19 or newer.\n\n| `signalwire:size` | how many; 16 by default |\n",
    "b.md": "The option `--wait` gives up in 45 seconds. `size` is 20 by default. Take Node 20 or newer.\n",
    "c.md": "`--wait` ends after 30 s.\n",
  };
  expect(contradictions(texts).map(({ fact }) => fact)).toEqual(["wait in seconds", "node version", "size default"]);
});

it("names only options that a command has", () => {
  const ours = [...read("cli/program.ts").matchAll(/"(--[a-z-]+)/g)].map(([, name]) => name);
  const known: ReadonlySet<string | undefined> = new Set([...ours, ...OTHERS]);
  const unknown = Object.entries(pages).flatMap(([page, text]) =>
    [...text.matchAll(/(?<![\w-])(--[a-z][a-z-]+)\b/g)]
      .filter(([, name = ""]) => !known.has(name))
      .map(([, name]) => `${page}: ${name}`),
  );
  expect([...new Set(unknown)]).toEqual([]);
});

/** Options of Pulumi, npm, Node, pip, mypy, Docker, Caddy and of this repository's scripts. */
const OTHERS = [
  ...["--config", "--dest", "--file", "--logtostderr", "--path", "--refresh", "--replace", "--run-program"],
  ...[
    "--expect-no-changes",
    "--preview-only",
    "--secrets-provider",
    "--show-secrets",
    "--target-dependents",
    "--show-urns",
    "--skip-preview",
    "--source",
    "--target",
    "--version",
    "--minutes",
    "--network",
    "--to",
    "--all",
    "--package",
    "--username",
    "--continue-on-error",
    "--exclude",
    "--clear-pending-creates",
    "--from",
    "--generate-only",
    "--language",
    "--out",
    "--prefix",
  ],
  ...[
    "--experimental-vm-modules",
    "--help",
    "--no",
    "--open",
    "--requirement",
    "--runs",
    "--save-dev",
    "--sizes",
    "--test",
  ],
];

interface Contradiction {
  readonly fact: string;
  readonly pages: { readonly [page: string]: readonly string[] };
}

/** Returns the facts for which two pages share no value. */
function contradictions(texts: { readonly [page: string]: string }): Contradiction[] {
  const facts = new Map<string, Map<string, Set<string>>>();
  for (const [page, text] of Object.entries(texts)) {
    for (const [fact, value] of passagesOf(text).flatMap(factsOf)) {
      const by = facts.get(fact) ?? new Map<string, Set<string>>();
      facts.set(fact, by.set(page, (by.get(page) ?? new Set()).add(value)));
    }
  }
  return [...facts].flatMap(([fact, by]) => {
    const sets = [...by.values()];
    const differ = sets.some((one) => sets.some((other) => ![...one].some((value) => other.has(value))));
    return differ ? [{ fact, pages: Object.fromEntries([...by].map(([page, values]) => [page, [...values]])) }] : [];
  });
}

/** Returns sentences, and rows of tables as a whole. */
function passagesOf(text: string): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/<!--[\s\S]*?-->/g, "");
  return prose
    .split(/\n\s*\n|\n(?=\s*(?:[-|#*]|\d+\.))/)
    .flatMap((part) => (part.trim().startsWith("|") ? [part] : part.replaceAll("\n", " ").split(/(?<=[.;!?])\s+/)));
}

const UNITS: { readonly [unit: string]: string } = {
  ms: "milliseconds",
  milliseconds: "milliseconds",
  s: "seconds",
  seconds: "seconds",
  min: "minutes",
  minutes: "minutes",
  hours: "hours",
  days: "days",
  requests: "requests",
  attempts: "attempts",
  endpoints: "endpoints",
  MiB: "MiB",
  bytes: "bytes",
};

/** Returns what a passage says of the names in it: a figure of the last name before it, a default, a version. */
function factsOf(passage: string): [fact: string, value: string][] {
  const names = [...passage.matchAll(/`([^`\s]*)(?:\s[^`]*)?`/g)].flatMap(({ index, 1: text = "" }) => {
    const name = plainName(text);
    return name ? [{ index, name }] : [];
  });
  // A row of a table is about the name in its first cell.
  const firstCell = passage.startsWith("|") ? passage.indexOf("|", 1) : 0;
  const inFirstCell = names.find(({ index }) => index < firstCell)?.name;
  const lastBefore = (index: number) => inFirstCell ?? names.filter((each) => each.index < index).at(-1)?.name;
  const facts: [string, string][] = [];
  const units = Object.keys(UNITS).join("|");
  for (const { index, 1: figure = "", 2: unit = "" } of passage.matchAll(
    new RegExp(`(?<![\\w.:+-])(\\d[\\d,.]*)\\s(${units})\\b`, "g"),
  )) {
    const name = lastBefore(index);
    if (name) facts.push([`${name} in ${UNITS[unit]}`, figure.replaceAll(",", "")]);
  }
  for (const { index, 1: value = "" } of passage.matchAll(/`?([\w,.-]+)`? by default/g)) {
    const name = lastBefore(index);
    if (name && /\d|true|false/.test(value)) facts.push([`${name} default`, value.replaceAll(",", "")]);
  }
  for (const [, name = "", version = ""] of passage.matchAll(
    /\b(Node|TypeScript|Python|Go|Pulumi) (\d[\d.]*\d|\d+) or newer/g,
  ))
    facts.push([`${name.toLowerCase()} version`, version]);
  return facts;
}

/** Returns an option, key, variable or argument without its dashes, prefix and letter case: `signalwire:size` and `--size` are `size`. */
function plainName(text: string): string | undefined {
  const [, name] = /^(?:--|signalwire:|SIGNALWIRE_)?([A-Za-z][\w-]*)$/.exec(text) ?? [];
  return name?.replace(/[_-]/g, "").toLowerCase();
}

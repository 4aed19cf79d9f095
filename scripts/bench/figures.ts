// `node scripts/bench/figures.ts out.json …`: puts what `npm run bench -- --json out.json` measured into docs/performance.md, as a
// table, and into docs/performance.svg, as a picture. Several files are one after the other, each with its date.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { picture } from "./figures/picture.ts";
import { amount, type Row } from "./report.ts";

export interface Run {
  readonly date: string;
  readonly node: string;
  readonly platform: string;
  readonly cores: number;
  readonly rows: readonly Row[];
}

const DOCUMENT = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));
const PICTURE = fileURLToPath(new URL("../../docs/performance.svg", import.meta.url));
const [START, END] = ["<!-- figures -->", "<!-- /figures -->"];

const files = process.argv.slice(2);
const text = readFileSync(DOCUMENT, "utf8");
const [before, after] = [text.split(START)[0], text.split(END)[1]];
if (files.length === 0 || before === undefined || after === undefined) {
  console.error(`Name the files that npm run bench wrote. docs/performance.md must have ${START} and ${END}.`);
  process.exitCode = 1;
} else {
  const runs = files.map((file) => JSON.parse(readFileSync(file, "utf8")) as Run);
  const drawn = picture(runs.flatMap(({ rows }) => rows));
  if (drawn !== undefined) writeFileSync(PICTURE, drawn);
  writeFileSync(DOCUMENT, `${before}${START}\n\n${runs.map(told).join("\n")}\n${END}${after}`);
}

function told({ date, node, platform, cores, rows }: Run): string {
  const lines = rows.map(({ benchmark, what, unit, ours, beside, goal, met }) => {
    const ratio = beside && Number.isFinite(beside.ratio) ? `**${beside.ratio.toFixed(2)}**` : "";
    const verdict = met === undefined ? "" : met ? `${goal}: held` : `${goal}: **missed**`;
    const cells = [benchmark, what, ratio, beside?.name ?? "", amount(ours, unit)];
    return `| ${[...cells, beside ? amount(beside.value, unit) : "", verdict].join(" | ")} |`;
  });
  return `${date.slice(0, 10)}, Node ${node.slice(1)}, ${platform}, ${cores} cores.

| | | ratio | beside | ours | theirs | goal |
|---|---|---:|---|---:|---:|---|
${lines.join("\n")}
`;
}

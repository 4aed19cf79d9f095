// Decides how the engine's figures look: a group of bars an operation, every time as a multiple of the engine's floor.

import type { Row } from "../report.ts";

const SHOWN = ["up", "preview", "changed up", "destroy"];
const [FLOOR, ORDINARY] = ["engine's floor", "ordinary provider"];
const [LEFT, WIDTH, BAR, GAP, TOP] = [110, 760, 18, 22, 44];
const COLOURS = { floor: "#8c959f", ours: "#1f6feb", ordinary: "#d4763b" };

/** An SVG that is readable on a light and on a dark page; undefined where floor and ordinary provider were not both measured. */
export function picture(rows: readonly Row[]): string | undefined {
  const counts = rows.flatMap(({ what }) => /^up of ([\d,]+)$/.exec(what)?.[1] ?? []);
  const count = counts.sort((a, b) => Number(a.replace(",", "")) - Number(b.replace(",", ""))).at(-1);
  const groups = SHOWN.flatMap((step) => {
    const beside = (name: string) =>
      rows.find((row) => row.what === `${step} of ${count}` && row.beside?.name === name);
    const [floor, ordinary] = [beside(FLOOR)?.beside, beside(ORDINARY)?.beside];
    return floor && ordinary ? [{ step, floor: 1, ours: floor.ratio, ordinary: floor.ratio / ordinary.ratio }] : [];
  });
  if (groups.length === 0) return undefined;
  const largest = Math.max(...groups.map(({ ours, ordinary }) => Math.max(ours, ordinary)));
  const scale = (WIDTH - LEFT - 60) / largest;
  const height = TOP + groups.length * (3 * BAR + GAP);
  const bars = groups.map(({ step, ...values }, at) => {
    const top = TOP + at * (3 * BAR + GAP);
    const each = Object.entries(COLOURS).map(([name, colour], line) => {
      const value = values[name as keyof typeof COLOURS];
      const y = top + line * BAR;
      const end = LEFT + value * scale;
      return `<rect x="${LEFT}" y="${y}" width="${(value * scale).toFixed(1)}" height="${BAR - 2}" fill="${colour}"/>
<text x="${(end + 6).toFixed(1)}" y="${y + 13}">${value.toFixed(2)}</text>`;
    });
    return `<text x="${LEFT - 10}" y="${top + 1.5 * BAR + 5}" text-anchor="end">${step}</text>\n${each.join("\n")}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="13" fill="#768390" role="img">
<title>Times with ${count} endpoints as multiples of the engine's floor</title>
${legend()}
${bars.join("\n")}
</svg>
`;
}

function legend(): string {
  const names = { floor: "engine's floor = 1", ours: "this package", ordinary: "an ordinary dynamic provider" };
  return Object.entries(COLOURS)
    .map(([name, colour], at) => {
      const x = LEFT + at * 180;
      return `<rect x="${x}" y="12" width="12" height="12" fill="${colour}"/><text x="${x + 18}" y="23">${names[name as keyof typeof names]}</text>`;
    })
    .join("\n");
}

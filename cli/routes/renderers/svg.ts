import { clip } from "../../../contract/index.ts";
import type { Edge, Graph, Node } from "../graph.ts";
import { readable } from "../grouping.ts";
import { type Box, type Line, layoutOf, type Point, WIDTH } from "../layout.ts";
import { describe, edgeText, isBad, SHARES } from "./text.ts";

/** Returns a picture that follows the reader's light or dark theme. It loads nothing over the network. */
export function routesSvg(graph: Graph, searchOf: (node: Node) => string = () => ""): string {
  const drawn = readable(graph);
  const { boxes, lines, width, height } = layoutOf(drawn);
  const at = new Map(drawn.nodes.map(({ key }, place) => [key, place]));
  const places: Places = ({ from, to }) => ` data-from="${at.get(from)}" data-to="${at.get(to)}"`;
  const title = graph.nodes.length === 0 ? "Nothing here takes calls or messages." : "Where calls and messages go";
  const body = [
    ...lines.map((line) => lineSvg(line, places)),
    ...boxes.map((box) => boxSvg(box, searchOf(box.node), at.get(box.node.key))),
    ...lines.map((line) => labelSvg(line, places)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" class="routes" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<title>${title}</title>
<style>${STYLE}</style>
<rect class="page" width="100%" height="100%"/>
${body.join("\n")}
</svg>
`;
}

/** Returns the attributes with an edge's ends. A script uses them to highlight the edges of a box. */
type Places = (edge: Edge) => string;

/** Escapes a text for XML and HTML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

const STYLE = `
.routes { --page: #ffffff; --ink: #1f2328; --dim: #59636e; --box: #f6f8fa; --edge: #818b98; --bad: #cf222e; --badbox: #ffebe9; --note: #9a6700; --notebox: #fff8c5; color-scheme: light dark; font: 13px system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
@media (prefers-color-scheme: dark) { .routes { --page: #0d1117; --ink: #f0f6fc; --dim: #9198a1; --box: #151b23; --edge: #656c76; --bad: #ff7b72; --badbox: #351a1e; --note: #e3b341; --notebox: #2b230f; } }
.routes .page { fill: var(--page); }
.routes text { fill: var(--ink); unicode-bidi: isolate; direction: ltr; }
.routes .what, .routes .more, .routes .edge text { fill: var(--dim); font-size: 11px; }
.routes .which { font-weight: 600; }
.routes .box rect { fill: var(--box); stroke: var(--edge); }
.routes .bad rect { fill: var(--badbox); stroke: var(--bad); stroke-width: 2; }
.routes .bad .what, .routes .bad .more { fill: var(--bad); }
.routes .note rect { fill: var(--notebox); stroke: var(--note); stroke-width: 2; }
.routes .note .more { fill: var(--note); }
.routes path { fill: none; stroke: var(--edge); stroke-width: 1.5; }
.routes .fallback path { stroke-dasharray: 7 5; }
.routes .status path { stroke-dasharray: 2 4; }
.routes .broken path { stroke: var(--bad); }
.routes .share { text-anchor: end; font-style: italic; }
.routes .tag { fill: var(--page); opacity: 0.92; }
.routes .faded { opacity: 0.15; }
`;

function boxSvg({ node, x, y, height }: Box, search: string, at: number | undefined): string {
  const { what, label, title, name, kind, examples, mark } = node;
  const style = isBad(node) ? " bad" : mark === undefined ? "" : " note";
  const corner = kind === "object" || kind === "group" ? 5 : 18;
  const more = [title, name, examples.join(", "), mark === "missing" ? "not there" : mark].filter(Boolean).join(" · ");
  const stacked =
    kind === "group" ? `<rect x="${x + 5}" y="${y + 5}" width="${WIDTH}" height="${height}" rx="${corner}"/>` : "";
  const data = search === "" ? "" : ` data-search="${escaped(search)}" data-at="${at}"`;
  const text = (kindOf: string, at: number, words: string) =>
    words === ""
      ? ""
      : `<text class="${kindOf}" x="${x + 12}" y="${y + at}">${escaped(fitted(words, kindOf === "which" ? 26 : 33))}</text>`;
  const [first, second] =
    label === "" ? ["", what] : [what, kind === "document" ? label.replace(/^https?:\/\//i, "") : label];
  return `<g class="box${style}"${data}><title>${escaped(describe(node))}</title>${stacked}<rect x="${x}" y="${y}" width="${WIDTH}" height="${height}" rx="${corner}"/>${text("what", 17, first)}${text("which", 34, second)}${text("more", 50, more)}</g>`;
}

function classOf({ role, isBroken }: Edge): string {
  return `edge ${role}${isBroken ? " broken" : ""}`;
}

function lineSvg({ edge, points }: Line, places: Places): string {
  const path = points.map((point, at) => stretch(points[at - 1], point)).join("");
  const end = points.at(-1) ?? { x: 0, y: 0 };
  const head = `M${end.x - 7} ${round(end.y - 4)}L${end.x} ${round(end.y)}L${end.x - 7} ${round(end.y + 4)}`;
  return `<g class="${classOf(edge)}"${places(edge)}><path d="${path}"/><path d="${head}" style="stroke-dasharray:none"/></g>`;
}

/** Returns a curve that leaves and arrives horizontally. */
function stretch(from: Point | undefined, { x, y }: Point): string {
  if (!from) return `M${x} ${round(y)}`;
  const middle = (from.x + x) / 2;
  return `C${middle} ${round(from.y)} ${middle} ${round(y)} ${x} ${round(y)}`;
}

function labelSvg({ edge, points }: Line, places: Places): string {
  const { share } = edge;
  const [start, end] = [points[0], points.at(-1)];
  if (!start || !end) return "";
  const words = fitted(edgeText(edge), 26);
  const width = unitsOf(words) * 6.2 + 6;
  const [x, y] = [start.x + 10, round(start.y)];
  const shared =
    share === undefined ? "" : `<text class="share" x="${end.x - 10}" y="${round(end.y) - 5}">${SHARES[share]}</text>`;
  return `<g class="${classOf(edge)}"${places(edge)}><rect class="tag" x="${x - 3}" y="${y - 8}" width="${round(width)}" height="15"/><text x="${x}" y="${y + 3}">${escaped(words)}</text>${shared}</g>`;
}

/** Cuts a text to the available width; a wide character takes two columns. */
function fitted(text: string, room: number): string {
  if (unitsOf(text) <= room) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(clip(text, 200))) {
    if (unitsOf(kept + segment) > room - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

function unitsOf(text: string): number {
  return [...text].reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\uff60]|\p{Extended_Pictographic}/u.test(character)
        ? 2
        : 1),
    0,
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

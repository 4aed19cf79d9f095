import { createHash } from "node:crypto";
import { masked, visible } from "../../../contract/index.ts";
import type { Edge, Graph, Node } from "../graph.ts";
import { problemsIn } from "../problems.ts";
import { escaped, routesSvg } from "./svg.ts";
import { count, describe, idle, isBad } from "./text.ts";

/** Returns a page with the picture and a searchable list of all objects. It loads nothing over the network. */
export function routesHtml(graph: Graph, heading: string): string {
  const rows = rowsOf(graph);
  const words = new Map(rows.map(({ node, search }) => [node.key, search]));
  // The search matches the text of a box, and every member of a group.
  const searchOf = (node: Node) => {
    const all = (node.members ?? [node.key]).map((key) => words.get(key) ?? "");
    return [describe(node).toLowerCase(), ...all].join("\n");
  };
  const hash = createHash("sha256").update(SCRIPT).digest("base64");
  const title = escaped(visible(masked(heading)));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${title}</h1>
<p id="found" role="status">${escaped(count(graph))}</p>
<label>Search <input id="search" type="search" autocomplete="off" spellcheck="false" placeholder="a number, a name, a handler, a host"></label>
</header>
<main>
${problemsHtml(graph)}<div class="picture" tabindex="0" role="region" aria-label="Picture of the routes">
${routesSvg(graph, searchOf)}</div>
<table>
<caption>Every object and where it leads</caption>
<thead><tr><th scope="col">From</th><th scope="col">Where it leads</th></tr></thead>
<tbody>
${rows.map(rowHtml).join("\n")}
</tbody>
</table>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

interface Row {
  readonly node: Node;
  readonly ways: readonly { readonly edge: Edge; readonly to: Node }[];
  /** The text that the search matches, in lower case. */
  readonly search: string;
}

function rowsOf({ nodes, edges }: Graph): Row[] {
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const leaving = Map.groupBy(edges, ({ from }) => from);
  return nodes
    .filter(({ type }) => type !== undefined)
    .map((node) => {
      const ways = (leaving.get(node.key) ?? []).flatMap((edge) => {
        const to = byKey.get(edge.to);
        return to ? [{ edge, to }] : [];
      });
      const words = [describe(node), ...ways.map(({ edge, to }) => `${edge.traffic} ${edge.label} ${describe(to)}`)];
      return { node, ways, search: [...words, ...(ways.length === 0 ? [idle(node)] : [])].join(" ").toLowerCase() };
    });
}

function problemsHtml(graph: Graph): string {
  const items = problemsIn(graph).map(
    ({ level, text }) => `<li class="${level === "✗" ? "bad" : "note"}">${escaped(`${level} ${text}`)}</li>`,
  );
  return items.length === 0 ? "" : `<ul class="problems">${items.join("")}</ul>\n`;
}

function rowHtml({ node, ways, search }: Row): string {
  const items = ways.map(({ edge, to }) => {
    const style = edge.isBroken || isBad(to) ? ' class="bad"' : "";
    return `<li${style}><span>${escaped(`${edge.traffic}: ${edge.label}`)}</span> ${edge.role === "target" ? "→" : "⇢"} <bdi>${escaped(describe(to))}</bdi></li>`;
  });
  const list = items.length > 0 ? `<ul>${items.join("")}</ul>` : `<span class="none">${escaped(idle(node))}</span>`;
  return `<tr data-search="${escaped(search)}"${isBad(node) ? ' class="bad"' : ""}><th scope="row"><bdi>${escaped(describe(node))}</bdi></th><td>${list}</td></tr>`;
}

const STYLE = `
:root { color-scheme: light dark; --page: #ffffff; --ink: #1f2328; --dim: #59636e; --line: #d1d9e0; --bad: #cf222e; --note: #9a6700; --focus: #0969da; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --ink: #f0f6fc; --dim: #9198a1; --line: #3d444d; --bad: #ff7b72; --note: #e3b341; --focus: #4493f8; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.45 system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 20px; align-items: center; padding: 10px 16px; background: var(--page); border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 17px; overflow-wrap: anywhere; }
header p { margin: 0; color: var(--dim); }
header label { margin-left: auto; }
input { font: inherit; width: min(320px, 70vw); padding: 5px 8px; border: 1px solid var(--dim); border-radius: 6px; background: var(--page); color: var(--ink); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
main { padding: 0 16px 32px; }
.picture { overflow: auto; max-height: 75vh; margin: 12px 0 24px; border: 1px solid var(--line); border-radius: 6px; }
.picture svg { display: block; }
table { width: 100%; border-collapse: collapse; }
caption { text-align: left; color: var(--dim); padding: 4px 0; }
th, td { padding: 6px 10px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: normal; overflow-wrap: anywhere; }
thead th { color: var(--dim); }
tbody th { width: 34%; font-weight: 600; }
ul { margin: 0; padding: 0; list-style: none; }
li span, .none { color: var(--dim); }
.bad, .bad bdi { color: var(--bad); }
.note { color: var(--note); }
.problems { padding: 12px 0 0; overflow-wrap: anywhere; }
[hidden] { display: none; }
@media (max-width: 600px) { thead { display: none; } tbody tr, tbody th, tbody td { display: block; width: auto; } tbody th { border-bottom: 0; padding-bottom: 0; } header label { margin-left: 0; } }
`;

const SCRIPT = `
const search = document.getElementById("search");
const found = document.getElementById("found");
const rows = [...document.querySelectorAll("tr[data-search]")];
const boxes = [...document.querySelectorAll("g[data-search]")];
const ways = [...document.querySelectorAll("g[data-from]")];
const whole = found.textContent;
// The boxes that these lead to, or that lead to these.
const follow = (start, from, to) => {
  const seen = new Set(start);
  for (const each of seen) for (const way of ways) if (way.dataset[from] === each) seen.add(way.dataset[to]);
  return seen;
};
search.addEventListener("input", () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const fits = (each) => words.every((word) => each.dataset.search.includes(word));
  let count = 0;
  for (const row of rows) { row.hidden = !fits(row); if (!row.hidden) count += 1; }
  const matches = boxes.filter(fits).map((box) => box.dataset.at);
  const after = follow(matches, "from", "to");
  const before = follow(matches, "to", "from");
  const isLit = (at) => after.has(at) || before.has(at);
  for (const box of boxes) box.classList.toggle("faded", !isLit(box.dataset.at));
  for (const { classList, dataset: { from, to } } of ways)
    classList.toggle("faded", !((after.has(from) && after.has(to)) || (before.has(from) && before.has(to))));
  found.textContent = words.length === 0 ? whole : count + " of " + rows.length + " found";
});
`;

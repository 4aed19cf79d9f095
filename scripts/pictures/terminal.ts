import { stripVTControlCharacters } from "node:util";

interface Piece {
  readonly text: string;
  readonly classes: string;
}

const COLUMNS = 104;
const [CHARACTER, LINE, MARGIN] = [7.8, 18, 18];
/** The colours that Pulumi uses, from the terminal's 256, for each theme. */
const COLOURS: { readonly [code: string]: readonly [light: string, dark: string] } = {
  1: ["#b62324", "#ff7b72"],
  2: ["#1a7f37", "#7ee787"],
  3: ["#7d5a00", "#e3b341"],
  5: ["#8250df", "#d2a8ff"],
  6: ["#0969da", "#79c0ff"],
  9: ["#b62324", "#ff7b72"],
  12: ["#0969da", "#79c0ff"],
  13: ["#8250df", "#d2a8ff"],
};

/** Returns an SVG of a command and its output, without progress dots. */
export function drawTerminal(command: string, output: string): string {
  const printed = output.split("\n").filter((line) => !stripVTControlCharacters(line).startsWith("@ "));
  while (printed.at(-1)?.trim() === "") printed.pop();
  const lines = [[{ text: `$ ${command}`, classes: "b" }], [], ...piecesOf(printed).flatMap(wrap)];
  const [width, height] = [Math.round(COLUMNS * CHARACTER) + 2 * MARGIN, lines.length * LINE + 2 * MARGIN];
  const theme = (at: 0 | 1) =>
    Object.entries(COLOURS)
      .map(([code, pair]) => `.c${code}{fill:${pair[at]}}`)
      .join("");
  const texts = lines.map((line, at) => {
    const spans = line.map(({ text, classes }) => `<tspan class="${classes}">${escapeMarkup(text)}</tspan>`).join("");
    return `<text x="${MARGIN}" y="${MARGIN + (at + 0.75) * LINE}">${spans}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>${escapeMarkup(command)}</title>
<style>
text{font:13px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;white-space:pre;fill:#1f2328}.b{font-weight:bold}rect{fill:#f6f8fa;stroke:#d1d9e0}${theme(0)}
@media(prefers-color-scheme:dark){text{fill:#e6edf3}rect{fill:#0d1117;stroke:#3d444d}${theme(1)}}
</style>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
${texts.join("\n")}
</svg>
`;
}

/** Splits lines into pieces of one colour. A colour lasts until it is reset, also across lines. */
function piecesOf(lines: readonly string[]): Piece[][] {
  let [colour, isBold] = ["", false];
  const obey = (codes: string): void => {
    const foreground = /38;5;(\d+)/.exec(codes)?.[1];
    if (foreground !== undefined) colour = `c${foreground}`;
    else if (codes === "1") isBold = true;
    else if (codes === "" || codes === "0") [colour, isBold] = ["", false];
  };
  return lines.map((line) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escapes of a terminal begin with one.
    line.split(/\u001b\[([\d;]*)m/).flatMap((part, at) => {
      if (at % 2 === 1) obey(part);
      else if (part !== "") return [{ text: part, classes: [colour, isBold ? "b" : ""].filter(Boolean).join(" ") }];
      return [];
    }),
  );
}

/** Wraps a line at the terminal's width, between any two characters. */
function wrap(line: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = [[]];
  let column = 0;
  for (const { text, classes } of line)
    for (let rest = text; rest !== ""; ) {
      if (column === COLUMNS) {
        rows.push([]);
        column = 0;
      }
      const fits = rest.slice(0, COLUMNS - column);
      rows.at(-1)?.push({ text: fits, classes });
      column += fits.length;
      rest = rest.slice(fits.length);
    }
  return rows;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

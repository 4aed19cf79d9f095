// Decides how a measured figure is told: beside what it was measured against in the same run, as a ratio, with its goal.

export type Unit = "s" | "ms" | "µs" | "/s" | "MB" | "bytes" | "requests";

/** What must hold. A ratio is ours divided by theirs. */
export type Goal =
  | { readonly ratioAtMost: number }
  | { readonly ratioAtLeast: number }
  /** In the figure's unit, beyond theirs. */
  | { readonly moreAtMost: number }
  /** In the figure's unit, whatever theirs is. */
  | { readonly atMost: number };

/** One line of the table. */
export interface Row {
  readonly benchmark: string;
  readonly what: string;
  readonly unit: Unit;
  readonly ours: number;
  /** The name of what stands beside, with its figure and ours divided by it. */
  readonly beside?: { readonly name: string; readonly value: number; readonly ratio: number };
  readonly goal?: string;
  readonly met?: boolean;
}

export interface Figures {
  readonly what: string;
  readonly unit: Unit;
  /** One figure a round. */
  readonly ours: readonly number[];
  /** Theirs in the same rounds. */
  readonly beside?: { readonly name: string; readonly values: readonly number[] };
  readonly goal?: Goal | undefined;
}

/** The median of the rounds; the ratio is the median of each round's own, so what slows a whole round down counts for nothing. */
export function row(benchmark: string, { what, unit, ours, beside, goal }: Figures): Row {
  const own = median(ours);
  const other = beside && {
    name: beside.name,
    value: median(beside.values),
    ratio: median(ours.map((value, round) => value / (beside.values[round] ?? Number.NaN))),
  };
  return {
    benchmark,
    what,
    unit,
    ours: own,
    ...(other && { beside: other }),
    ...(goal && { goal: textOf(goal, unit), met: isMet(goal, own, other) }),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[sorted.length % 2 === 1 ? middle : middle - 1], sorted[middle]];
  return (low + high) / 2;
}

/** Hands rows to `npm run bench`, or shows them where the benchmark runs by itself. */
export function publish(rows: readonly Row[]): void {
  if (process.send) process.send({ rows });
  else console.log(table(rows));
  if (rows.some(({ met }) => met === false)) process.exitCode = 1;
}

/** Shows how far a benchmark is. */
export function progress(line: string): void {
  console.error(`· ${line}`);
}

export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ benchmark, what, unit, ours, beside, goal, met }, at) => {
    const previous = rows[at - 1];
    const repeats = previous?.benchmark === benchmark && previous.what === what;
    return [
      repeats ? "" : benchmark,
      repeats ? "" : what,
      repeats ? "" : amount(ours, unit),
      beside ? beside.name : "",
      beside ? amount(beside.value, unit) : "",
      beside && Number.isFinite(beside.ratio) ? beside.ratio.toFixed(2) : "",
      goal ?? "",
      met === undefined ? "" : met ? "held" : "MISSED",
    ];
  });
  const lines = [["", "", "ours", "beside", "theirs", "ratio", "goal", ""], ...cells];
  const widths = [0, 1, 2, 3, 4, 5, 6, 7].map((column) => Math.max(...lines.map((line) => width(line[column]))));
  const isNumber = (column: number) => column === 2 || column === 4 || column === 5;
  return lines
    .map((line) =>
      line
        .map((cell, column) =>
          isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A figure with its unit, to three digits or so. */
export function amount(value: number, unit: Unit): string {
  if (!Number.isFinite(value)) return "none";
  const digits = unit === "bytes" || unit === "requests" || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  const text = value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === "/s" ? `${text}/s` : unit === "requests" ? text : `${text} ${unit}`;
}

function textOf(goal: Goal, unit: Unit): string {
  if ("ratioAtMost" in goal) return `at most ${goal.ratioAtMost.toFixed(2)} ×`;
  if ("ratioAtLeast" in goal) return `at least ${goal.ratioAtLeast.toFixed(2)} ×`;
  if ("moreAtMost" in goal) return `at most ${amount(goal.moreAtMost, unit)} more`;
  return `at most ${amount(goal.atMost, unit)}`;
}

function isMet(goal: Goal, ours: number, other: { value: number; ratio: number } | undefined): boolean {
  if ("atMost" in goal) return ours <= goal.atMost;
  if (!other) return false;
  if ("ratioAtMost" in goal) return other.ratio <= goal.ratioAtMost;
  if ("ratioAtLeast" in goal) return other.ratio >= goal.ratioAtLeast;
  return ours - other.value <= goal.moreAtMost;
}

function width(text: string | undefined): number {
  return text?.length ?? 0;
}

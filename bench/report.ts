export interface Options {
  /** Numbers of resources to measure. Default: set by each benchmark. */
  readonly sizes?: readonly number[];
  /** Rounds; the result is their median. Default: set by each benchmark. */
  readonly runs?: number;
}

type Unit = "s" | "ms" | "bytes";

type Figures<Figure extends string> = { readonly [figure in Figure]: number };

export interface Row {
  readonly line: string;
  readonly met: boolean | undefined;
}

/**
 * Measures each contestant `runs` times, after a warm-up round. Contestants take turns in changing order, so that other load on
 * the machine affects all of them equally.
 */
export async function inTurns<Contestant extends string, Figure extends string>(
  title: string,
  contestants: { readonly [name in Contestant]: () => Promise<Figures<Figure>> },
  { rounds, warmUp = true }: { rounds: number; warmUp?: boolean },
): Promise<{ readonly [name in Contestant]: readonly Figures<Figure>[] }> {
  const names = Object.keys(contestants) as Contestant[];
  const measured = {} as { [name in Contestant]: Figures<Figure>[] };
  for (const name of names) measured[name] = [];
  for (let round = warmUp ? 0 : 1; round <= rounds; round++)
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const figures = await contestants[name]();
      const shown = Object.entries<number>(figures).map(([figure, value]) => `${figure} ${value.toFixed(2)}`);
      console.error(
        `· ${title}, ${round === 0 ? "warm-up" : `round ${round} of ${rounds}`}, ${name}: ${shown.join(", ")}`,
      );
      if (round > 0) measured[name].push(figures);
    }
  return measured;
}

/**
 * Computes medians. The ratio is the median of each round's ratio, so a slow round does not distort it.
 *
 * @param atMost The goal for the ratio: ours divided by theirs.
 */
export function compare<Figure extends string>(
  [what, figure, unit]: readonly [what: string, figure: Figure, unit: Unit],
  ours: readonly Figures<Figure>[],
  beside: string,
  theirs: readonly Figures<Figure>[],
  atMost?: number,
): Row {
  const [own, other] = [median(ours.map((each) => each[figure])), median(theirs.map((each) => each[figure]))];
  const ratio = median(ours.map((each, round) => each[figure] / (theirs[round]?.[figure] ?? Number.NaN)));
  const met = atMost === undefined ? undefined : ratio <= atMost;
  const verdict = atMost === undefined ? "" : `at most ${atMost.toFixed(2)} ×: ${met ? "held" : "**missed**"}`;
  const cells = [what, amount(own, unit), beside, amount(other, unit), ratio.toFixed(2), verdict];
  return { line: `| ${cells.join(" | ")} |`, met };
}

export function table(rows: readonly Row[]): string {
  const head = ["| | ours | beside | theirs | ratio | goal |", "|---|---:|---|---:|---:|---|"];
  return [...head, ...rows.map(({ line }) => line)].join("\n");
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? Number.NaN) + high) / 2;
}

function amount(value: number, unit: Unit): string {
  const digits = unit === "bytes" || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`;
}

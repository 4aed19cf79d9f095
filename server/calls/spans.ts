// Sets of times as spans of minutes.

/** The first and the last minute, counted from 1970. */
export type Span = readonly [first: number, last: number];

/** Spans in order, of which no two overlap or touch. */
export type Times = readonly Span[];

/** Returns the times that both sets have. */
export function common(some: Times, others: Times): Span[] {
  const found: Span[] = [];
  let at = 0;
  for (const [first, last] of some) {
    while ((others[at]?.[1] ?? Number.POSITIVE_INFINITY) < first) at += 1;
    for (let next = at; (others[next]?.[0] ?? Number.POSITIVE_INFINITY) <= last; next += 1) {
      const [from, to] = others[next] as Span;
      found.push([Math.max(first, from), Math.min(last, to)]);
    }
  }
  return found;
}

/** Returns the times of a set without those of the other one. */
export function without(times: Times, [...others]: Times): Span[] {
  const gaps: Span[] = [];
  let from = Number.NEGATIVE_INFINITY;
  for (const [first, last] of others) {
    gaps.push([from, first - 1]);
    from = last + 1;
  }
  return common(times, [...gaps, [from, Number.POSITIVE_INFINITY]]);
}

/** Returns the set of all times in these spans. */
export function joined(spans: readonly Span[]): Span[] {
  const all: [number, number][] = [];
  for (const [first, last] of spans.toSorted(([a], [b]) => a - b)) {
    const end = all.at(-1);
    if (end && first <= end[1] + 1) end[1] = Math.max(end[1], last);
    else all.push([first, last]);
  }
  return all;
}

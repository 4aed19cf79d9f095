// Markdown pages of a limited size: whole rows are left out, the least urgent first.

/** One row. An object instead of a text, because two rows may have the same text. */
export interface Row {
  readonly text: string;
}

export interface Section {
  /** Sections with the lowest number are filled first. */
  readonly urgency: number;
  /** Text before and after the rows; omitted for an empty section. */
  readonly head: string;
  readonly rows: readonly Row[];
  readonly foot?: string;
}

/**
 * Returns the page with all rows when it fits, otherwise with as many of the first rows as possible.
 *
 * @param write Returns the page with these rows.
 */
export function fitted<Each extends Row>(
  rows: readonly Each[],
  write: (kept: ReadonlySet<Each>) => string,
  fits: (page: string) => boolean,
): string {
  const first = (count: number) => write(new Set(rows.slice(0, count)));
  const whole = first(rows.length);
  if (fits(whole)) return whole;
  let [enough, tooMany] = [0, rows.length];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (fits(first(middle))) enough = middle;
    else tooMany = middle;
  }
  return first(enough);
}

/** Returns a section with its kept rows; an empty text when none of them is kept. */
export function sectionText({ head, rows, foot = "" }: Section, kept: ReadonlySet<Row>): string {
  const texts = rows.filter((each) => kept.has(each)).map(({ text }) => text);
  return texts.length === 0 ? "" : `${head}${texts.join("")}${foot}`;
}

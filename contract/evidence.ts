// The evidence for what the contract assumes about the live service.

/** From the strongest to the weakest. */
export const GRADES = ["recorded", "documented", "assumed"] as const;

/** Recorded: an exchange with the live service is public. Documented: an official description says it. Assumed: neither. */
export type Grade = (typeof GRADES)[number];

/** A day, such as 2026-08-21. */
type Day = `${number}-${number}-${number}`;

export interface Evidence {
  readonly grade: Grade;
  /** The day of the record or the description. For the grade assumed: the day of the last search for evidence. */
  readonly date: Day;
  /** Project and file, so that a reader can find it. */
  readonly source: string;
}

export function recorded(date: Day, source: string): Evidence {
  return { grade: "recorded", date, source };
}

export function documented(date: Day, source: string): Evidence {
  return { grade: "documented", date, source };
}

export function assumed(date: Day, source: string): Evidence {
  return { grade: "assumed", date, source };
}

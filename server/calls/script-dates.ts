// `Date` and `Intl.DateTimeFormat` of a script's expressions. Times without a zone are UTC (gap `condition-time-zone`). QuickJS has no
// `Intl` and follows the zone of this machine, so Node reads and formats dates for it.

/** What an expression asks of Node, as JSON. */
type DateAsked =
  | { readonly parse: string }
  | {
      readonly time: number;
      readonly locales?: string | string[];
      readonly options?: Intl.DateTimeFormatOptions;
      /** Fields that are shown when the options choose none. */
      readonly usual: "date" | "time" | "all" | "any";
      readonly isParts?: true;
    };

/** Formats with other options that are kept for the next times. */
const MOST_FORMATS = 100;

/** Answers for the sandbox. Throws a RangeError for an unknown locale or time zone. */
export class ScriptDates {
  readonly #formats = new Map<string, Intl.DateTimeFormat>();

  /** @returns JSON: milliseconds since 1970, a text, or the parts of one. */
  answer(json: string): string {
    const asked: DateAsked = JSON.parse(json);
    if ("parse" in asked) return JSON.stringify(parsedAsUtc(asked.parse));
    const format = this.#formatFor(asked);
    return JSON.stringify(asked.isParts ? format.formatToParts(asked.time) : format.format(asked.time));
  }

  #formatFor({ locales, options = {}, usual }: Exclude<DateAsked, { parse: string }>): Intl.DateTimeFormat {
    const key = JSON.stringify([locales, options, usual]);
    const known = this.#formats.get(key);
    if (known) return known;
    const isChosen = CHOOSING[usual].some((name) => options[name] !== undefined);
    const format = new Intl.DateTimeFormat(locales, {
      timeZone: "UTC",
      ...(isChosen ? {} : USUAL[usual]),
      ...options,
    });
    if (this.#formats.size === MOST_FORMATS) this.#formats.clear();
    this.#formats.set(key, format);
    return format;
  }
}

const DATE = ["weekday", "year", "month", "day", "dateStyle"] as const;
const TIME = ["dayPeriod", "hour", "minute", "second", "fractionalSecondDigits", "timeStyle"] as const;
/** The options with which a format needs no usual fields (ECMA-402, CreateDateTimeFormat). */
const CHOOSING = { date: DATE, time: TIME, all: [...DATE, ...TIME], any: [...DATE, ...TIME] } as const;
const USUAL_DATE = { year: "numeric", month: "numeric", day: "numeric" } as const;
const USUAL_TIME = { hour: "numeric", minute: "numeric", second: "numeric" } as const;
const USUAL = { date: USUAL_DATE, time: USUAL_TIME, all: { ...USUAL_DATE, ...USUAL_TIME }, any: USUAL_DATE } as const;

/** Null for a text that is no date. */
function parsedAsUtc(text: string): number {
  const isZoned = /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)(?:\s*\(.*\))?$/i.test(text);
  return Date.parse(isZoned ? text : `${text}${/^[\d-]+T/.test(text) ? "Z" : " UTC"}`);
}

/**
 * The sandbox's part: replaces `Date` and adds `Intl`. Uses `askNode`, the function that calls `answer`, `clock`, which returns the
 * time of the call, and `zones`, the set of the time zones that were asked for.
 */
export const DATES = `
const ask = (what) => {
  if (what.options?.timeZone !== undefined) zones.add(String(what.options.timeZone));
  return JSON.parse(askNode(JSON.stringify(what)));
};
const RealDate = Date;
const parse = (text) => { const time = ask({ parse: String(text) }); return time === null ? NaN : time; };
const dateOf = (given) =>
  given.length === 0 ? clock()
  : given.length > 1 ? RealDate.UTC(...given)
  : typeof given[0] === "string" ? parse(given[0]) : given[0];
globalThis.Date = class Date extends RealDate {
  constructor(...given) { super(dateOf(given)); }
  static now() { return clock(); }
  static parse(text) { return parse(text); }
  toLocaleString(locales, options) { return ask({ time: +this, locales, options, usual: "all" }); }
  toLocaleDateString(locales, options) { return ask({ time: +this, locales, options, usual: "date" }); }
  toLocaleTimeString(locales, options) { return ask({ time: +this, locales, options, usual: "time" }); }
  toDateString() { return this.toUTCString().replace(/^(\\w+), (\\d+) (\\w+) (\\d+) .*$/, "$1 $3 $2 $4"); }
  toTimeString() { return this.toISOString().slice(11, 19) + " GMT+0000 (Coordinated Universal Time)"; }
  toString() { return this.toDateString() + " " + this.toTimeString(); }
  getTimezoneOffset() { return 0; }
};
for (const field of ["FullYear", "Month", "Date", "Day", "Hours", "Minutes", "Seconds", "Milliseconds"]) {
  Date.prototype["get" + field] = RealDate.prototype["getUTC" + field];
  if (field !== "Day") Date.prototype["set" + field] = RealDate.prototype["setUTC" + field];
}
globalThis.Intl = {
  DateTimeFormat: class DateTimeFormat {
    constructor(locales, options) { this.asked = { locales, options, usual: "any" }; }
    format(date = new Date()) { return ask({ ...this.asked, time: +date }); }
    formatToParts(date = new Date()) { return ask({ ...this.asked, time: +date, isParts: true }); }
  },
};`;

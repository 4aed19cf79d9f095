// The minutes of a week, and their description as opening hours. All times are UTC (gap `condition-time-zone`).

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Returns the first millisecond of each minute of the week, from Monday on, that has this time. */
export function minutesOfWeek(time: number): number[] {
  const midnight = time - (time % DAY);
  const monday = midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY;
  return Array.from({ length: 7 * 24 * 60 }, (_, minute) => monday + minute * MINUTE);
}

/** Describes minutes of one week: "Mon–Fri 09:00–17:00, Sat 10:00–12:00". */
export function hoursOf(times: readonly number[]): string {
  const days = new Map<string, number[]>();
  for (const [day, hours] of hoursByDay(times)) days.set(hours, [...(days.get(hours) ?? []), day]);
  return [...days].map(([hours, each]) => `${runsOf(each)}${hours === "" ? "" : ` ${hours}`}`).join(", ");
}

/** Day from 0 for Monday → its hours; empty for the whole day. */
function hoursByDay(times: readonly number[]): Map<number, string> {
  const minutes = new Map<number, number[]>();
  for (const time of times) {
    const day = (new Date(time).getUTCDay() + 6) % 7;
    const known = minutes.get(day) ?? [];
    known.push((time % DAY) / MINUTE);
    minutes.set(day, known);
  }
  return new Map([...minutes].map(([day, each]) => [day, spansOf(each)]));
}

function spansOf(minutes: readonly number[]): string {
  const spans: [from: number, to: number][] = [];
  for (const minute of minutes) {
    const last = spans.at(-1);
    if (last && last[1] === minute) last[1] = minute + 1;
    else spans.push([minute, minute + 1]);
  }
  if (spans.length === 1 && spans[0]?.[0] === 0 && spans[0][1] === 24 * 60) return "";
  return spans.map(([from, to]) => `${clockOf(from)}–${clockOf(to)}`).join(" and ");
}

function runsOf(days: readonly number[]): string {
  const runs: [from: number, to: number][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last && last[1] === day - 1) last[1] = day;
    else runs.push([day, day]);
  }
  return runs.map(([from, to]) => (from === to ? DAYS[from] : `${DAYS[from]}–${DAYS[to]}`)).join(", ");
}

function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;
/** Older times are given as a date. */
const mostDays = 30;

/** A time as a person says it: "2 hours ago", "yesterday", and the date when it is more than a month away. */
export function ago(iso: string, now: Date): string {
  const at = new Date(iso);
  const seconds = (now.getTime() - at.getTime()) / 1000;
  const size = Math.abs(seconds);
  if (Number.isNaN(seconds)) return iso;
  if (size < minute) return 'just now';
  if (size < hour) return distance(Math.trunc(seconds / minute), 'minute');
  if (size < day) return distance(Math.trunc(seconds / hour), 'hour');
  const days = daysBetween(at, now);
  if (days === 1) return 'yesterday';
  if (days === -1) return 'tomorrow';
  return Math.abs(days) <= mostDays ? distance(days, 'day') : dateOf(iso);
}

// Intl.RelativeTimeFormat says the same, but loading it takes longer than asking the server.
const distance = (n: number, unit: string): string => {
  const amount = `${Math.abs(n)} ${unit}${Math.abs(n) === 1 ? '' : 's'}`;
  return n < 0 ? `in ${amount}` : `${amount} ago`;
};

/** Midnights between two local times. */
function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(to) - midnight(from)) / (day * 1000));
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const pad = (n: number): string => String(n).padStart(2, '0');

/** The local date, as `2026-02-12`. */
export function dateOf(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
}

/** The local time of day, as `14:02`. */
export function clockOf(iso: string): string {
  const at = new Date(iso);
  return `${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** The local day as a heading: Today, Yesterday, or the date with its weekday. */
export function dayOf(iso: string, now: Date): string {
  const at = new Date(iso);
  const days = daysBetween(at, now);
  if (days === 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const weekday = weekdays[at.getDay()] ?? '';
  return days > 1 && days < 7 ? weekday : `${dateOf(iso)}, ${weekday}`;
}

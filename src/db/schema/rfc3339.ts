/**
 * Converts PostgreSQL's text form (`2026-02-12 10:30:00.123456+00`) as RFC 3339 (`2026-02-12T10:30:00.123456Z`).
 * Microseconds are kept, so that an exported timestamp imports as the same instant. Every connection runs with
 * `TimeZone=UTC`, which makes the offset always `+00`.
 */
export const rfc3339 = (text: string): string =>
  `${text.slice(0, 10)}T${text.slice(11).replace(/\+00$/, 'Z')}`;

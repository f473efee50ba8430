/**
 * Converts an ISO 8601 time to RFC 3339 in UTC; a date becomes its midnight, and a time without a zone is taken as UTC.
 * Undefined when it is not a time, or outside the years 1 to 9999.
 */
export function utcOf(text: string): string | undefined {
  const iso = /^\d{4}(-\d\d(-\d\d(T\d\d(:?\d\d(:?\d\d(\.\d+)?)?)?(Z|[+-]\d\d(:?\d\d)?)?)?)?)?$/i.exec(
    text.trim().replace(' ', 'T'),
  );
  if (iso === null) return undefined;
  const zoned = iso[3] === undefined || iso[7] !== undefined ? iso[0] : `${iso[0]}Z`;
  const time = new Date(zoned);
  const year = time.getUTCFullYear();
  return year >= 1 && year <= 9999 ? time.toISOString() : undefined;
}

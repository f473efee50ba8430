import type { Mention } from './mention.ts';

/** "For ana and ben", "with Ana, Ben and Chen": those behind the first have the same part. */
export function joined<Found extends Mention & { start: number }>(
  found: readonly Found[],
  body: string,
): Found[] {
  let before: Found | undefined;
  return found.map((one) => {
    const between =
      before === undefined
        ? undefined
        : body.slice(before.start, one.start).replace(/^@/, '').slice(before.name.length);
    const same =
      before !== undefined &&
      /^(?:by|with|to|from)$/.test(before.place) &&
      /^(?:object|handle)$/.test(one.place) &&
      /^(?:, ?(?:and )?|,? (?:and|und|et|y|&|\+) )@?$/u.test(between ?? '');
    before = same && before !== undefined ? { ...one, place: before.place, word: before.word } : one;
    return before;
  });
}

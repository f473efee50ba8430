/** What was removed: how often, by kind. The value itself leaves no trace. */
export type Redactions = Record<string, number>;

/** What stands in the place of a secret. */
export const mark = (kind: string): string => `[redacted:${kind}]`;

/** What every mark begins with. */
export const markBegin = '[redacted:';

export const count = (found: Redactions, kind: string, by = 1): void => {
  found[kind] = (found[kind] ?? 0) + by;
};

/** A stretch of a text that holds a secret of this kind. */
export type Span = { start: number; end: number; kind: string };

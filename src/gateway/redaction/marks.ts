/** How many secrets were removed, by kind. The values themselves are not kept. */
export type Redactions = Record<string, number>;

/** The replacement for a secret. */
export const mark = (kind: string): string => `[redacted:${kind}]`;

/** The start of every mark. */
export const markBegin = '[redacted:';

export const count = (found: Redactions, kind: string, by = 1): void => {
  found[kind] = (found[kind] ?? 0) + by;
};

/** The position of a secret in a text, and its kind. */
export type Span = { start: number; end: number; kind: string };

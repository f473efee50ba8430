import type { Captured } from './captured.ts';

/** Years of four digits; others are no times of messages, and not every reader of ours can parse them. */
const [earliest, latest] = [Date.UTC(1000), Date.UTC(9999, 11, 31)];

/**
 * A time in the one form that PostgreSQL reads as JavaScript does, with its microseconds.
 *
 * @returns undefined when it is no time.
 */
export function storableTime(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  if (text === undefined || !(time >= earliest && time <= latest)) return undefined;
  const micro = /\.\d{3}(\d{1,3})\d*(?:Z|[+-]\d\d:?\d\d)$/i.exec(text)?.[1] ?? '';
  return new Date(time).toISOString().replace('Z', `${micro}Z`);
}

/** The last message with a time, by which one without is dated. */
export type LastTime = { key: string; at: string };

/** By key: conversations that are stored, with their last rows, and those of which something was read before. */
type Dating = {
  last?: LastTime | undefined;
  after: Readonly<Record<string, string>>;
  begun?: ReadonlySet<string> | undefined;
};

/**
 * Gives messages without a time that of the message before in the same conversation, else that of its beginning, else that
 * at which the file was written. It is marked as estimated.
 *
 * @param after the last rows of the conversations that are stored: what is added to one was said when the file was written.
 */
export function dated(
  captured: readonly Captured[],
  { last, after, begun: prepared }: Dating,
  written: string | undefined,
): { captured: Captured[]; last: LastTime | undefined } {
  let before = last;
  const all = captured.map((item): Captured => {
    if (item.type !== 'message') return item;
    const { key, startedAt } = item.source;
    const own = storableTime(item.createdAt);
    const begun = key in after || prepared?.has(key) ? undefined : storableTime(startedAt);
    const at = own ?? (before?.key === key ? before.at : undefined) ?? begun ?? written;
    if (at === undefined) return item;
    before = { key, at };
    if (own !== undefined) return item;
    return { ...item, createdAt: at, metadata: { ...item.metadata, time: 'estimated' } };
  });
  return { captured: all, last: before };
}

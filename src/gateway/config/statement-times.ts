import * as z from 'zod';

/** Statement timeouts in milliseconds, by purpose. */
export type StatementTimes = {
  read: number;
  write: number;
  /** For statements of the text index. */
  search: number;
  /** For retention, statistics and the audit log, where an operator is waiting. */
  admin: number;
};

const usual: StatementTimes = { read: 15_000, write: 30_000, search: 10_000, admin: 600_000 };
const mostMs = 86_400_000;

const form =
  'must be milliseconds (100 to 86400000) for reads and writes, or of read, write, search and admin, such as read=5000,admin=3600000';

const statementTimes = z.string().transform((text, context): StatementTimes => {
  const times = { ...usual };
  const parts = /^\s*\d+\s*$/.test(text) ? [`read=${text}`, `write=${text}`] : text.split(',');
  for (const part of parts) {
    const [, name = '', digits = ''] = /^\s*(\w+)\s*=\s*(\d{1,9})\s*$/.exec(part) ?? [];
    const ms = Number(digits);
    if (Object.hasOwn(usual, name) && ms >= 100 && ms <= mostMs) times[name as keyof StatementTimes] = ms;
    else context.addIssue(form);
  }
  return times;
});

/** See `./env.ts`. */
export const statementTimeVariables = { DEWEY_DB_STATEMENT_MS: statementTimes.default(usual) };

import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/db/postgres/connect.ts';
import { isUnavailable } from '../../../src/db/postgres/errors.ts';
import { toToolError } from '../../../src/handlers/tool/to-tool-error.ts';
import { useLake } from '../../support/lake.ts';
import { wayTo } from '../../support/way.ts';

const lake = useLake();
const messageOf = (error: unknown): string => toToolError(error, 'request-1').error.message;

describe('an unavailable database', () => {
  it('from the start has stored nothing, and the caller is told so', async () => {
    const way = await wayTo(lake.url);
    const db = connect(way.url);
    const error = await db.sql`select 1`.catch((thrown: unknown) => thrown);
    expect(isUnavailable(error)).toBe(true);
    expect(messageOf(error)).toBe('The database cannot be reached. Nothing was stored; try again.');
    await db.sql.end({ timeout: 0 });
  });

  it('since the middle of a call may have stored data, and the message does not deny it', async () => {
    const way = await wayTo(lake.url);
    await way.mend();
    const db = connect(way.url, { max: 1 });
    await db.sql`select 1`;
    const running = db.sql`select pg_sleep(60)`.catch((thrown: unknown) => thrown);
    await lake.db.sql`select 1`;
    way.cut();
    const error = await running;
    expect(isUnavailable(error)).toBe(true);
    expect(messageOf(error)).toMatch(
      /^The connection to the database was lost during the call, which may or may not/,
    );
    await db.sql.end({ timeout: 0 });
  });
});

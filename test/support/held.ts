import { inject } from 'vitest';
import { connect } from '../../src/db/postgres/connect.ts';
import type { TestLake } from './lake.ts';

/** Blocks every store until it is released. */
export async function holdStores(lake: TestLake) {
  const own = connect(lake.url, { max: 1 });
  await own.sql`begin`;
  await own.sql`lock table conversation_heads in exclusive mode`;
  return {
    waiting: async (n: number) => {
      const [row] = await lake.db.sql`
        select count(*)::int as n from pg_locks where not granted and relation = 'conversation_heads'::regclass`;
      return row?.n >= n;
    },
    letGo: () => own.close(),
  };
}

/** Whether a statement waits for a row that another transaction has changed, on whichever node the row is. */
export async function isRowAwaited({ db: { sql } }: TestLake): Promise<boolean> {
  const activity = sql(inject('citusNodes').length > 0 ? 'citus_stat_activity' : 'pg_stat_activity');
  const rows = await sql`
    select 1 from ${activity} where wait_event = 'transactionid' and datname = current_database()`;
  return rows.length > 0;
}

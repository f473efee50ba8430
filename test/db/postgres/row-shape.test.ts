import { asc, sql as part } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { fence } from '../../../src/db/postgres/fence.ts';
import { apiKeys, messages } from '../../../src/db/schema/index.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('a row', () => {
  beforeAll(async () => {
    await lake.db
      .sql`insert into api_keys (name, secret_hash, scope, created_at) values ('row', 'hash', 'read', now())`;
  });

  it('has the names of its columns in camel case; given names and keys within JSON stay as they are', async () => {
    const [row] = await lake.db.sql`
      select 1 as doc_no, 2 as "docNo2", '{"inner_key": {"deep_key": 3}}'::jsonb as some_json,
             array['a_b'] as some_list, 4 as _private, 5 as "?column?"`;
    expect(row).toEqual({
      docNo: 1,
      docNo2: 2,
      someJson: { inner_key: { deep_key: 3 } },
      someList: ['a_b'],
      _private: 4,
      '?column?': 5,
    });
  });

  it('has them in transactions, in cursors, in unprepared statements and behind the fence', async () => {
    const { sql } = lake.db;
    const fenced = fence(lake.db, new Set(['memory']));
    const rows = [
      await sql.begin((tx) => tx`select 1 as doc_no`),
      await sql.begin((tx) => tx.savepoint((inner) => inner`select 1 as doc_no`)),
      await sql.unsafe('select 1 as doc_no'),
      await fenced.sql`select 1 as doc_no`,
    ];
    for await (const page of sql`select 1 as doc_no`.cursor(1)) rows.push(page as (typeof rows)[0]);
    expect(rows.map(([row]) => row)).toEqual(Array(5).fill({ docNo: 1 }));
  });

  it('is an array where one asks for values, and what the query builder makes of it', async () => {
    expect([...(await lake.db.sql`select 1 as doc_no, 'x' as key_id`.values())]).toEqual([[1, 'x']]);
    const built = await lake.db
      .select({ hash: apiKeys.secretHash, own_name: part<string>`upper(${apiKeys.name})` })
      .from(apiKeys)
      .orderBy(asc(apiKeys.name));
    expect(built).toEqual([{ hash: 'hash', own_name: 'ROW' }]);
    expect(await lake.db.query.messages.findMany({ where: part`${messages.turnNumber} < 0` })).toEqual([]);
  });
});

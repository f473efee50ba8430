import { describe, expect, it } from 'vitest';
import { recordsOf } from '../../../src/db/postgres/records.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

describe('rows as one JSON text', () => {
  it('arrive as they are', async () => {
    const rows = [
      {
        id: 1,
        text: '"quoted" \\backslashed\\ {braced}, \\ud83d and \n\t\u0001 🐘',
        notes: { a: ['"', null] },
      },
      { id: 2, text: '', notes: null },
      { id: 3, text: 'NULL', notes: undefined },
    ];

    const stored = await lake.db.sql`
      select * from json_to_recordset(${recordsOf(rows)}::text::json) as r (id int, text text, notes jsonb)`;

    expect([...stored]).toEqual([rows[0], rows[1], { id: 3, text: 'NULL', notes: null }]);
  });

  it('have lone surrogates replaced, which PostgreSQL would refuse', async () => {
    const [row] = await lake.db.sql`
      select * from json_to_recordset(${recordsOf([{ text: 'a\ud83db 🐘' }])}::text::json) as r (text text)`;

    expect(row?.text).toBe('a\ufffdb 🐘');
  });
});

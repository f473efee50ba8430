import { expect, it } from 'vitest';
import { settled } from '../../../src/db/runtime/settled.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

it('gives what each gives, in order', async () => {
  const { sql } = lake.db;
  const [one, text, nothing] = await settled([sql<{ n: number }[]>`select 1 as n`, 'text', undefined]);
  expect([one[0]?.n, text, nothing]).toEqual([1, 'text', undefined]);
});

it('throws the first error of a transaction, once the others have ended', async () => {
  const ended: string[] = [];
  const transaction = lake.db.sql.begin(async (tx) => {
    const long = async () => {
      await tx`select 1`;
      await tx`select 2`.catch(() => undefined);
      ended.push('the other');
    };
    await settled([long(), tx`select 1 / 0`, tx`select 3`]).finally(() => ended.push('all'));
  });
  await expect(transaction).rejects.toMatchObject({ code: '22012' });
  expect(ended).toEqual(['the other', 'all']);
});

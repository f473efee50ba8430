import postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { type Fate, fateOfCode, retriedBy } from '../../../src/db/postgres/error-classes.ts';
import { fateOf, isRetriedBy, isUnavailable } from '../../../src/db/postgres/errors.ts';

const expected: Record<Fate, string[]> = {
  unreachable: [
    '08000',
    '08006',
    '08P01',
    '25006',
    '3D000',
    '42P01',
    '53100',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    'ECONNREFUSED',
  ],
  busy: [
    '57014',
    '55P03',
    '55006',
    '40001',
    '40P01',
    '53000',
    '53200',
    '53400',
    '25P03',
    '25P04',
    '26000',
    '58000',
    '58030',
  ],
  setup: ['28000', '28P01', '3F000', '42501', '42703', 'F0000'],
  damage: ['XX001', 'XX002'],
  refused: [
    '22001',
    '22003',
    '22021',
    '22P02',
    '22P05',
    '23502',
    '23503',
    '23505',
    '23514',
    '21000',
    '54000',
    '40002',
  ],
};

describe.each(Object.entries(expected) as [Fate, string[]][])('class %s', (fate, codes) => {
  it.each(codes)('%s', (code) => {
    expect(fateOfCode(code)).toBe(fate);
    const error = Object.assign(new postgres.PostgresError('x'), { code });
    // Wrapped as by the query builder.
    const wrapped = new Error('a query failed', { cause: error });
    expect(fateOf(wrapped)).toBe(fate);
    expect(isUnavailable(wrapped)).toBe(fate === 'unreachable');
    expect(isRetriedBy('spool', wrapped)).toBe(fate !== 'refused');
    expect(isRetriedBy('caller', wrapped)).toBe(fate === 'unreachable' || fate === 'busy');
  });
});

it('has no class for unknown codes and for errors without a code', () => {
  for (const code of ['XX000', 'P0001', '0A000', 'ZZ999', 'ENOSPC', 'ERR_INVALID_ARG_TYPE'])
    expect(fateOfCode(code)).toBeUndefined();
  expect(fateOf(new TypeError('ours'))).toBeUndefined();
  expect(isRetriedBy('spool', new TypeError('ours'))).toBe(false);
});

it('does not retry permanent errors, and retries those that need an operator only in the spool', () => {
  expect(retriedBy.refused).toEqual([]);
  expect(retriedBy.setup).toEqual(['spool']);
  expect(retriedBy.damage).toEqual(['spool']);
});

import { expect, it } from 'vitest';
import { Repeats } from '../../../src/gateway/runtime/limit-repeats.ts';
import { capturedLog } from '../../support/log.ts';

it('a failing loop writes twenty lines a minute, and the next minute reports how many were left out', () => {
  let now = 0;
  const repeats = new Repeats(() => now);
  const admitted = Array.from({ length: 1000 }, () => repeats.admit('the same'));
  expect(admitted.filter((left) => left !== undefined)).toHaveLength(20);
  expect(repeats.admit('another')).toBe(0);
  now = 60_000;
  expect(repeats.admit('the same')).toBe(980);
  expect(repeats.admit('the same')).toBe(0);
});

it('the log keeps the first of repeated lines, whatever their details, and all distinct ones', () => {
  const { log, lines } = capturedLog();
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  for (let requestId = 0; requestId < 500; requestId += 1)
    log.error({ err: full, requestId }, 'request failed');
  log.error({ err: Object.assign(new Error('other'), { code: 'EIO' }) }, 'request failed');
  for (let n = 0; n < 50; n += 1) log.info({ n }, 'listening');
  expect(lines().filter(({ msg }) => msg === 'request failed')).toHaveLength(21);
  expect(lines().filter(({ msg }) => msg === 'listening')).toHaveLength(50);
});

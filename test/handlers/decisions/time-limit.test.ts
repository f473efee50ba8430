import { describe, expect, it, vi } from 'vitest';
import { isUnavailable } from '../../../src/db/postgres/errors.ts';
import { inTime } from '../../../src/handlers/decisions/time-limit.ts';

describe('inTime', () => {
  it('returns the result, or the failure, that arrives in time', async () => {
    expect(await inTime(Promise.resolve('here'))).toBe('here');
    await expect(inTime(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('treats a database that hangs as unavailable', async () => {
    vi.useFakeTimers();
    try {
      const waiting = inTime(new Promise(() => undefined)).catch((error) => error);
      await vi.advanceTimersByTimeAsync(3000);
      expect(isUnavailable(await waiting)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});

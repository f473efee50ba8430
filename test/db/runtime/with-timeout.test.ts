import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { withTimeout } from '../../../src/db/runtime/with-timeout.ts';

describe('work that is waited for within a time', () => {
  const never = new Promise<string>(() => undefined);

  it('gives its result, or its failure', async () => {
    expect(await withTimeout(Promise.resolve('done'), 60_000)).toBe('done');
    await expect(withTimeout(Promise.reject(new Error('no')), 60_000)).rejects.toThrow('no');
  });

  it('gives undefined, or what its caller says, when the time is up', async () => {
    expect(await withTimeout(never, 1)).toBeUndefined();
    expect(await withTimeout(never, 1, () => 'late')).toBe('late');
    await expect(
      withTimeout(never, 1, () => {
        throw new Error('too late');
      }),
    ).rejects.toThrow('too late');
  });

  it('goes on afterwards, and may fail unheard', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const failing = delay(20).then(() => {
      throw new Error('failed later');
    });
    expect(await withTimeout(failing, 1, () => 'late')).toBe('late');
    await expect(failing).rejects.toThrow('failed later');
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
});

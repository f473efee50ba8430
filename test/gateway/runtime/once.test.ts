import { describe, expect, it } from 'vitest';
import { once } from '../../../src/gateway/runtime/once.ts';

describe('what is done once', () => {
  it('is shared by those who ask at the same time, and by later ones', async () => {
    let times = 0;
    const read = once(async () => {
      times += 1;
      return { times };
    });
    const [first, second] = await Promise.all([read(), read()]);
    expect(second).toBe(first);
    expect(await read()).toBe(first);
    expect(times).toBe(1);
  });

  it('is tried again after a failure', async () => {
    const outcomes = [new Error('the file could not be read'), 'content'];
    const read = once(async () => {
      const outcome = outcomes.shift();
      if (outcome instanceof Error) throw outcome;
      return outcome;
    });
    await expect(Promise.all([read(), read()])).rejects.toThrow('the file could not be read');
    expect(await read()).toBe('content');
    expect(await read()).toBe('content');
  });
});

import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createForegroundCalls } from '../../../src/gateway/background/foreground-calls.ts';
import { createThrottle } from '../../../src/gateway/background/throttle.ts';

/** Records what happens, in order. */
function scene() {
  const traffic = createForegroundCalls();
  const turn = createThrottle(traffic);
  const events: string[] = [];
  const store = (name: string) => () => {
    events.push(name);
    return Promise.resolve(name);
  };
  return { traffic, turn, events, store };
}

it('stores documents after the running calls, in order of arrival', async () => {
  const { traffic, turn, events, store } = scene();
  const ends = [traffic.begin(), traffic.begin()];
  const stored = Promise.all([turn(store('first')), turn(store('second'))]);
  for (const end of ends) {
    await Promise.resolve();
    events.push('call ended');
    end();
  }
  expect(await stored).toEqual(['first', 'second']);
  expect(events).toEqual(['call ended', 'call ended', 'first', 'second']);
});

it('keeps waiting while one call follows another', async () => {
  const { traffic, turn, events, store } = scene();
  const end = traffic.begin();
  const stored = turn(store('document'));
  await Promise.resolve();
  end();
  const next = traffic.begin();
  await turnOfTheLoop();
  events.push('next call ended');
  next();
  await stored;
  expect(events).toEqual(['next call ended', 'document']);
});

it('stores a document even if calls never end, or the document before it hangs', async () => {
  const { traffic, turn, events, store } = scene();
  traffic.begin();
  const hangs = turn(() => new Promise<never>(() => undefined));
  expect(await turn(store('document'))).toBe('document');
  expect(events).toEqual(['document']);
  expect(await Promise.race([hangs, 'waits'])).toBe('waits');
});

it('reports a failure to the caller of the store, and continues with the next document', async () => {
  const { turn, store } = scene();
  const failed = turn(() => Promise.reject(new Error('no room')));
  const next = turn(store('next'));
  await expect(failed).rejects.toThrow('no room');
  expect(await next).toBe('next');
});

it('pauses between two documents while calls come in, and not while there are none', async () => {
  const { traffic, turn } = scene();
  const between = async () => {
    const first = await turn(() => Promise.resolve(performance.now()));
    return (await turn(() => Promise.resolve(performance.now()))) - first;
  };
  const alone = await between();
  traffic.begin()();
  const beside = await between();
  // Timers may fire a millisecond early.
  expect(beside).toBeGreaterThan(38);
  expect(alone).toBeLessThan(beside);
});

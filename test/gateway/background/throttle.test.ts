import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createForegroundCalls } from '../../../src/gateway/background/foreground-calls.ts';
import { createThrottle } from '../../../src/gateway/background/throttle.ts';

/** Tells what happened in which order. */
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

it('stores a document after the calls that are running, in the order of arrival', async () => {
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

it('waits on while one call follows the other', async () => {
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

it('stores it all the same when calls never end, or the document before it hangs', async () => {
  const { traffic, turn, events, store } = scene();
  traffic.begin();
  const hangs = turn(() => new Promise<never>(() => undefined));
  expect(await turn(store('document'))).toBe('document');
  expect(events).toEqual(['document']);
  expect(await Promise.race([hangs, 'waits'])).toBe('waits');
});

it('tells a failure to whoever brought the document, and goes on with the next', async () => {
  const { turn, store } = scene();
  const failed = turn(() => Promise.reject(new Error('no room')));
  const next = turn(store('next'));
  await expect(failed).rejects.toThrow('no room');
  expect(await next).toBe('next');
});

it('leaves a pause between two documents while calls come in, and none while there are no calls', async () => {
  const { traffic, turn } = scene();
  const between = async () => {
    const first = await turn(() => Promise.resolve(performance.now()));
    return (await turn(() => Promise.resolve(performance.now()))) - first;
  };
  const alone = await between();
  traffic.begin()();
  const beside = await between();
  // Timers may be a millisecond early.
  expect(beside).toBeGreaterThan(38);
  expect(alone).toBeLessThan(beside);
});

import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the answer is truthy: for external state without events. */
export async function eventually<T>(
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 20_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`still not so after ${timeoutMs} ms: ${ask}`);
    await delay(25);
  }
}

import { Writable } from 'node:stream';
import { createLog } from '../../src/gateway/deps.ts';

/** The product's own log, written to memory. */
export function capturedLog() {
  let text = '';
  const log = createLog(
    'trace',
    new Writable({
      write(chunk, _, done) {
        text += chunk;
        done();
      },
    }),
  );
  return {
    log,
    text: () => text,
    // biome-ignore lint/suspicious/noExplicitAny: log lines have whatever fields they were given
    lines: (): Record<string, any>[] =>
      text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
  };
}

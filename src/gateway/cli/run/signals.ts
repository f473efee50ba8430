import type { Readable } from 'node:stream';

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof exitCodes;

/** A command was interrupted by a signal; the message tells what is done and how to continue. */
export class Interrupted extends Error {
  readonly exitCode: 130 | 143;

  constructor(message: string, stopped: AbortSignal) {
    super(message);
    this.exitCode = exitCodes[stopped.reason instanceof Stopped ? stopped.reason.signal : 'SIGTERM'];
  }
}

class Stopped extends Error {
  readonly signal: Signal;

  constructor(signal: Signal) {
    super(`stopped by ${signal}`);
    this.signal = signal;
  }
}

/** Aborts at the first SIGTERM or SIGINT; a second one exits immediately. */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      controller.abort(new Stopped(signal));
      process.once(signal, () => process.exit(exitCodes[signal]));
    });
  return controller.signal;
}

export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Destroys a stream when the signal aborts. */
export function destroyWhen(signal: AbortSignal, source: Readable): void {
  // Readers get the error; before there is one, an unhandled 'error' event would end the process.
  source.on('error', () => undefined);
  const destroy = () => source.destroy(new Error('interrupted'));
  if (signal.aborted) destroy();
  else signal.addEventListener('abort', destroy, { once: true });
}

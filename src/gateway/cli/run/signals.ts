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

/** Whether a person pressed Ctrl-C; a service manager sends SIGTERM. */
export const isInterrupt = (stopped: AbortSignal): boolean =>
  stopped.reason instanceof Stopped && stopped.reason.signal === 'SIGINT';

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

/**
 * Until released, a signal that the command itself does not handle closes what is opened here, such as an embedded
 * PostgreSQL, and ends the process.
 */
export function closeOnSignal<T extends { close(): Promise<void> }>(
  opening: Promise<T>,
): { opened: Promise<T>; release: () => void } {
  let ending = false;
  const end = (signal: Signal) => {
    const exit = () => process.exit(exitCodes[signal]);
    process.exitCode = exitCodes[signal];
    ending = true;
    process.once(signal, exit); // a second one ends it at once
    process.stderr.write('dewey: interrupted\n');
    void opening.then((opened) => opened.close()).then(exit, exit);
  };
  const handled = (['SIGTERM', 'SIGINT'] as const).filter((signal) => process.listenerCount(signal) === 0);
  for (const signal of handled) process.once(signal, end);
  return {
    // While it is being closed, the command must not begin to use it; the process ends soon.
    opened: opening.then((opened) => (ending ? new Promise<never>(() => undefined) : opened)),
    release: () => {
      for (const signal of handled) process.off(signal, end);
    },
  };
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

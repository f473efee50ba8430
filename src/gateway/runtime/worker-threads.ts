import { parentPort, type Worker } from 'node:worker_threads';
import { startThread } from './start-thread.ts';

/** A thread that answers requests. Started on the first request and restarted after a crash. */
export type Thread<Question, Answer> = {
  /**
   * @param signal ends the thread when aborted, since its work may never finish otherwise.
   * @throws what the thread threw, with its `code` and other plain fields.
   */
  ask(question: Question, signal?: AbortSignal): Promise<Answer>;
  stop(): Promise<void>;
};

type Failure = { message: string; stack: string | undefined; fields: Record<string, unknown> };
type Reply<Answer> = { id: number; answer: Answer } | { id: number; failure: Failure };

type HeapLimits = {
  /** Beyond it, the thread ends instead of the process; `undefined` for Node's default. */
  maxMegabytes: number | undefined;
  /** For new objects, which a thread that does little need not have 48 MB for. */
  youngMegabytes?: number;
};

/** @param file the thread's module, without its file extension; it calls {@link answerQuestions}. */
export function createThread<Question, Answer>(
  file: string,
  workerData: unknown,
  { maxMegabytes, youngMegabytes }: HeapLimits = { maxMegabytes: 1024 },
): Thread<Question, Answer> {
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  let worker: Worker | undefined;
  let nextId = 0;

  const start = (): Worker => {
    const made = startThread(file, {
      workerData,
      resourceLimits: {
        ...(maxMegabytes === undefined ? {} : { maxOldGenerationSizeMb: maxMegabytes }),
        ...(youngMegabytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMegabytes }),
      },
    });
    let cause: unknown;
    made.on('message', (reply: Reply<Answer>) => {
      const caller = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('answer' in reply) caller?.resolve(reply.answer);
      else caller?.reject(revived(reply.failure));
    });
    made.on('error', (error) => {
      cause = error;
    });
    made.on('exit', () => {
      if (worker !== made) return; // it has been replaced, and its requests were answered
      worker = undefined;
      const error = Object.assign(new Error('The thread ended before it answered.', { cause }), {
        code: 'thread_ended',
      });
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    made.unref();
    worker = made;
    return made;
  };

  const end = async () => {
    const running = worker;
    await running?.terminate();
  };

  return {
    async ask(question, signal) {
      signal?.throwIfAborted();
      nextId += 1;
      const id = nextId;
      const running = worker ?? start();
      const answer = new Promise<Answer>((resolve, reject) => {
        running.postMessage({ id, question }); // it throws what cannot be copied to the thread
        waiting.set(id, { resolve, reject });
      });
      // An idle thread does not keep the process alive; a working one does.
      running.ref();
      const give = () => void end();
      signal?.addEventListener('abort', give, { once: true });
      try {
        return await answer;
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', give);
        if (waiting.size === 0) running.unref();
      }
    },
    stop: end,
  };
}

const revived = ({ message, stack, fields }: Failure): Error =>
  Object.assign(new Error(message), { stack }, fields);

/** The thread's side: answers every request with `answer`, and reports what it throws. */
export function answerQuestions<Question, Answer>(answer: (question: Question) => Promise<Answer>): void {
  const port = parentPort;
  if (!port) throw new Error('This module must run in a thread.');
  port.on('message', async ({ id, question }: { id: number; question: Question }) => {
    try {
      port.postMessage({ id, answer: await answer(question) });
    } catch (error) {
      port.postMessage({ id, failure: failureOf(error) });
    }
  });
}

/** The parts of an error that cross threads: its plain fields identify errors of ours. */
function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error), stack: undefined, fields: {} };
  const plain = Object.entries(error).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return { message: error.message, stack: error.stack, fields: Object.fromEntries(plain) };
}

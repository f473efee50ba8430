import { createHash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import {
  type Captured,
  type CapturedMessage,
  compact,
  fullness,
  type Source,
  skip,
} from '../../messages/captured.ts';
import { modelIn, tellsInterrupt, textOfLines, usageIn, type Writer } from './aider-lines.ts';
import { modelFact, saying } from './facts.ts';

/** What is known of a run so far. It holds no text, as it is stored with the offset. */
export type Run = {
  /** Identity of the conversation; unknown until its first message. */
  key?: string | undefined;
  startedAt?: string | undefined;
  messages: number;
  /** Whether a line ended as Aider ends those that it marks. */
  hasEnds: boolean;
  /** Whether what follows was written of an interrupted answer. */
  isInterrupted: boolean;
  model?: string | undefined;
  /** The last model that was told of. */
  told?: string | undefined;
};

export const noRun: Run = { messages: 0, hasEnds: false, isInterrupted: false };

const kinds = { user: 'prompt', assistant: 'text', tool: 'tool_result' } as const;

function sourceOf({ key = '', startedAt }: Run, path: string | undefined): Source {
  return {
    key: `aider:${key}`,
    sessionId: key,
    project: path === undefined ? undefined : resolve(dirname(path)),
    metadata: { source: 'aider' },
    startedAt,
  };
}

/**
 * Reads what Aider says before the first message. It makes the identity of the run, together with the time: Aider gives
 * runs no ids, and a copy of the file must give the same.
 */
export function readNotices(run: Run, [heading = '', ...notices]: readonly string[]): Captured[] {
  const hash = createHash('sha256')
    .update([heading, ...notices].join('\n'))
    .digest('hex')
    .slice(0, 12);
  run.key = `${heading.replace(/^\D+/, '').trimEnd().replace(' ', 'T')}-${hash}`;
  run.model = modelIn(textOfLines('tool', notices));
  return notices.map(() => skip('notice'));
}

/** A message, unless its lines have no text. @param isOpen the next line may continue it. */
export function messageOf(
  run: Run,
  writer: Writer,
  lines: readonly string[],
  { path, isOpen = false }: { path?: string | undefined; isOpen?: boolean },
): CapturedMessage[] {
  const content = textOfLines(writer, lines);
  if (content === '') return [];
  const answer = { model: run.model, interrupted: run.isInterrupted ? true : undefined };
  return [
    {
      type: 'message',
      source: sourceOf(run, path),
      id: `m${run.messages + 1}`,
      role: writer,
      content,
      createdAt: run.startedAt,
      fullness: isOpen ? fullness.partial : fullness.record,
      metadata: compact({
        source: 'aider',
        kind: kinds[writer],
        partial: isOpen ? true : undefined,
        ...(writer === 'assistant' ? answer : {}),
      }),
    },
  ];
}

/** Notes a complete message. @returns it with what it says about the run. */
export function noteMessage(run: Run, message: CapturedMessage): Captured[] {
  run.messages += 1;
  const said = message.role === 'tool' ? message.content : '';
  run.isInterrupted = tellsInterrupt(said);
  const usage = usageIn(said, `answer:${message.id}`, run.model);
  run.model = modelIn(said) ?? run.model;
  if (run.model !== undefined && run.model !== run.told) usage.push(modelFact(run.model));
  run.told = run.model;
  return [message, ...saying(message.source, usage.length > 0 ? { usage } : undefined)];
}

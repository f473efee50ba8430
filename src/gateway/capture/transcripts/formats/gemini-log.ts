import {
  type Captured,
  compact,
  field,
  fullness,
  type Source,
  skip,
  textField,
} from '../../messages/captured.ts';
import type { Format, Origin, Parser } from './format.ts';
import { rootOf } from './gemini-project.ts';

/**
 * `~/.gemini/tmp/<project>/logs.json`: the prompts of all sessions of a project. Those of a session that has a file of its own
 * in `chats` are read from there; of older sessions, nothing else is kept.
 */
const geminiLog: Format = {
  name: 'gemini-log',
  unit: 'element',
  live: false,
  rewritten: true,
  recognise: (sample) => sample.some(isEntry),
  parser: (origin) => new LogParser(origin),
};

export default geminiLog;

const isEntry = (value: unknown): boolean =>
  textField(value, 'sessionId') !== undefined &&
  typeof field(value, 'messageId') === 'number' &&
  textField(value, 'message') !== undefined &&
  textField(value, 'type') === 'user';

class LogParser implements Parser {
  readonly #origin: Origin;
  #place: Promise<{ chats: string[]; project: string | undefined }> | undefined;

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  state = (): null => null;

  async push(entry: unknown): Promise<Captured[]> {
    const session = textField(entry, 'sessionId');
    if (!isEntry(entry) || session === undefined) return [skip('unknown')];
    this.#place ??= this.#look();
    const { chats, project } = await this.#place;
    if (chats.some((name) => name.includes(session.slice(0, 8)))) return [skip('in the file of its session')];
    const source: Source = {
      key: `gemini-log:${session}`,
      sessionId: session,
      project,
      metadata: { source: 'gemini', log: true },
    };
    return [
      {
        type: 'message',
        source,
        id: `${String(field(entry, 'messageId'))}:${textField(entry, 'timestamp') ?? ''}`,
        role: 'user',
        content: textField(entry, 'message') ?? '',
        createdAt: textField(entry, 'timestamp'),
        fullness: fullness.record,
        metadata: compact({ source: 'gemini', kind: 'prompt' }),
      },
    ];
  }

  async #look() {
    return {
      chats: (await this.#origin.listing?.('chats')) ?? [],
      project: await rootOf(this.#origin, '.'),
    };
  }
}

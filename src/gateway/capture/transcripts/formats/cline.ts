import { basename, dirname } from 'node:path';
import { type Captured, compact, field, type Source, skip, textField } from '../../messages/captured.ts';
import { parse } from '../decode/json.ts';
import { cancelledAnswers, withCancelled } from './cline-cancelled.ts';
import { clineFacts, type ModelSince } from './cline-facts.ts';
import { type Place, readTurn, type Turn } from './cline-turns.ts';
import { about, figure, timeOf } from './facts.ts';
import { type Format, type Origin, type Parser, textOf } from './format.ts';
import { readEach } from './other-form.ts';

/**
 * Tasks of Cline and of Roo Code: `…/globalStorage/<extension>/tasks/<task>/ui_messages.json`, what the user saw, with
 * times, tokens and cost, beside `api_conversation_history.json`, what the model saw, from which the messages are read.
 * Both are rewritten as a task continues. Roo Code says in `history_item.json` which task has started this one.
 */
const cline: Format = {
  name: 'cline',
  unit: 'element',
  live: false,
  rewritten: true,
  recognise: (sample) =>
    sample.some((value) => {
      const type = textField(value, 'type');
      return (
        typeof field(value, 'ts') === 'number' &&
        (type === 'say' || type === 'ask') &&
        typeof field(value, type) === 'string'
      );
    }),
  parser: (origin) => new ClineParser(origin),
};

export default cline;

class ClineParser implements Parser {
  readonly #origin: Origin;
  #history: string | undefined;
  /** What Roo Code says of the task. */
  #about: unknown;
  #isRead = false;
  readonly #shown: unknown[] = [];

  constructor(origin: Origin) {
    this.#origin = origin;
  }

  state = (): undefined => undefined;

  async push(shown: unknown): Promise<Captured[]> {
    if (!this.#isRead) {
      this.#history =
        (await this.#origin.sidecar?.('api_conversation_history.json')) ??
        (await this.#origin.sidecar?.('claude_messages.json')); // its name until 2024
      this.#about = parse((await this.#origin.sidecar?.('history_item.json')) ?? '{}');
    }
    this.#isRead = true;
    this.#shown.push(shown);
    return [skip(textField(shown, 'say') ?? textField(shown, 'ask') ?? 'unknown')];
  }

  end(): Captured[] {
    if (this.#history === undefined)
      return this.#shown.length > 0 ? [skip('no api_conversation_history.json')] : [];
    const turns = turnsOf(this.#history);
    if (!turns) return [skip('cut off')]; // being written
    const source = this.#sourceOf(turns);
    const models = modelsOf(turns);
    const facts = clineFacts(this.#shown, models);
    const place: Place = { source, seen: new Map(), own: new Map(), model: undefined };
    const waiting = cancelledAnswers(facts.cancelled, turns, source);
    return [
      ...readEach(turns, (turn, i) => {
        place.model = models.findLast((since) => since.at <= (figure(turn, 'ts') ?? 0))?.model ?? facts.model;
        return withCancelled(readTurn(turn, place, facts.timeOf(i)), waiting, figure(turn, 'ts'));
      }),
      ...waiting,
      about(source, { usage: facts.usage }),
    ];
  }

  #sourceOf(turns: readonly Turn[]): Source {
    const { path } = this.#origin;
    const first = field(this.#shown[0], 'ts');
    const task = path === undefined ? String(first) : basename(dirname(path));
    const agent = /[\\/](?:rooveterinaryinc\.roo-cline|\.roo|\.vscode-mock)[\\/]/i.test(path ?? '')
      ? 'roo-code'
      : 'cline';
    const project = /^# Current W(?:orking|orkspace) Directory \(([^)\n]+)\)/m.exec(
      JSON.stringify(turns[0] ?? '').replaceAll('\\n', '\n'),
    )?.[1];
    const above = textField(this.#about, 'parentTaskId');
    const base = (id: string): Source => ({
      key: `${agent}:${id}`,
      sessionId: id,
      project: textField(this.#about, 'workspace') ?? project,
      metadata: { source: agent },
    });
    if (above === undefined || above === task) return { ...base(task), startedAt: timeOf(first) };
    return {
      ...base(task),
      metadata: compact({ source: agent, agent_id: task, agent_type: textField(this.#about, 'mode') }),
      startedAt: timeOf(first),
      parent: base(above),
    };
  }
}

/** Roo Code tells the model with what it says about the environment. */
const modelsOf = (turns: readonly Turn[]): ModelSince[] =>
  turns.flatMap((turn) => {
    const at = figure(turn, 'ts');
    if (at === undefined || textField(turn, 'role') !== 'user') return [];
    const said = textOf(field(turn, 'content'));
    const from = said.lastIndexOf('\n# Current Mode\n');
    const model = from < 0 ? undefined : /<model>([^<\n]{1,200})<\/model>/.exec(said.slice(from))?.[1];
    return model === undefined ? [] : [{ at, model }];
  });

function turnsOf(text: string): Turn[] | undefined {
  const turns = parse(text);
  return Array.isArray(turns) ? turns : undefined;
}

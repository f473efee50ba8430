import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { field, textField } from '../../messages/captured.ts';
import { type FactState, figure, pass, titleFacts, titleRank } from './facts.ts';

/** What a line says of its session: the summary, by which Gemini CLI lists its sessions, and the tokens of answers. */
export function geminiFacts(line: unknown, state: FactState): (CaptureFacts | undefined)[] {
  const set = field(line, '$set');
  pass(
    state,
    textField(line, 'timestamp') ?? textField(set, 'lastUpdated') ?? textField(line, 'lastUpdated'),
  );
  const summary = textField(set, 'summary') ?? textField(line, 'summary');
  const records = field(set, 'messages') ?? field(line, 'messages');
  const answers = Array.isArray(records) ? records : [line];
  return [titleFacts(state, titleRank.agent, summary), ...answers.map(tokensOf)];
}

/** A record that is repeated repeats its tokens. */
function tokensOf(record: unknown): CaptureFacts | undefined {
  const tokens = field(record, 'tokens');
  const id = textField(record, 'id');
  if (tokens === undefined || tokens === null || id === undefined) return undefined;
  const cacheRead = figure(tokens, 'cached') ?? 0;
  return {
    usage: [
      {
        key: `answer:${id}`,
        model: textField(record, 'model'),
        input: Math.max(0, (figure(tokens, 'input') ?? 0) - cacheRead) + (figure(tokens, 'tool') ?? 0),
        output: (figure(tokens, 'output') ?? 0) + (figure(tokens, 'thoughts') ?? 0),
        cacheRead,
      },
    ],
  };
}

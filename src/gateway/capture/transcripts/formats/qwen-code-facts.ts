import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { field, textField } from '../../messages/captured.ts';
import { branchFacts, type FactState, figure, pass, titleFacts, titleRank } from './facts.ts';

/**
 * What a record says about its session. A title is the user's own unless it says `auto`; the metadata of an answer states
 * its tokens, of which those from the cache are part of the prompt's. Answers that a fork copied are counted where they
 * were given.
 */
export function qwenFacts(line: unknown, state: FactState): (CaptureFacts | undefined)[] {
  pass(state, textField(line, 'timestamp'));
  return [
    branchFacts(state, textField(line, 'gitBranch')),
    titleOf(line, state),
    textField(line, 'type') === 'assistant' && field(line, 'forkedFrom') === undefined
      ? usageOf(line)
      : undefined,
  ];
}

function titleOf(line: unknown, state: FactState): CaptureFacts | undefined {
  if (textField(line, 'subtype') !== 'custom_title') return undefined;
  const payload = field(line, 'systemPayload');
  const rank = textField(payload, 'titleSource') === 'auto' ? titleRank.agent : titleRank.user;
  return titleFacts(state, rank, textField(payload, 'customTitle'));
}

function usageOf(line: unknown): CaptureFacts | undefined {
  const usage = field(line, 'usageMetadata');
  const model = textField(line, 'model');
  const key = `answer:${textField(line, 'uuid')}`;
  if (usage === undefined || usage === null) return model ? { usage: [{ key, model }] } : undefined;
  const cacheRead = figure(usage, 'cachedContentTokenCount') ?? 0;
  return {
    usage: [
      {
        key,
        model,
        input: Math.max(0, (figure(usage, 'promptTokenCount') ?? 0) - cacheRead),
        output: outputIn(usage),
        cacheRead,
      },
    ],
  };
}

/** Some providers count what was thought as part of the answer, others beside it; the total tells. */
function outputIn(usage: unknown): number {
  const total = figure(usage, 'totalTokenCount') ?? 0;
  const prompt = figure(usage, 'promptTokenCount') ?? 0;
  if (prompt > 0 && total > prompt) return total - prompt;
  return (figure(usage, 'candidatesTokenCount') ?? 0) + (figure(usage, 'thoughtsTokenCount') ?? 0);
}

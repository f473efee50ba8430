import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { field, textField } from '../../messages/captured.ts';
import { branchFacts, type FactState, figure, modelFacts, pass, titleFacts, titleRank } from './facts.ts';

/**
 * What an event says about its session. The end of a session states the tokens of each model; those of a session that was
 * resumed are the last ones stated.
 */
export function copilotCliFacts(line: unknown, state: FactState): (CaptureFacts | undefined)[] {
  pass(state, textField(line, 'timestamp'));
  const data = field(line, 'data');
  switch (textField(line, 'type')) {
    case 'session.start':
    case 'session.resume':
      return [
        branchFacts(state, textField(field(data, 'context'), 'branch')),
        modelFacts(state, textField(data, 'selectedModel')),
      ];
    case 'session.context_changed':
      return [branchFacts(state, textField(data, 'branch'))];
    case 'session.model_change':
      return [modelFacts(state, textField(data, 'newModel'))];
    case 'session.title_changed':
      return [titleFacts(state, titleRank.agent, textField(data, 'title'))];
    case 'session.shutdown':
      return [totalFacts(field(data, 'modelMetrics'))];
    default:
      return [];
  }
}

function totalFacts(metrics: unknown): CaptureFacts | undefined {
  if (typeof metrics !== 'object' || metrics === null) return undefined;
  const usage = Object.entries(metrics).map(([model, metric]) => {
    const tokens = field(metric, 'usage');
    const cacheRead = figure(tokens, 'cacheReadTokens') ?? 0;
    return {
      key: `total:${model}`,
      model,
      input: Math.max(0, (figure(tokens, 'inputTokens') ?? 0) - cacheRead),
      output: figure(tokens, 'outputTokens'),
      cacheRead,
      cacheWrite: figure(tokens, 'cacheWriteTokens'),
    };
  });
  return { usage };
}

import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { field, textField } from '../../messages/captured.ts';
import { branchFacts, type FactState, figure, modelFacts, pass, titleFacts, titleRank } from './facts.ts';

/** What an event says about its session, and the number of ends of the session before it. */
export type CopilotFactState = FactState & { ends?: number };

/** What an event says about its session, besides the tokens that its end states. */
export function copilotCliFacts(line: unknown, state: CopilotFactState): (CaptureFacts | undefined)[] {
  pass(state, textField(line, 'timestamp'));
  const data = field(line, 'data');
  switch (textField(line, 'type')) {
    case 'session.start':
    case 'session.resume':
      return [
        branchFacts(state, textField(field(data, 'context'), 'branch')),
        modelFacts(state, chosen(textField(data, 'selectedModel'))),
      ];
    case 'session.context_changed':
      return [branchFacts(state, textField(data, 'branch'))];
    case 'session.model_change':
      return [modelFacts(state, chosen(textField(data, 'newModel')))];
    case 'assistant.message':
      return textField(line, 'agentId') === undefined ? [modelFacts(state, textField(data, 'model'))] : [];
    case 'session.title_changed':
      return [titleFacts(state, titleRank.agent, textField(data, 'title'))];
    default:
      return [];
  }
}

/** With `auto`, the model is chosen for each request; the answers tell it. */
const chosen = (model: string | undefined): string | undefined => (model === 'auto' ? undefined : model);

/** The tokens of the session itself, '' here, and of its subagents, by their ids. */
export type Totals = [agent: string, facts: CaptureFacts][];

/**
 * The end of a session states the tokens of each model since the session was started or resumed, newer versions for each
 * subagent as well.
 */
export function totalsOf(line: unknown, state: CopilotFactState): Totals {
  if (textField(line, 'type') !== 'session.shutdown') return [];
  const data = field(line, 'data');
  const agents = field(data, 'agentMetrics');
  const end = state.ends ?? 0;
  state.ends = end + 1;
  if (typeof agents !== 'object' || agents === null || field(agents, 'main') === undefined)
    return [['', totalFacts(field(data, 'modelMetrics'), end)]];
  return Object.entries(agents).map(([agent, metric]) => [
    agent === 'main' ? '' : agent,
    totalFacts(field(metric, 'modelMetrics'), end),
  ]);
}

function totalFacts(metrics: unknown, end: number): CaptureFacts {
  const models = typeof metrics === 'object' && metrics !== null ? Object.entries(metrics) : [];
  const usage = models.map(([model, metric]) => {
    const tokens = field(metric, 'usage');
    const cacheRead = figure(tokens, 'cacheReadTokens') ?? 0;
    const cacheWrite = figure(tokens, 'cacheWriteTokens') ?? 0;
    return {
      key: end === 0 ? `total:${model}` : `total:${model}:${end}`,
      model,
      input: Math.max(0, (figure(tokens, 'inputTokens') ?? 0) - cacheRead - cacheWrite), // stated with both
      output: figure(tokens, 'outputTokens'),
      cacheRead,
      cacheWrite,
    };
  });
  return { usage };
}

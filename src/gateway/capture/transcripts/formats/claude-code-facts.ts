import type { CaptureFacts } from '../../../../db/capture/version.ts';
import { field, textField } from '../../messages/captured.ts';
import { branchFacts, type FactState, figure, orderOf, pass, titleFacts, titleRank } from './facts.ts';

type Held = NonNullable<CaptureFacts['titlesOf']>;

export type ClaudeCodeFacts = FactState & {
  /** Summaries at the start of a file, before its session is known. */
  held?: Held;
};

const mostHeld = 200;

/**
 * What a transcript line says about its session: its title, branch, tokens and cost.
 *
 * - A title made by the agent is an `ai-title` line, one given by `/rename` a `custom-title` line. Earlier versions wrote
 *   `summary` lines, which name the session of their `leafUuid`, often that of another file.
 * - An answer of several blocks repeats its `usage` on each line, so the answer's id is the key. `cost-state` is the
 *   session's running total.
 */
export function claudeCodeFacts(line: unknown, state: ClaudeCodeFacts): CaptureFacts[] {
  pass(state, textField(line, 'timestamp'));
  const found = factsOf(line, state).filter((one) => one !== undefined);
  if (textField(line, 'sessionId') === undefined) return [];
  const { held } = state;
  if (!held) return found;
  delete state.held;
  return [...found, { titlesOf: held }];
}

function factsOf(line: unknown, state: ClaudeCodeFacts): (CaptureFacts | undefined)[] {
  switch (textField(line, 'type')) {
    case 'custom-title':
      return [titleFacts(state, titleRank.user, textField(line, 'customTitle'))];
    case 'ai-title':
      return [titleFacts(state, titleRank.agent, textField(line, 'aiTitle'))];
    case 'summary': {
      const text = textField(line, 'summary')?.trim();
      const messageId = textField(line, 'leafUuid');
      if (text && messageId && (state.held?.length ?? 0) < mostHeld)
        state.held = [...(state.held ?? []), { text, messageId, order: orderOf(state, titleRank.agent) }];
      return [];
    }
    case 'cost-state':
      return [costFacts(figure(line, 'totalCostUSD'))];
    case 'user':
      return [branchFacts(state, textField(line, 'gitBranch'))];
    case 'assistant':
      return [branchFacts(state, textField(line, 'gitBranch')), usageFacts(line)];
    default:
      return [];
  }
}

const costFacts = (cost: number | undefined): CaptureFacts | undefined =>
  cost === undefined || cost === 0 ? undefined : { usage: [{ key: 'cost', cost }] };

function usageFacts(line: unknown): CaptureFacts | undefined {
  const message = field(line, 'message');
  const usage = field(message, 'usage');
  const key = textField(message, 'id') ?? textField(line, 'uuid');
  const model = textField(message, 'model');
  // An error of the service is written as an answer of no model.
  if (usage === undefined || key === undefined || model === '<synthetic>') return undefined;
  return {
    usage: [
      {
        key: `answer:${key}`,
        model,
        input: figure(usage, 'input_tokens'),
        output: figure(usage, 'output_tokens'),
        cacheRead: figure(usage, 'cache_read_input_tokens'),
        cacheWrite: figure(usage, 'cache_creation_input_tokens'),
        cost: figure(line, 'costUSD'),
      },
    ],
  };
}

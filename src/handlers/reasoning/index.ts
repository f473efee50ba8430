import type { Toolset } from '../tool/catalog.ts';
import analyzeProblem from './analyze-problem.ts';
import finalizeDecision from './finalize-decision.ts';
import gatherContext from './gather-context.ts';
import getSessionState from './get-session-state.ts';
import reasonThrough from './reason-through.ts';

const toolset: Toolset = {
  name: 'reasoning',
  title: 'Reasoning',
  tools: [analyzeProblem, gatherContext, reasonThrough, finalizeDecision, getSessionState],
};

export default toolset;

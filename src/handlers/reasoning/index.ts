import type { Shelf } from '../catalog.ts';
import analyzeProblem from './analyze-problem.ts';
import finalizeDecision from './finalize-decision.ts';
import gatherContext from './gather-context.ts';
import getSessionState from './get-session-state.ts';
import reasonThrough from './reason-through.ts';

const shelf: Shelf = {
  name: 'reasoning',
  title: 'Reasoning',
  tools: [analyzeProblem, gatherContext, reasonThrough, finalizeDecision, getSessionState],
};

export default shelf;

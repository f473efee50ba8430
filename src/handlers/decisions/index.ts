import type { Toolset } from '../tool/catalog.ts';
import analyzeDecision from './analyze-decision.ts';
import captureDecision from './capture-decision.ts';
import decisionContextPrompt from './decision-context-prompt.ts';
import getAllCalibrations from './get-all-calibrations.ts';
import getCalibration from './get-calibration.ts';
import getConfidenceGuidance from './get-confidence-guidance.ts';
import getDecision from './get-decision.ts';
import getDecisionContext from './get-decision-context.ts';
import getSkills from './get-skills.ts';
import getWarnings from './get-warnings.ts';
import listDecisions from './list-decisions.ts';
import recordOutcome from './record-outcome.ts';
import recordSignal from './record-signal.ts';
import { decisionResources } from './resources.ts';
import updateDecision from './update-decision.ts';

const toolset: Toolset = {
  name: 'decisions',
  title: 'Decisions',
  tools: [
    captureDecision,
    updateDecision,
    getDecision,
    listDecisions,
    recordOutcome,
    recordSignal,
    getCalibration,
    getConfidenceGuidance,
    getAllCalibrations,
    getDecisionContext,
    analyzeDecision,
    getSkills,
    getWarnings,
  ],
  resources: decisionResources,
  prompts: [decisionContextPrompt],
};

export default toolset;

import type { Elicitation } from '../../../handlers/tool/client-session.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';

const capabilityFor: Record<Elicitation['method'], string> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** The first capability that these questions need and the client lacks. */
export const missingCapability = (
  questions: Record<string, Elicitation>,
  capabilities: Record<string, unknown>,
): string | undefined =>
  Object.values(questions)
    .map((question) => capabilityFor[question.method])
    .find((needed) => capabilities[needed] === undefined);

export const cannotAnswer = (capability: string): ToolError =>
  new ToolError('refused', `This needs a client that supports ${capability}.`, {
    problem: `the client did not declare the capability ${capability}`,
    suggestion: `Use a client with ${capability}.`,
  });

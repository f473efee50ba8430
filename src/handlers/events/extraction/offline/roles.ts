import type { Category, Role } from '../domain/event.ts';

/** What those who are named for an event of a category are to it. */
export const roles: Record<Category, Role> = {
  Commitment: 'owner',
  Execution: 'owner',
  Decision: 'owner',
  Collaboration: 'contributor',
  QualityRisk: 'other',
  Feedback: 'reviewer',
  Change: 'other',
  Stakeholder: 'stakeholder',
};

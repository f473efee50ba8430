import { ToolError } from '../../handlers/tool/errors.ts';

/** The search for secrets exceeded its time limit; nothing was stored. */
export class RedactionBudgetExceeded extends ToolError {
  constructor(characters: number, ms: number) {
    super('too_large', `The search for secrets in ${characters} characters took longer than ${ms} ms.`, {
      reason: 'redaction_budget_exceeded',
      suggestion: 'Store it in smaller parts.',
    });
    this.name = 'RedactionBudgetExceeded';
  }
}

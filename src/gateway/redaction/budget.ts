import { ToolError } from '../../handlers/tool/errors.ts';

/** Looking for secrets in something took longer than it may; nothing of it was stored. */
export class RedactionBudgetExceeded extends ToolError {
  constructor(characters: number, ms: number) {
    super('too_large', `Looking for secrets in ${characters} characters took longer than ${ms} ms.`, {
      reason: 'redaction_budget_exceeded',
      suggestion: 'Store it in smaller parts.',
    });
    this.name = 'RedactionBudgetExceeded';
  }
}

import * as z from 'zod';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { domains } from './domain/domains.ts';
import type { Warning } from './domain/firewall.ts';

/** Parameters, result fields and errors shared by the tools of this toolset. */

export const decisionId = z
  .string()
  .max(200)
  .regex(/^dec_[a-z0-9_]+$/, 'must be dec_ followed by lower-case letters, digits or _')
  .describe('Id from membria_capture_decision');

export const statement = z.string().min(10).max(500).describe('The decision in one sentence');

export const share = z
  .number('must be a number')
  .min(0, 'must be between 0 and 1')
  .max(1, 'must be between 0 and 1');

export const domain = z.enum(domains, `must be one of ${domains.join(', ')}`);
/** The module of a decision; `general` is the domain of those that concern none. */
export const module = domain;

/** A list of short texts. */
export const texts = z.array(z.string().min(1).max(1000)).max(50);

/**
 * An object in a reply whose description lists its fields. Tool listings are part of the context of every session, so
 * small parts of a reply are described in words instead of field by field.
 */
export const part = z.record(z.string(), z.unknown());

/** Optional fields of every reply of this toolset. */
export const notices = {
  limit_warning: z.string().optional().describe('Warning that a rate limit is nearly used up'),
};

export const cached = {
  cached_age_seconds: z.int().optional().describe('Age of the data while the database is unavailable'),
};

export const local = {
  local_only: z.boolean().optional().describe('True while the database is unavailable: built-in rules only'),
};

export const warnings = z
  .array(part)
  .describe('type, severity, rule, message, evidence and recommendation of each');

export const toWarning = ({ type, severity, rule, message, evidence, recommendation }: Warning) => ({
  type,
  severity,
  ...(rule === undefined ? {} : { rule }),
  message,
  ...(evidence === undefined ? {} : { evidence }),
  recommendation,
});

/** Reasons and suggestions for fields that are often wrong. */
export function explain({ field, received }: { field: string; received: unknown }) {
  const name = field.split('.').at(-1);
  if (
    name === 'alternatives' &&
    (received === undefined || (Array.isArray(received) && received.length === 0))
  )
    return {
      reason: 'missing_alternatives',
      suggestion: 'List at least one alternative that was considered.',
    };
  if (received === undefined) return {};
  if (name === 'module' || name === 'domain' || name === 'decision_domain')
    return { reason: 'invalid_module', suggestion: `Use one of ${domains.join(', ')}, or omit it.` };
  if (typeof received !== 'number') return {};
  if (name === 'confidence' || name === 'confidence_update' || name === 'decision_confidence')
    return {
      reason: 'confidence_out_of_range',
      suggestion: 'Use a number from 0 to 1, such as confidence: 0.75.',
    };
  return {};
}

export const decisionNotFound = -32_003;

export const noDecision = (id: string): ToolError =>
  new ToolError(
    'not_found',
    `There is no decision ${id}.`,
    {
      field: 'decision_id',
      received: id,
      reason: 'decision_not_found',
      suggestion: 'Use a decision_id returned by membria_capture_decision.',
    },
    decisionNotFound,
  );

/** Refuses input that contradicts itself or what is stored. */
export function refuse(
  problem: string | undefined,
  field: string,
  received: unknown,
  suggestion: string,
): void {
  if (problem !== undefined)
    throw new ToolError('invalid_input', `${problem}.`, {
      field,
      received,
      reason: 'contradictory_input',
      suggestion,
    });
}

/** An id such as `dec_` and twelve hexadecimal digits, the random end of a new UUID. */
export const prefixedId = (prefix: string, { newId }: Pick<Deps, 'newId'>, digits = 12): string =>
  `${prefix}_${newId().replaceAll('-', '').slice(-digits)}`;

import * as z from 'zod';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { domains, modules } from './domain/domains.ts';
import type { Warning } from './domain/firewall.ts';

/** Parameters, result fields and failures that the tools of this shelf share. */

export const decisionId = z
  .string()
  .max(200)
  .regex(/^dec_[a-z0-9_]+$/, 'must begin with dec_ and go on in lower-case letters, digits and _')
  .describe('The decision, as membria_capture_decision returned it');

export const statement = z
  .string()
  .min(10)
  .max(500)
  .describe('What is decided, in one sentence of 10 to 500 characters');

export const share = z
  .number('must be a number')
  .min(0, 'must be between 0 and 1')
  .max(1, 'must be between 0 and 1');

export const module = z.enum(modules, `must be one of ${modules.join(', ')}`);
export const domain = z.enum(domains, `must be one of ${domains.join(', ')}`);

/** A list of short texts. */
export const texts = z.array(z.string().min(1).max(1000)).max(50);

/**
 * An object of a reply whose fields its description names. Listings go into the context of every session: the small
 * parts of a reply are described in words there, not field by field.
 */
export const part = z.record(z.string(), z.unknown());

/** What any reply of this shelf may carry besides its result. */
export const notices = {
  limit_warning: z.string().optional().describe('A limit is nearly used up'),
};

export const cached = {
  cached_age_seconds: z.int().optional().describe('Age while the store is away'),
};

export const warnings = z.array(part).describe('type, severity, message, evidence, recommendation each');

export const toWarning = ({ type, severity, message, evidence, recommendation }: Warning) => ({
  type,
  severity,
  message,
  ...(evidence === undefined ? {} : { evidence }),
  recommendation,
});

/** The named reasons and suggestions for fields that are often wrong. */
export function explain({ field, received }: { field: string; received: unknown }) {
  const name = field.split('.').at(-1);
  if (
    name === 'alternatives' &&
    (received === undefined || (Array.isArray(received) && received.length === 0))
  )
    return {
      reason: 'missing_alternatives',
      suggestion: 'Name at least one alternative that was considered.',
    };
  if (received === undefined) return {};
  if (name === 'module' || name === 'domain' || name === 'decision_domain')
    return { reason: 'invalid_module', suggestion: `Use one of ${modules.join(', ')}, or leave it out.` };
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
      suggestion: 'Use a decision_id as membria_capture_decision returned it.',
    },
    decisionNotFound,
  );

/** An id such as `dec_` and twelve hexadecimal digits; the last digits of a new id are random. */
export const prefixedId = (prefix: string, { newId }: Pick<Deps, 'newId'>, digits = 12): string =>
  `${prefix}_${newId().replaceAll('-', '').slice(-digits)}`;

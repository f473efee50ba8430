import * as z from 'zod';
import { category, role, subjectType } from '../domain/event.ts';
import { utcOf } from '../domain/time.ts';

/** Schema of a model's reply, seed 004 §9: sent to the model, and used to validate what it returns. */

/** Text that PostgreSQL can store: without NUL and lone surrogates. */
const text = (longest: number) =>
  z
    .string()
    .transform((value) => value.replaceAll('\u0000', '').toWellFormed().trim())
    .refine((value) => value !== '' && value.length <= longest, `must have 1 to ${longest} characters`);

const offset = z.int().describe('Unicode code points from the start of the text');

const happening = {
  category,
  subject: z.strictObject({ type: subjectType, ref: text(500) }),
  actors: z.array(z.strictObject({ ref: text(500), role })),
  event_time: z
    .string()
    .transform((value, context) => {
      const time = utcOf(value);
      if (time === undefined) context.addIssue('must be ISO 8601 or null');
      return time ?? '';
    })
    .nullable()
    .describe('ISO 8601, null unless the text states a time'),
  narrative: text(2000).describe('One or two sentences'),
  confidence: z
    .number()
    .refine((value) => value >= 0 && value <= 1, 'must be between 0 and 1')
    .describe('0 to 1'),
};

export const extractReply = z.strictObject({
  entities: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(['person', 'org', 'project', 'object', 'place', 'time']),
      aliases: z.array(z.string()),
    }),
  ),
  events: z.array(
    z.strictObject({
      ...happening,
      evidence: z.strictObject({
        quote: z.string().describe('At most 25 words, copied exactly'),
        start_char: offset,
        end_char: offset,
      }),
    }),
  ),
});
export type ExtractReply = z.output<typeof extractReply>;

export const canonicalReply = z.strictObject({
  canonical_events: z.array(
    z.strictObject({
      ...happening,
      evidence_list: z
        .array(
          z.strictObject({
            chunk_id: z.string().nullable(),
            quote: z.string(),
            start_char: offset,
            end_char: offset,
          }),
        )
        .describe('One or more items of the given evidence, unchanged'),
    }),
  ),
});
export type CanonicalReply = z.output<typeof canonicalReply>;

/** The schema without bounds, which some strict servers do not support. */
export function wireSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...wire } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.minimum;
      delete jsonSchema.maximum;
    },
  });
  return wire;
}

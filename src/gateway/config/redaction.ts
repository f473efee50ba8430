import * as z from 'zod';

/** Where secrets are taken out: everywhere, of what is captured alone, or nowhere. */
const modes = ['on', 'captures', 'off'] as const;
export type RedactionMode = (typeof modes)[number];

export const redactionVariables = {
  DEWEY_REDACT: z.string().toLowerCase().pipe(z.enum(modes, 'must be on, captures or off')).default('on'),
};

/** Whether secrets are taken out of what is captured; private text always is. */
export type Secrets = 'removed' | 'kept';

export const secretsOf = (mode: RedactionMode): Secrets => (mode === 'off' ? 'kept' : 'removed');

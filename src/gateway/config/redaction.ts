import * as z from 'zod';

/** Where secrets are removed: everywhere, only from captures, or nowhere. */
const modes = ['on', 'captures', 'off'] as const;
export type RedactionMode = (typeof modes)[number];

export const redactionVariables = {
  DEWEY_REDACT: z.string().toLowerCase().pipe(z.enum(modes, 'must be on, captures or off')).default('on'),
};

/** Whether secrets are removed from captures; private text always is. */
export type Secrets = 'removed' | 'kept';

export const secretsOf = (mode: RedactionMode): Secrets => (mode === 'off' ? 'kept' : 'removed');

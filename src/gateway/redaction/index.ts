/**
 * Secrets and private text are removed before anything is stored, whatever way it comes in. Recognised are token formats
 * of services, fields and assignments that are named like a key or a password and hold something random, credentials in
 * URLs, headers and commands, and private keys.
 */
export { clean, cleanDeep, cleanInput, cleanLine } from './deep.ts';
export type { Redactions } from './marks.ts';
export { withoutPrivate } from './private.ts';
export { redactText } from './text.ts';

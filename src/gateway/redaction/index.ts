/**
 * Removes secrets and private text before anything is stored, whatever its source. Recognised are token formats of
 * services, fields and assignments that are named like a key or password and have a random value, credentials in URLs,
 * headers and commands, and private keys.
 */
export { clean, cleanDeep, cleanInput, cleanLine } from './deep.ts';
export type { Redactions } from './marks.ts';
export { withoutPrivate } from './private.ts';
export { redactText } from './text.ts';

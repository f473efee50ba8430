import { redactText } from '../redaction/index.ts';

/** A server's own words about a failure: they may be anything, a key among it, and are kept short. */
export const said = (error: Error): string =>
  redactText(error.message.slice(0, 300), {}).replace(/(?<=[\p{L}\p{N}"'\])])$/u, '.');

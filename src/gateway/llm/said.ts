import { redactText } from '../redaction/index.ts';

/** The server's own error message: it may contain anything, even a key, and is kept short. */
export const said = (error: Error): string =>
  redactText(error.message.slice(0, 300), {}).replace(/(?<=[\p{L}\p{N}"'\])])$/u, '.');

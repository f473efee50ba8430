import type { Captured } from '../../messages/captured.ts';

/** What a format may know about where its values come from. */
export type Origin = {
  /** Path of the file, for names that carry meaning; absent for streams. */
  path?: string | undefined;
  /** Text of a file that lies beside this one, by its path relative to the file's folder. */
  sidecar?: ((relativePath: string) => Promise<string | undefined>) | undefined;
};

/** Reads one file's values in order. It keeps little state, and that state is JSON: a tailer stores it with its offset. */
export type Parser = {
  push(value: unknown): Promise<Captured[]> | Captured[];
  /** What is still held back when the file ends. */
  end?(): Captured[];
  state(): unknown;
};

/**
 * One agent's or service's format. A new one is a new file in this folder and a line in `index.ts`.
 */
export type Format = {
  name: string;
  /** Where messages stand in the file: one JSON value a line, or the elements of one JSON array. */
  unit: 'line' | 'element';
  /** True for files that grow while a session runs: their raw lines are kept. */
  live: boolean;
  /** Decides by the first values of a file, never by its name. */
  recognise(sample: readonly unknown[]): boolean;
  /** @param state what an earlier parser of the same file returned from `state()`. */
  parser(origin: Origin, state?: unknown): Parser;
};

/** Text of content that is a string or a list of blocks; what is no text is named in brackets. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((block: unknown) => {
      if (typeof block === 'string') return block;
      if (typeof block !== 'object' || block === null) return '';
      if ('text' in block && typeof block.text === 'string') return block.text;
      if ('type' in block && typeof block.type === 'string') return `[${block.type}]`;
      return '';
    })
    .filter((text) => text !== '')
    .join('\n');
}

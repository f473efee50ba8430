import { isObject } from '../../../handlers/shared/domain/is-object.ts';
import type { Captured, CapturedMessage } from '../messages/captured.ts';
import { notKept } from './formats/records.ts';

/**
 * What became of the records of one product. Always: `read` is the sum of `stored`, `known` and the counts of `skipped`.
 */
export type ProductReport = {
  files: number;
  read: number;
  stored: number;
  /** Stored by an earlier import, or twice in the files. */
  known: number;
  /** By reason. */
  skipped: Record<string, number>;
  /** The records that are messages now, by kind. */
  kinds: Record<string, number>;
  /** Statements: those new among the memories, those that were there, and those too long for a memory. */
  memories: { new: number; known: number; tooLong: number };
  /** How many records of a kind have a field that is kept in metadata. */
  metadata: Record<string, Record<string, number>>;
  /** Fields that are too large for metadata. */
  notKept: Record<string, number>;
  /** What else to know of the files. */
  notes: string[];
};

/** Field names come from the file. */
const mostFields = 100;

export class ProductCounts {
  files = 0;
  read = 0;
  stored = 0;
  known = 0;
  readonly memories = { new: 0, known: 0, tooLong: 0 };
  readonly #skipped = new Map<string, number>();
  readonly #kinds = new Map<string, number>();
  readonly #metadata = new Map<string, Map<string, number>>();
  readonly #notKept = new Map<string, number>();
  readonly #notes = new Set<string>();

  /** Counts what was read. */
  add(item: Captured): void {
    if (item.type === 'skip') {
      this.read += 1;
      this.skip(item.reason);
    } else if (item.type === 'note') this.#notes.add(item.text);
    else if (item.type === 'message') this.#addMessage(item);
  }

  skip(reason: string, count = 1): void {
    if (count > 0) raise(this.#skipped, reason, count);
  }

  #addMessage({ metadata }: CapturedMessage): void {
    this.read += 1;
    const kind = String(metadata.kind);
    raise(this.#kinds, kind);
    const given = metadata.imported_from;
    if (!isObject(given)) return;
    const fields = this.#metadata.get(kind) ?? new Map<string, number>();
    this.#metadata.set(kind, fields);
    for (const name of Object.keys(given)) if (name !== notKept) raise(fields, name);
    const lost = given[notKept];
    if (Array.isArray(lost)) for (const name of lost) raise(this.#notKept, String(name));
  }

  report(): ProductReport {
    const { files, read, stored, known, memories } = this;
    return {
      ...{ files, read, stored, known, memories },
      skipped: Object.fromEntries(this.#skipped),
      kinds: Object.fromEntries(this.#kinds),
      metadata: Object.fromEntries(
        [...this.#metadata].map(([kind, fields]) => [kind, Object.fromEntries(fields)]),
      ),
      notKept: Object.fromEntries(this.#notKept),
      notes: [...this.#notes],
    };
  }
}

function raise(counts: Map<string, number>, name: string, by = 1): void {
  if (counts.has(name) || counts.size < mostFields) counts.set(name, (counts.get(name) ?? 0) + by);
}

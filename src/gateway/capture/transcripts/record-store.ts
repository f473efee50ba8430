import { exceedsCharacters } from '../../../handlers/tool/text.ts';
import type { Captured, CapturedMessage, Source, Statement } from '../messages/captured.ts';
import { type Group, groupBySource, Tally } from '../messages/group-by-source.ts';
import type { Store } from '../messages/store.ts';
import type { StoredMessages } from '../messages/stored.ts';
import type { Format } from './formats/format.ts';
import type { ProductCounts } from './product-report.ts';

/** A statement for the tool `memory_store`. */
export type NewStatement = Statement & { content: string; conversation_id: string | undefined };

/** Where the statements of other products are stored. */
export type Memory = {
  /** The messages of a conversation. */
  stored: StoredMessages;
  /** @returns false when it was there already. */
  remember(statement: NewStatement): Promise<boolean>;
};

export type RecordRun = {
  store: Store;
  memory: Memory;
  counts: ProductCounts;
  /** Secrets that were removed. */
  redacted: Tally;
  /** Restores conversations that a user deleted. */
  revive: boolean;
};

/**
 * Stores the records of one file of another product: each as a message, and its statement as a memory.
 *
 * The message is stored after the memory and is its receipt. So an import that was interrupted continues where it was, and
 * a memory that was deleted since is not stored again.
 */
export class RecordStore {
  readonly #format: Format;
  readonly #run: RecordRun;
  /** The last row of each conversation, which the next part follows. */
  readonly #after = new Map<string, string>();
  readonly #known = new Map<string, Set<string> | 'deleted' | 'elsewhere'>();

  constructor(format: Format, run: RecordRun) {
    this.#format = format;
    this.#run = run;
  }

  async store(items: readonly Captured[]): Promise<void> {
    const { counts, redacted, store } = this.#run;
    for (const item of items) counts.add(item);
    const tally = new Tally();
    const groups = await groupBySource(items, tally, store);
    redacted.redact(tally.redacted);
    const statements = new Map(
      items.flatMap((item) => (item.type === 'message' ? [[keyOf(item), item.states]] : [])),
    );
    // What is said of a conversation does not make one.
    for (const group of groups)
      if (group.versions.length > 0 || this.#after.has(group.source.key))
        await this.#storeGroup(group, statements);
  }

  async #storeGroup(group: Group, statements: ReadonlyMap<string, Statement | undefined>): Promise<void> {
    const { counts, store, revive } = this.#run;
    const { source, versions } = group;
    const known = await this.#knownOf(source);
    if (known === 'elsewhere') return counts.skip('captured from its agent already', versions.length);
    if (known === 'deleted')
      return counts.skip('deleted here (--include-deleted restores it)', versions.length);
    const fresh = versions.filter(({ id }) => known.size < known.add(id).size);
    const stated = fresh.flatMap(({ id, content }) => {
      const states = statements.get(`${source.key} ${id}`);
      return states ? [{ ...states, content }] : [];
    });
    if (stated.length > 0) {
      const { conversationId } = await store.put({ source, versions: [], ordered: true, revive });
      await this.#rememberAll(stated.map((statement) => ({ ...statement, conversation_id: conversationId })));
    }
    const outcome = await store.put({ ...group, ordered: true, after: this.#after.get(source.key), revive });
    if (outcome.last !== undefined) this.#after.set(source.key, outcome.last);
    counts.stored += outcome.stored;
    counts.known += outcome.completed + outcome.duplicates;
    counts.skip('deleted here (--include-deleted restores it)', outcome.deleted);
  }

  /** The ids of the stored messages of a conversation, read once. */
  async #knownOf(source: Source): Promise<Set<string> | 'deleted' | 'elsewhere'> {
    const known = this.#known.get(source.key) ?? (await this.#lookUp(source));
    this.#known.set(source.key, known);
    return known;
  }

  async #lookUp(source: Source): Promise<Set<string> | 'deleted' | 'elsewhere'> {
    const { memory, revive } = this.#run;
    if (await isElsewhere(this.#format, source, memory.stored)) return 'elsewhere';
    const rows = await memory.stored(source);
    if (rows === 'deleted') return revive ? new Set() : 'deleted';
    return new Set(rows.map(({ id }) => id));
  }

  /** Several wait for the database at once; the order of memories means nothing. */
  async #rememberAll(statements: readonly NewStatement[]): Promise<void> {
    const { counts, memory } = this.#run;
    const queue = statements.values();
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const statement of queue)
          if (exceedsCharacters(statement.content, mostCharacters)) counts.memories.tooLong += 1;
          else counts.memories[(await memory.remember(statement)) ? 'new' : 'known'] += 1;
      }),
    );
  }
}

/** Whether a session, or the one that started it, was captured from its agent itself. */
export async function isElsewhere(
  { alsoAt }: Pick<Format, 'alsoAt'>,
  source: Source,
  stored: StoredMessages,
): Promise<boolean> {
  for (const one of [source, ...(source.parent ? [source.parent] : [])]) {
    const key = alsoAt?.(one);
    if (key !== undefined && (await stored({ key })).length > 0) return true;
  }
  return false;
}

/** Of the text of a memory; a longer one is kept as a message only. */
const mostCharacters = 10_000;
const atOnce = 8;

const keyOf = ({ source, id }: CapturedMessage): string => `${source.key} ${id}`;

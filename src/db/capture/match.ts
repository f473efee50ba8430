import { textOf } from '../conversations/packed-texts.ts';
import type { Sql } from '../postgres/connect.ts';
import { settled } from '../runtime/settled.ts';
import type { Role } from '../schema/vocabulary.ts';
import { columns, namesOf, type Raw, toRow } from './row.ts';
import { type CaptureRow, type CaptureVersion, fullness } from './version.ts';

/** The rows of a conversation that a batch may refer to, found by id and by keys, in at most three queries. */
export class Rows {
  readonly #sql: Sql;
  readonly #conversationId: string;
  readonly #byName = new Map<string, CaptureRow>();
  readonly #byId = new Map<string, CaptureRow>();
  /** Texts created by this batch. */
  readonly #fresh = new Set<CaptureRow>();
  #provisional: CaptureRow[] | undefined;
  /** By prompt. The store does not change while a batch is processed. */
  readonly #recent = new Map<unknown, Promise<CaptureRow[]>>();

  constructor(sql: Sql, conversationId: string) {
    this.#sql = sql;
    this.#conversationId = conversationId;
  }

  /** Loads the rows that the versions name, and the row that the batch follows. @returns the latter. */
  async load(versions: readonly CaptureVersion[], after?: string): Promise<CaptureRow | undefined> {
    const sql = this.#sql;
    const names = versions.map((version) => version.id);
    const ids = [...versions.flatMap((version) => version.original?.id ?? []), ...(after ? [after] : [])];
    const [known, aliases] = await settled([
      sql<Raw[]>`
        select ${columns(sql)} from messages m
        where m.conversation_id = ${this.#conversationId}
          and (m.external_id = any(${names}::text[]) or m.id = any(${ids}::uuid[]))`,
      this.#aliases(versions),
    ]);
    for (const raw of known) this.#add(raw.externalId ?? `dewey:${raw.id}`, this.#one(toRow(raw)));
    for (const raw of aliases) this.#add(raw.key, this.#one(toRow(raw)));
    return after === undefined ? undefined : this.#byId.get(after);
  }

  async #aliases(versions: readonly CaptureVersion[]): Promise<(Raw & { key: string })[]> {
    const sql = this.#sql;
    const keys = versions.flatMap((version) => namesOf(version).slice(1));
    if (keys.length === 0) return [];
    return sql<(Raw & { key: string })[]>`
      select k.key, ${columns(sql)} from capture_keys k join messages m on (m.conversation_id, m.id) = (k.conversation_id, k.message_id)
      where k.conversation_id = ${this.#conversationId} and k.key = any(${keys}::text[])`;
  }

  /** Finds the row of a version by any of its names. */
  find(version: CaptureVersion): CaptureRow | undefined {
    for (const name of namesOf(version)) {
      const row = this.#byName.get(name);
      if (row) return row;
    }
    return undefined;
  }

  /** Registers a version's names for a row. @returns those that are new. */
  name(row: CaptureRow, version: CaptureVersion): string[] {
    const fresh = namesOf(version).filter((name) => this.#byName.get(name) !== row);
    for (const name of fresh) this.#byName.set(name, row);
    this.#byId.set(row.id, row);
    if (version.fragment) row.linked = true;
    return fresh.filter((name) => name !== version.id);
  }

  /** Makes a row that this batch creates or completes findable by its text. */
  remember(row: CaptureRow, version: CaptureVersion): void {
    row.content = version.content;
    row.said = { role: version.role, kind: version.metadata.kind, promptId: version.metadata.prompt_id };
    this.#fresh.add(row);
  }

  /** Finds a row by its text, or the beginning of it: the only link between a hook's text and a transcript line. */
  async findByText(version: CaptureVersion): Promise<CaptureRow | undefined> {
    const { prompt_id: promptId, kind } = version.metadata;
    const isRecord = version.fullness >= fullness.record;
    const stored = isRecord ? await this.#provisionalTexts() : await this.#recentTextsOnce(promptId);
    const fits = [...new Set([...stored, ...this.#fresh])].filter((row) => {
      if (row.said?.role !== version.role || row.said.kind !== kind || !row.content) return false;
      if (isRecord ? row.fullness >= fullness.record : version.fragment && row.linked) return false;
      return !promptId || !row.said.promptId || row.said.promptId === promptId;
    });
    const continues = (row: CaptureRow) => version.content.startsWith(row.content ?? '');
    const begins = (row: CaptureRow) => row.content?.startsWith(version.content) === true;
    const same = fits.find((row) => row.content === version.content);
    if (same) return same;
    if (isRecord) return fits.find(continues);
    return fits.find((row) =>
      row.fullness >= fullness.record ? begins(row) : version.fragment === undefined && continues(row),
    );
  }

  async #provisionalTexts(): Promise<CaptureRow[]> {
    this.#provisional ??= await this.#readTexts(this.#sql`and m.external_id like 'hook:%'`);
    return this.#provisional;
  }

  #recentTextsOnce(promptId: unknown): Promise<CaptureRow[]> {
    const read = this.#recent.get(promptId) ?? this.#recentTexts(promptId);
    this.#recent.set(promptId, read);
    return read;
  }

  /** Texts since the prompt, or the latest ones if the prompt is unknown. */
  #recentTexts(promptId: unknown): Promise<CaptureRow[]> {
    const key = typeof promptId === 'string' ? `prompt:${promptId}` : '';
    return this.#readTexts(this.#sql`
      and m.role in ('assistant', 'user') and m.turn_number >= coalesce(
        (select p.turn_number from capture_keys k join messages p on (p.conversation_id, p.id) = (k.conversation_id, k.message_id)
         where k.conversation_id = ${this.#conversationId} and k.key = ${key}),
        (select last_turn - 100 from conversation_heads where conversation_id = ${this.#conversationId}))`);
  }

  async #readTexts(condition: ReturnType<Sql>): Promise<CaptureRow[]> {
    const sql = this.#sql;
    const found = await sql<
      (Raw & { role: Role; promptId: string | null; kind: string | null; linked: boolean })[]
    >`
      select ${columns(sql)}, ${textOf(sql)} as content, m.role, m.metadata ->> 'prompt_id' as prompt_id,
             m.metadata ->> 'kind' as kind,
             exists (select 1 from capture_keys k where (k.conversation_id, k.message_id) = (m.conversation_id, m.id) and k.key like 'text:%') as linked
      from messages m
      where m.conversation_id = ${this.#conversationId} ${condition}
      order by m.turn_number`;
    return found.map((raw) => {
      const row = this.#one(toRow(raw));
      row.said ??= { role: raw.role, kind: raw.kind, promptId: raw.promptId };
      row.linked ||= raw.linked;
      return row;
    });
  }

  /** Returns one object per row, however it was found. */
  #one(row: CaptureRow): CaptureRow {
    const known = this.#byId.get(row.id);
    if (known) {
      known.content ??= row.content;
      return known;
    }
    this.#byId.set(row.id, row);
    return row;
  }

  #add(name: string, row: CaptureRow): void {
    this.#byName.set(name, row);
  }
}

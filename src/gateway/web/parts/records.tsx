import * as z from 'zod';
import type { RecordKind } from '../../../db/schema/records.ts';
import { type KindCard, kinds } from '../../records/kinds.ts';
import type { ShownRecord } from '../../records/list.ts';
import { plainLine } from '../text/plain.ts';
import { oneLine, visible } from '../text/visible.ts';
import { contextPath } from './context-path.ts';
import { Ago, Project } from './words.tsx';

/** A kind with its card; pages know both. */
export type Of = { kind: RecordKind; card: KindCard };

export const ofKind = (kind: RecordKind): Of => ({ kind, card: kinds[kind] });

export const heading = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** What a filter is called on the page where its name says too little. */
const labels: Partial<Record<RecordKind, Readonly<Record<string, string>>>> = {
  preset: { type: 'Enforcement' },
  reasoning: { type: 'Phase' },
  context: { type: 'State' },
  result: { type: 'Model' },
};

/** The values that a filter can have; undefined for any text. */
const choices = (filter: z.ZodType | undefined): readonly string[] | undefined => {
  const inner = filter instanceof z.ZodOptional ? filter.unwrap() : filter;
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined;
};

/** The fields by which a listing is filtered, beside its time; `replaced` is left to commands. */
export const filterNames = ({ filters }: KindCard): string[] =>
  Object.keys(filters).filter((name) => name !== 'replaced');

type Query = Readonly<Record<string, string>>;

export const Filters = ({ of: { kind, card }, query }: { of: Of; query: Query }) => (
  <form class="filters" method="get" action={`/records/${kind}`}>
    {filterNames(card).map((name) => {
      const values = choices(card.filters[name]);
      const label = labels[kind]?.[name] ?? heading(name);
      return (
        <label for={`by-${name}`}>
          {label}{' '}
          {values === undefined ? (
            <input type="text" id={`by-${name}`} name={name} value={query[name] ?? ''} maxlength={500} />
          ) : (
            <select id={`by-${name}`} name={name}>
              {['', ...values].map((value) => (
                <option value={value} selected={value === (query[name] ?? '')}>
                  {value || 'any'}
                </option>
              ))}
            </select>
          )}
        </label>
      );
    })}
    <label>
      From <input type="date" name="from" value={query.from ?? ''} />
    </label>
    <label>
      To <input type="date" name="to" value={query.to ?? ''} />
    </label>
    {query.deleted === undefined ? null : <input type="hidden" name="deleted" value="1" />}
    <button type="submit">Filter</button>
  </form>
);

/** The page of a record; undefined where it has none. */
const pageOf = (kind: RecordKind, { id, run, deleted_at: deleted }: ShownRecord): string | undefined => {
  if (deleted !== undefined) return undefined;
  if (kind === 'experience') return `/memory/experiences/${id}`;
  if (kind === 'context') return contextPath(String(id));
  return run === undefined ? undefined : `/runs/${encodeURIComponent(run)}`;
};

/** A button that deletes or restores one record and comes back. */
export const Change = ({
  kind,
  id,
  verb,
}: {
  kind: RecordKind;
  id: string | number;
  verb: 'delete' | 'restore';
}) => (
  <form method="post" action={`/records/${kind}/${verb}`}>
    <input type="hidden" name="id" value={String(id)} />
    <button type="submit" class="plain">
      {verb === 'delete' ? 'Delete' : 'Undo'}
    </button>
  </form>
);

type RowsProps = { of: Of; records: readonly ShownRecord[]; mayChange: boolean; now: Date };

export const RecordRows = ({ of: { kind, card }, records, mayChange, now }: RowsProps) => (
  <ol class="hits">
    {records.map((one) => {
      const href = pageOf(kind, one);
      const title = plainLine(one.title ?? '', 240) || visible(String(one.id));
      const more = one.text === one.title ? '' : plainLine(one.text ?? '', 240);
      const active = card.mayBeActive && one.type === 'active';
      return (
        <li data-item>
          {href === undefined ? (
            <bdi class="title">{title}</bdi>
          ) : (
            <a class="title" href={href}>
              <bdi>{title}</bdi>
            </a>
          )}
          {more === '' ? null : (
            <p class="quiet">
              <bdi>{more}</bdi>
            </p>
          )}
          <div class="about">
            {[one.type, one.domain, one.status, one.run, ...(one.tags ?? [])].map((word) =>
              word === undefined ? null : <bdi>{oneLine(word, 80)}</bdi>,
            )}
            {one.project === undefined ? null : <Project name={one.project} />}
            <Ago at={one.deleted_at ?? one.created_at} now={now} />
            {one.deleted_by === undefined ? null : <span>deleted by {visible(one.deleted_by)}</span>}
            {one.reason === undefined ? null : <bdi>{oneLine(one.reason, 200)}</bdi>}
            {!mayChange || active ? null : (
              <Change kind={kind} id={one.id} verb={one.deleted_at === undefined ? 'delete' : 'restore'} />
            )}
          </div>
        </li>
      );
    })}
  </ol>
);

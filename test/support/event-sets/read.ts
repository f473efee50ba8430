import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Category, SourceDocument } from '../../../src/handlers/events/extraction/domain/event.ts';
import type { Labelled } from '../events.ts';
import { sourceDocument } from '../source-document.ts';

/** Sets of real documents that readers labelled by `test/corpora/events/README.md`. */

export type Label = {
  category: Category;
  /** Categories that are as good. */
  also: Category[];
  quote: string;
  /** Other places that tell the same. */
  alt_quotes: string[];
  who: string[];
  what: string;
  when: string | null;
  due: string | null;
  main: boolean;
};

export type LabelledDocument = {
  id: string;
  kind: string;
  language: string;
  title: string | null;
  type: string;
  author: string | null;
  participants: string[];
  reference_date: string | null;
  source: { repository: string };
  text: string;
  events: Label[];
};

export const readSet = (folder: string): LabelledDocument[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as LabelledDocument);

const typeOf = (type: string): string =>
  /mail/i.test(type)
    ? 'email'
    : /\b(?:chat|irc|log)\b/i.test(type)
      ? 'chat'
      : /transcript/.test(type)
        ? 'transcript'
        : /note/.test(type)
          ? 'note'
          : 'doc';

/** The document as it would be ingested. */
export const sourceOf = (document: LabelledDocument): SourceDocument =>
  sourceDocument(document.text, {
    artifactType: typeOf(document.type),
    title: document.title,
    author: document.author,
    participants: document.participants,
    documentDate: document.reference_date,
  });

/** Who published it: documents of one publisher never stand on both sides of a split. */
export const publisherOf = ({ id, source }: LabelledDocument): string =>
  (source?.repository ?? id)
    .split('/')
    .slice(0, id.includes('--') ? 1 : 2)
    .join('/')
    ?.toLowerCase() ?? id;

/** A document of `test/fixtures/events` in the same form. */
export const asLabelled = ({
  id,
  artifactType,
  sourceTime,
  documentDate,
  events,
  ...known
}: Labelled): LabelledDocument => ({
  ...known,
  id,
  kind: artifactType,
  language: 'en',
  type: artifactType === 'doc' ? 'document' : artifactType,
  reference_date: documentDate ?? sourceTime,
  source: { repository: `fixtures/${id}` },
  events: events.map(({ category, quote }) => ({
    category,
    also: [],
    quote,
    alt_quotes: [],
    who: [],
    what: '',
    when: null,
    due: null,
    main: false,
  })),
});

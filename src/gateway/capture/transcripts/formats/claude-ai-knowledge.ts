import { type Captured, field, type Source, skip, textField } from '../../messages/captured.ts';
import { frontMatterOf } from './basic-memory-note.ts';
import { about, orderAt, titleRank } from './facts.ts';
import type { Format, Origin, Parser } from './format.ts';
import { paragraphsOf } from './paragraphs.ts';
import { type Fields, isEmpty, listAt, textOr, without } from './record-values.ts';
import { fieldsOf, recordOf, sourceOf, statement, typeOf } from './records.ts';

/** What claude.ai knows of its user, in its data export besides the conversations. */

const shared = { name: 'claude-ai', unit: 'element', live: false, rewritten: true, memories: true } as const;

/**
 * `memories.json`, or `memories/<account>.json`: what Claude gathered from conversations and in each project, as text with
 * headings, and files of memory. Each paragraph is a statement.
 */
export const claudeAiMemories: Format = {
  ...shared,
  recognise: (sample) => sample.some((value) => memoryFields.some((name) => !isEmpty(field(value, name)))),
  parser(origin): Parser {
    const source = sourceOf('claude-ai', origin);
    return { push: (value) => readMemories(source, value), state: () => undefined };
  },
};

const memoryFields = ['conversations_memory', 'project_memories', 'memory_files'];

function readMemories(source: Source, value: unknown): Captured[] {
  const given = fieldsOf(value);
  const rest = without(given, ...memoryFields);
  const projects = Object.entries(fieldsOf(given.project_memories));
  const told = [
    ...(textOr(given.conversations_memory)
      ? statementsOf(source, textOr(given.conversations_memory), { id: '', rest })
      : []),
    ...projects.flatMap(([project, text]) =>
      statementsOf(source, textOr(text), { id: project, rest: { ...rest, project_uuid: project } }),
    ),
    ...listAt(given, 'memory_files').flatMap((file) => readFile(source, file, rest)),
  ];
  return told.length > 0 ? told : [skip('memory without text')];
}

function readFile(source: Source, file: unknown, rest: Fields): Captured[] {
  const { path, content, updated_at: at, ...others } = fieldsOf(file);
  const text = textOr(content);
  const front = text === undefined ? undefined : frontMatterOf(text);
  const body = front ? textBelow(text ?? '') : text;
  const name = front?.name || (textOr(path)?.split('/').at(-1)?.replace(/\.md$/, '') ?? '');
  return statementsOf(source, textOr(body), {
    ...{ id: String(path), at, heading: name },
    rest: { ...rest, ...others, path, front_matter: front },
  });
}

/** What follows the front matter. */
function textBelow(text: string): string {
  const lines = text.split('\n');
  return lines.slice(lines.findIndex((line, i) => i > 0 && line.trimEnd() === '---') + 1).join('\n');
}

type Place = { id: string; at?: unknown; heading?: string; rest: Fields };

function statementsOf(
  source: Source,
  text: string | undefined,
  { id, at, heading = '', rest }: Place,
): Captured[] {
  if (text === undefined) return [skip('memory without text')];
  return paragraphsOf(text).map(({ heading: own, text: paragraph }) => {
    const headings = [heading, own].filter((one) => one !== '');
    return recordOf(source, 'memory', {
      id: [id],
      text: [...headings, paragraph].join(': '),
      at,
      states: statement(typeOf(headings)),
      rest,
    });
  });
}

/** `projects.json`, or `projects/<uuid>.json`: the instructions and documents of projects, a conversation each. */
export const claudeAiProjects: Format = {
  ...shared,
  recognise: (sample) => sample.some(isProject),
  parser: (origin): Parser => ({ push: (value) => readProject(origin, value), state: () => undefined }),
};

const isProject = (value: unknown): boolean =>
  textField(value, 'uuid') !== undefined &&
  ['docs', 'name', 'prompt_template'].every((name) => name in fieldsOf(value));

function readProject(origin: Origin, value: unknown): Captured[] {
  const { uuid, name, description, prompt_template, docs, created_at, ...rest } = fieldsOf(value);
  const id = textOr(uuid);
  if (id === undefined) return [skip('project without id')];
  const project = textOr(name);
  const source = sourceOf('claude-ai', origin, {
    ...{ id, key: `project ${id}`, project, startedAt: created_at },
    rest: { ...rest, name },
  });
  const texts: [kind: string, text: unknown][] = [
    ['description', description],
    ['instructions', prompt_template],
  ];
  const records = [
    ...texts.flatMap(([kind, text]) =>
      textOr(text) === undefined
        ? []
        : [
            recordOf(source, kind, {
              ...{ id: [], text: String(text), at: created_at, role: 'system' },
              states: kind === 'instructions' ? statement('project', { project }) : undefined,
            }),
          ],
    ),
    ...(Array.isArray(docs) ? docs : []).map((doc: unknown) => readDocument(source, doc)),
  ];
  if (records.length === 0) return [skip('project without content')];
  const title = { text: `Project ${project ?? id}`, order: orderAt(titleRank.agent, source.startedAt) };
  return [...records, about(source, { titles: [title] })];
}

function readDocument(source: Source, doc: unknown): Captured {
  const { uuid, filename, content, created_at: at, ...rest } = fieldsOf(doc);
  const text = textOr(content);
  if (text === undefined) return skip('document without text');
  const name = textOr(filename);
  return recordOf(source, 'document', {
    id: [uuid],
    text: name === undefined ? text : `${name}\n\n${text}`,
    at,
    role: 'user',
    rest: { ...rest, uuid, filename },
  });
}

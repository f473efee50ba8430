import { isoAt, type Made, markerOf, textOf, timeAt } from './made.ts';

/** What the data export of claude.ai holds besides conversations. */

export const uuid = (group: number, n: number): string =>
  `00000000-0000-4000-8${String(group).padStart(3, '0')}-${String(n).padStart(12, '0')}`;
export const micros = (n: number): string => isoAt(n).replace('Z', '000Z');

/** Memories of the forms of 2025 and of 2026, and projects. */
export function knowledge(records: Made[], count: number): Record<string, string> {
  const files: Record<string, string> = {};
  const sections: string[] = [];
  const ofProjects: Record<string, string> = {};
  const memory_files: unknown[] = [null];
  records.push({ marker: '', outcome: 'memory without text' });
  const account_uuid = uuid(9, 1);
  for (let n = 0; n < count; n += 1) {
    const { marker, text, kept } = textOf('kno', n);
    const one: Made = { marker, outcome: 'stored', states: true };
    // Paragraphs are told apart by empty lines.
    if (n % 4 === 0) {
      sections.push(`**Section ${n} preferences**`, text);
      records.push({ ...one, said: [kept, `Section ${n} preferences`, account_uuid] });
    } else if (n % 4 === 1) {
      ofProjects[uuid(5, n)] = `# Purpose ${n}\n\n${text}\n\nAnother paragraph ${markerOf('more', n)}`;
      records.push({ ...one, said: [kept, `Purpose ${n}`, uuid(5, n), account_uuid] });
      records.push({ ...one, marker: markerOf('more', n), said: [`Purpose ${n}`, uuid(5, n)] });
    } else if (n % 4 === 2) {
      const content = `---\nname: person ${n}\nsources: [chat]\n---\n\n${text}\n`;
      memory_files.push({ path: `/people/${n}.md`, content, updated_at: isoAt(n).replace('Z', '000+00:00') });
      records.push({
        ...one,
        said: [kept, `person ${n}`, `/people/${n}.md`, '[chat]', account_uuid],
        at: timeAt(n),
      });
    } else {
      const doc = { uuid: uuid(6, n), filename: `plan ${n}.md`, content: text, created_at: micros(n) };
      const instructions = markerOf('instruct', n);
      const description = markerOf('describe', n);
      files[`projects/${uuid(5, n)}.json`] = JSON.stringify({
        ...{
          uuid: uuid(5, n),
          name: `Project ${n}`,
          description,
          is_private: true,
          is_starter_project: false,
        },
        ...{ prompt_template: `${instructions} in short`, created_at: micros(n), updated_at: micros(n + 1) },
        creator: { uuid: account_uuid, full_name: `Ada the ${n}th` },
        docs: [doc, { uuid: uuid(6, n + 1), filename: 'empty.md', content: '' }],
      });
      const about = [`Project ${n}`, `Ada the ${n}th`, micros(n + 1)];
      records.push(
        { marker: description, outcome: 'stored', said: about, at: timeAt(n), states: false },
        { ...one, marker: instructions, said: about, at: timeAt(n) },
        {
          marker,
          outcome: 'stored',
          said: [kept, doc.uuid, doc.filename, about],
          at: timeAt(n),
          states: false,
        },
        { marker: '', outcome: 'document without text' },
      );
    }
  }
  files['projects/of-nothing.json'] = JSON.stringify({
    uuid: uuid(5, 9999),
    name: 'Nothing',
    prompt_template: '',
    docs: [],
  });
  records.push({ marker: '', outcome: 'project without content' });
  files[`memories/${account_uuid}.json`] = JSON.stringify({ account_uuid, memory_files });
  files['memories.json'] = JSON.stringify([
    { account_uuid, conversations_memory: sections.join('\n\n'), project_memories: ofProjects },
  ]);
  return files;
}

export function designs(made: Made[], count: number): Record<string, string> {
  const files: Record<string, string> = {};
  for (let n = 0; n < count; n += 1) {
    const { marker, text, kept } = textOf('des', n);
    const about = [`Design ${n}`, `Canvas ${n}`, uuid(8, n)];
    const call = `edge${String(n + 50_000)}x`;
    const put = markerOf('put', n);
    const answer = textOf('dan', n);
    files[`design_chats/${uuid(7, n)}.json`] = JSON.stringify({
      ...{ uuid: uuid(7, n), title: `Design ${n}`, project: { uuid: uuid(8, n), name: `Canvas ${n}` } },
      ...{ created_at: micros(n), updated_at: micros(n) },
      messages: [
        {
          ...{ uuid: uuid(1, 500_000 + n * 2), role: 'user', created_at: micros(n) },
          content: {
            ...{
              id: 'x',
              role: 'user',
              kind: 'chat',
              content: text,
              authorAccountUuid: uuid(9, 1),
              authorName: `Bram ${n}`,
            },
            attachments: [
              { type: 'skill', name: `skill ${n}`, content: `Skill text ${n}` },
              { type: 'folder', name: `src ${n}` },
            ],
          },
        },
        {
          ...{ uuid: uuid(1, 500_001 + n * 2), role: 'assistant' },
          content: {
            ...{ role: 'assistant', timestamp: micros(n), turnChanges: { created: [`a${n}.html`] } },
            contentBlocks: [
              { type: 'thinking', text: `thought of ${n}` },
              { type: 'text', text: answer.text },
              {
                type: 'tool_call',
                toolCall: {
                  id: `t${n}`,
                  type: 'edit',
                  name: 'write_file',
                  input: { path: call },
                  output: put,
                },
              },
              { type: 'user_interjection', message: { content: markerOf('also', n) } },
              { type: 'error', message: `ended ${n}` },
            ],
          },
        },
        { role: 'narrator', content: { content: 'nobody' } },
      ],
    });
    const at = timeAt(n);
    made.push(
      {
        marker,
        outcome: 'stored',
        said: [kept, `Bram ${n}`, `skill ${n}`, `Skill text ${n}`, `src ${n}`, about],
        at,
      },
      {
        marker: answer.marker,
        outcome: 'stored',
        said: [answer.kept, `thought of ${n}`, `a${n}.html`, about],
        at,
      },
      { marker: call, outcome: 'stored', said: [`t${n}`, 'write_file'], at },
      { marker: put, outcome: 'stored', said: `t${n}`, at },
      { marker: markerOf('also', n), outcome: 'stored', said: `ended ${n}`, at },
    );
  }
  return files;
}

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isoAt, type Made, type MadeStore, redacted, secret, textOf, timeAt } from './made.ts';

const perNote = 12;

/** A folder of notes as basic-memory 0.22.1 writes them (`docs/NOTE-FORMAT.md`), and a Markdown file that is none. */
export async function basicMemory(folder: string, count: number): Promise<MadeStore> {
  const made: Made[] = [];
  await mkdir(join(folder, 'notes', 'deep'), { recursive: true });
  for (let note = 0; made.length < count; note += 1) {
    const title = `Note ${note} größe`;
    const readable = note % 3 !== 1;
    const created = readable ? isoAt(note) : 'last summer';
    const lines = [
      '---',
      `title: ${note % 2 === 0 ? `'${title}'` : title}`,
      'type: note',
      `permalink: notes/note-${note}`,
      `created: ${note % 3 === 2 ? `'${created}'` : created}`,
      `tags: [shelf, "two ${note}"]`,
      '---',
      '',
      `# ${title}`,
      '',
      'Prose with a [[Link]] stays in the document.',
      '```',
      '- [code] is no observation',
      '```',
      '> - [quoted] neither is this',
      '',
    ];
    const about = [title, `notes/note-${note}`, 'note', readable ? null : created];
    const at = readable ? timeAt(note) : undefined;
    for (let i = 0; i < perNote; i += 1) {
      const n = note * perNote + i;
      const { marker, text } = textOf('bas', n);
      // A list item is one line.
      const line = text.replaceAll(/\s+/g, ' ');
      const kept = line.replaceAll(secret, redacted);
      const one = { marker, outcome: 'stored', at, states: true };
      const kind = i % 6;
      if (kind === 0) {
        lines.push(`- [method] ${line} #brewing #größe (asked for by Ada ${n})`);
        made.push({ ...one, said: [kept, 'method', 'brewing', 'größe', `asked for by Ada ${n}`, about] });
      } else if (kind === 1) {
        lines.push(`- requires [[${marker} target]] (since ${n})`);
        made.push({ ...one, said: ['requires', `${marker} target`, `since ${n}`, about] });
      } else if (kind === 2) {
        lines.push(
          `- "in response to" [[${marker}]]`,
          '- [ ] a task',
          '- [x] a done one',
          '- [a link](http://x.example)',
        );
        made.push({ ...one, said: ['in response to', about] });
      } else if (kind === 3) {
        lines.push(`- ${marker} without a category #inventory`, '- no category and no tag');
        made.push({ ...one, said: ['inventory', 'without a category', about] });
      } else if (kind === 4) {
        lines.push(`1. [preference] ${line}`, `   that goes on ${n}`);
        made.push({ ...one, said: [kept, `that goes on ${n}`, 'preference', about] });
      } else {
        lines.push(`- [fact] ${marker}`, `- [fact] ${marker}`);
        made.push({ ...one, said: ['fact', about] }, { marker: '', outcome: 'known' });
      }
    }
    const place = note % 4 === 0 ? 'notes/deep' : 'notes';
    await writeFile(join(folder, place, `note-${note}.md`), lines.join(note % 5 === 0 ? '\r\n' : '\n'));
  }
  await writeFile(
    join(folder, 'notes', 'plain.md'),
    'No front matter\n\n- [method] is no observation of a note\n',
  );
  return { product: 'basic-memory', paths: [join(folder, 'notes')], made };
}

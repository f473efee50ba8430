import mammoth from 'mammoth';
import yauzl from 'yauzl';
import { unescaped } from './html.ts';
import type { OfficeText } from './office.ts';
import { tableOf } from './table.ts';

/** Unpacked; a zip may hold a thousand times its size. */
const mostBytes = 300_000_000;

/** The text of a Word document (.docx): headings, lists and tables as Markdown; comments and pictures are left out. */
export async function wordText(bytes: Uint8Array): Promise<OfficeText> {
  const buffer = Buffer.from(bytes);
  await checkSize(buffer);
  const noPictures = mammoth.images.imgElement(async () => ({ src: '' }));
  const { value } = await mammoth.convertToHtml({ buffer }, { convertImage: noPictures });
  const text = markdownOf(value);
  return { text, title: /^# +(.+)$/m.exec(text)?.[1] };
}

/** Reads every entry once: it fails when one is larger than the zip says, or all are too large. */
async function checkSize(buffer: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(buffer, { lazyEntries: true });
  let left = mostBytes;
  for await (const entry of zip.eachEntry()) {
    left -= entry.uncompressedSize;
    if (left < 0) throw new Error('it is too large when it is unpacked');
    if (entry.fileName.endsWith('/')) continue;
    for await (const part of await zip.openReadStreamPromise(entry)) void part;
  }
}

/** The HTML that the library makes of a document, with its few elements, as Markdown. */
export function markdownOf(html: string): string {
  const blocks: string[] = [];
  const lists: ('ul' | 'ol')[] = [];
  let rows: string[][] | undefined;
  let mark = '';
  let text = '';
  const end = () => {
    const said = text.replace(/\s+/g, ' ').trim();
    text = '';
    if (said !== '') blocks.push(`${mark}${said}`);
    mark = '';
  };
  for (const part of html.split(/(<[^<>]*>)/)) {
    const [, closing, name = ''] = /^<(\/?)([a-z]+\d?)/.exec(part) ?? [];
    if (name === '') text += unescaped(part);
    else if (name === 'table') {
      end();
      if (closing === '/' && rows && rows.length > 0) blocks.push(tableOf(rows));
      rows = closing === '/' ? undefined : [];
    } else if (name === 'tr') {
      if (closing !== '/') rows?.push([]);
    } else if (name === 'td' || name === 'th') {
      if (closing === '/') rows?.at(-1)?.push(text.replace(/\s+/g, ' ').trim());
      text = '';
    } else if (name === 'br' || (rows && name === 'p')) text += ' ';
    else if (name === 'ul' || name === 'ol') {
      end();
      if (closing === '/') lists.pop();
      else lists.push(name);
    } else if (name === 'li' || name === 'p' || /^h\d$/.test(name)) {
      // A paragraph within an item is the item.
      if (!(name === 'p' && closing !== '/' && mark !== '')) end();
      if (closing === '/') continue;
      if (name === 'li') mark = `${'  '.repeat(lists.length - 1)}${lists.at(-1) === 'ol' ? '1.' : '-'} `;
      else if (name !== 'p') mark = `${'#'.repeat(Number(name.slice(1)))} `;
    }
  }
  end();
  return blocks.reduce((whole, block) => {
    if (whole === '') return block;
    return (
      whole + (isItem(block) && isItem(whole.slice(whole.lastIndexOf('\n') + 1)) ? '\n' : '\n\n') + block
    );
  }, '');
}

const isItem = (line: string): boolean => /^ *(?:-|1\.) /.test(line);

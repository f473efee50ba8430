import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import artifactDelete from '../../../src/handlers/artifacts/artifact-delete.ts';
import artifactGet from '../../../src/handlers/artifacts/artifact-get.ts';
import artifactSearch from '../../../src/handlers/artifacts/artifact-search.ts';
import { call } from '../../support/call.ts';
import { runHere } from '../../support/command.ts';
import { useServer } from '../../support/gateway.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();
const gateway = useServer(lake);
let folder: string;
const at = (name: string) => join(folder, name);
const email = (body: string, type = 'text/plain') =>
  [
    'From: Ana Lopez <ana@example.org>',
    'To: Ben <ben@example.org>, carl@example.org',
    'Subject: =?utf-8?q?B=C3=BCcher?=',
    'Date: Thu, 12 Feb 2026 10:30:00 +0100',
    'Message-ID: <m1@example.org>',
    'MIME-Version: 1.0',
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: quoted-printable',
    '',
    body,
  ].join('\r\n');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewey-documents-'));
  await mkdir(at('notes'));
  await writeFile(at('notes/plan.md'), '# The gazebo plan\n\nDecision: We will build it in May.\n');
  await writeFile(at('notes/todo.txt'), '\uFEFFBuy gazebo nails 🦉.');
  await writeFile(at('notes/mail.eml'), email('I will send the g=C3=A4zebo order.'));
  await writeFile(
    at('notes/chat.json'),
    JSON.stringify({
      title: 'Desk',
      messages: [
        { user: 'Ana', text: 'gazebo?', ts: '1770890000' },
        { user: 'Ben', text: 'Yes.' },
      ],
    }),
  );
  await writeFile(at('notes/package.json'), '{"name": "no chat"}');
  await writeFile(at('notes/photo.jpg'), 'not looked at');
  await writeFile(at('notes/latin.txt'), Buffer.from([0x66, 0xfc, 0x72]));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (...args: string[]) => runHere(['import', ...args], { DATABASE_URL: lake.url });
const json = async (...args: string[]) => {
  const { code, out, err } = await run(...args, '--json');
  if (out === '') throw new Error(err);
  return { code, ...JSON.parse(out) };
};
const found = async (query: string) => (await call(artifactSearch, { query }, lake.deps)).results;

describe('dewey import, documents', () => {
  it('reads a named text, Markdown or email as a document, with its own metadata', async () => {
    const report = await json(at('notes/plan.md'), at('notes/todo.txt'), at('notes/mail.eml'));
    expect(report).toEqual({
      code: 0,
      documents: {
        files: 3,
        new: 3,
        revision: 0,
        unchanged: 0,
        deleted: 0,
        skipped: {},
        skippedFiles: [],
        failed: [],
        dryRun: false,
      },
    });
    const [mail] = await found('gäzebo order');
    expect(
      await call(artifactGet, { artifact_id: mail.artifact_id, include_content: true }, lake.deps),
    ).toMatchObject({
      artifact_type: 'email',
      source_system: 'email',
      source_id: '<m1@example.org>',
      title: 'Bücher',
      author: 'Ana Lopez <ana@example.org>',
      participants: ['Ben <ben@example.org>', '<carl@example.org>'],
      ts: '2026-02-12T09:30:00Z',
      content: 'I will send the gäzebo order.',
    });
    const [plan] = await found('gazebo in May');
    expect(plan).toMatchObject({ title: 'The gazebo plan', artifact_type: 'doc', source_system: 'file' });
    const [todo] = await found('nails');
    const text = await call(artifactGet, { artifact_id: todo.artifact_id, include_content: true }, lake.deps);
    expect(text.content).toBe('Buy gazebo nails 🦉.');
  });

  it('reads a folder with --as documents, JSON chats included, and reports the files that are none', async () => {
    const { documents, code } = await json('--as', 'documents', at('notes'));
    expect(code).toBe(0);
    expect(documents).toMatchObject({
      files: 4,
      new: 1,
      unchanged: 3,
      skipped: { 'no chat': 1, 'not UTF-8': 1 },
      failed: [],
    });
    const [chat] = await found('Ana gazebo?');
    expect(
      await call(artifactGet, { artifact_id: chat.artifact_id, include_content: true }, lake.deps),
    ).toMatchObject({
      artifact_type: 'chat',
      title: 'Desk',
      participants: ['Ana', 'Ben'],
      content: 'Ana: gazebo?\nBen: Yes.',
    });
  });

  it('skips hidden files and packages, follows links to files, and names what it skips', async () => {
    await mkdir(at('tree/node_modules'), { recursive: true });
    await mkdir(at('tree/.git'));
    for (const name of ['.hidden.md', '.git/description.txt', 'node_modules/readme.md', 'arbour.md'])
      await writeFile(at(`tree/${name}`), `The arbour of ${name}`);
    await writeFile(at('tree/empty.md'), '');
    for (const [to, name] of [
      ['..', 'up.md'],
      ['loop.md', 'loop.md'],
      ['nowhere', 'gone.md'],
      ['../notes/todo.txt', 'link.txt'],
    ] as const)
      await symlink(to, at(`tree/${name}`));
    const { code, documents } = await json('--as', 'documents', at('tree'));
    expect(code).toBe(0);
    expect(documents).toMatchObject({
      new: 1,
      unchanged: 1,
      skippedFiles: [{ path: at('tree/empty.md'), problem: 'empty file' }],
      failed: [],
    });
    expect((await found('arbour')).map(({ title }: { title: string }) => title)).toEqual(['arbour']);
    expect((await run('--as', 'documents', at('tree'))).out).toContain(
      `skipped 1 (empty file): ${at('tree/empty.md')}`,
    );
  });

  it('reads UTF-16 with a byte order mark, and Markdown titles in any position', async () => {
    await writeFile(at('wide.txt'), Buffer.from('\uFEFFThe pavilion is wide.', 'utf16le'));
    await writeFile(at('front.md'), '---\ntitle: "Pavilion plan"\n---\n# Another\n');
    await writeFile(at('fenced.md'), '```\n# no title\n```\n\nPavilion costs\n==============\n');
    await json(at('wide.txt'), at('front.md'), at('fenced.md'));
    const titles = (await found('pavilion')).map(({ title }: { title: string }) => title);
    expect(titles.toSorted()).toEqual(['Pavilion costs', 'Pavilion plan', 'wide']);
    const [wide] = await found('wide pavilion');
    const kept = await call(artifactGet, { artifact_id: wide.artifact_id, include_content: true }, lake.deps);
    expect(kept.content).toBe('The pavilion is wide.');
  });

  it('extracts the text of an HTML-only email', async () => {
    const html = [
      '<html><head><title>no</title><style>p{}</style></head><!-- hidden --><p>The folly&nbsp;is ',
      'sold &mdash; for &#8364;5 &amp; more.</p><ul><li>One</li></ul>',
      '<table><tr><td>a</td><td>b</td></tr></table></html>',
    ].join('');
    await writeFile(
      at('page.eml'),
      email(html, 'text/html').replace('<m1@', '<m2@').replace('quoted-printable', '8bit'),
    );
    await json(at('page.eml'));
    const [page] = await found('folly');
    const kept = await call(artifactGet, { artifact_id: page.artifact_id, include_content: true }, lake.deps);
    expect(kept.content).toBe('The folly is sold — for €5 & more.\n\n- One\na b');
  });

  it('explains how to import a folder of plain texts', async () => {
    await mkdir(at('texts'));
    await writeFile(at('texts/one.md'), 'A text.');
    const { code, out } = await run(at('texts'));
    expect(code).toBe(0);
    expect(out).toContain('0 conversations');
    expect(out).toContain('skipped 1 documents in folders; use --as documents to import them');
    expect((await run('--as', 'documents', at('texts'))).out).not.toContain('in folders');
  });

  it('explains what a named file of neither kind could be, and does not wait for a pipe', async () => {
    execFileSync('mkfifo', [at('pipe.txt')]);
    const { code, out } = await run(at('notes/photo.jpg'), at('pipe.txt'));
    expect(code).toBe(1);
    expect(out).toContain(
      'photo.jpg: not JSON (transcripts are JSON; documents are .md, .txt, .eml, .pdf or .docx)',
    );
    expect(out).toContain('pipe.txt: neither a file nor a folder');
  });

  it('stores a changed file as a revision, and does not restore deleted documents', async () => {
    await writeFile(at('notes/plan.md'), '# The gazebo plan\n\nDecision: We will build it in June.\n');
    expect((await json(at('notes/plan.md'))).documents).toMatchObject({ revision: 1 });
    const [plan] = await found('June');
    await call(artifactDelete, { artifact_id: plan.artifact_id, force: true }, lake.deps);
    const { out } = await run(at('notes/plan.md'));
    expect(out).toContain('1 left deleted (--include-deleted restores them)');
    expect(await found('June')).toEqual([]);
    expect((await json('--include-deleted', at('notes/plan.md'))).documents).toMatchObject({ new: 1 });
  });

  it('stores nothing in a dry run, and fails for a named file that is not a document', async () => {
    await writeFile(at('dry.txt'), 'The pergola is dry.');
    expect((await run('--dry-run', at('dry.txt'))).out).toContain('1 document would be stored');
    expect(await found('pergola')).toEqual([]);
    const { code, documents } = await json(at('notes/latin.txt'), at('dry.txt'));
    expect(code).toBe(1);
    expect(documents).toMatchObject({
      new: 1,
      failed: [{ path: at('notes/latin.txt'), problem: 'not UTF-8' }],
    });
    expect((await run('--as', 'poems', folder)).code).toBe(2);
  });

  it('goes through the gateway of DEWEY_URL, and does not restore what was deleted there', async () => {
    await writeFile(at('far.md'), '# Far\n\nDecision: the trellis goes abroad.\n');
    // No database is configured here: the embedded one would be opened, and is not.
    const there = { DEWEY_URL: gateway.url, DEWEY_DATA_DIR: at('nothing-here') };
    const abroad = async (...args: string[]) => {
      const { code, out, err } = await runHere(['import', ...args, '--json'], there);
      return { code, err, ...(out ? JSON.parse(out).documents : {}) };
    };
    expect(await abroad(at('far.md'))).toMatchObject({ code: 0, new: 1 });
    expect(await abroad(at('far.md'))).toMatchObject({ code: 0, unchanged: 1 });
    const [far] = await found('trellis');
    await call(artifactDelete, { artifact_id: far.artifact_id }, lake.deps);
    expect(await abroad(at('far.md'))).toMatchObject({ code: 0, new: 0, deleted: 1 });
    expect(await found('trellis')).toEqual([]);
    expect(await abroad('--include-deleted', at('far.md'))).toMatchObject({ code: 0, new: 1 });
    await writeFile(at('large.txt'), 'x'.repeat(10_000_001));
    expect(await abroad(at('large.txt'), at('far.md'))).toMatchObject({
      code: 1,
      unchanged: 1,
      failed: [{ path: at('large.txt'), problem: expect.stringContaining('10') }],
    });
    await expect(readdir(at('nothing-here'))).rejects.toThrow('ENOENT');
  });

  it('reports when it cannot go through the gateway of DEWEY_URL', async () => {
    const gone = await runHere(['import', at('far.md')], { DEWEY_URL: 'http://127.0.0.1:1' });
    expect(gone).toMatchObject({ code: 1, err: expect.stringContaining('cannot be reached') });
  });
});

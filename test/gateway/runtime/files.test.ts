import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lstatIfThere, openFiles } from '../../../src/gateway/runtime/files.ts';
import type { Files } from '../../../src/handlers/tool/deps.ts';

let outer: string;
let root: string;
let files: Files;
const text = async (path: string) => new TextDecoder().decode(await files.read(path, 1000));

beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'dewey-files-'));
  root = join(outer, 'open');
  await mkdir(root);
  await writeFile(join(outer, 'secret'), 'secret');
  await mkdir(join(outer, 'open-not')); // its name begins like the root's, but it is another folder
  await writeFile(join(outer, 'open-not', 'secret'), 'secret');
  files = openFiles(root);
});
afterEach(() => rm(outer, { recursive: true }));

describe('the folder of tools', () => {
  it('is read and written by relative and absolute paths; folders are created on the way', async () => {
    const place = await files.write('a/b/c.txt', 'one');
    expect(await text('a/./b/../b/c.txt')).toBe('one');
    expect(await text(join(root, 'a/b/c.txt'))).toBe('one');
    await files.write(place, 'two', { overwrite: true });
    expect(await readFile(join(root, 'a/b/c.txt'), 'utf8')).toBe('two');
    expect(await readdir(join(root, 'a/b'))).toEqual(['c.txt']);
  });

  it('reports a path as missing only if it does not exist, not if it cannot be inspected', async () => {
    await files.write('file', 'x');
    expect(await lstatIfThere(join(root, 'none'))).toBeUndefined();
    expect((await lstatIfThere(join(root, 'file')))?.isFile()).toBe(true);
    await symlink('loop', join(root, 'loop'));
    for (const [path, code] of [
      ['file/below', 'ENOTDIR'],
      ['loop/below', 'ELOOP'],
      ['n'.repeat(300), 'ENAMETOOLONG'],
    ] as const)
      await expect(lstatIfThere(join(root, path))).rejects.toMatchObject({ code });
    await expect(files.read('file/below', 10)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(files.write('file/below', 'x')).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  it('may itself be a link', async () => {
    await symlink(root, join(outer, 'link'));
    const linked = openFiles(join(outer, 'link'));
    await linked.write('x', 'through the link');
    expect(new TextDecoder().decode(await linked.read(join(outer, 'link', 'x'), 100))).toBe(
      'through the link',
    );
  });

  it.each([
    ['the folder above', '../secret'],
    ['a folder with a similar name', '../open-not/secret'],
    ['an absolute path', '/etc/passwd'],
    ['a NUL', 'a\0/../../secret'],
    ['a link to a file', 'file-link'],
    ['a link to a folder', 'folder-link/secret'],
    ['a link to nothing', 'nowhere'],
  ])('is not left by %s', async (_, path) => {
    await symlink(join(outer, 'secret'), join(root, 'file-link'));
    await symlink(outer, join(root, 'folder-link'));
    await symlink(join(outer, 'new'), join(root, 'nowhere'));
    if (path !== 'nowhere') await expect(files.read(path, 1000)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(files.write(path, 'x')).rejects.toMatchObject({ kind: 'forbidden' });
    expect(await readFile(join(outer, 'secret'), 'utf8')).toBe('secret');
    expect((await readdir(outer)).sort()).toEqual(['open', 'open-not', 'secret']);
  });

  it('follows a link that stays inside', async () => {
    await files.write('real', 'one');
    await symlink(join(root, 'real'), join(root, 'alias'));
    await files.write('alias', 'two', { overwrite: true });
    expect(await text('real')).toBe('two');
  });

  it('refuses a link to the outside, even if its target does not exist', async () => {
    await symlink(outer, join(root, 'folder-link'));
    await symlink(join(outer, 'new'), join(root, 'nowhere'));
    await symlink('circle', join(root, 'circle'));
    for (const path of ['folder-link/none', 'folder-link/none/x', 'nowhere', 'nowhere/x'])
      await expect(files.read(path, 1000), path).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(files.read('none/x', 1000)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(files.read('circle', 1000)).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  it('replaces a file only on request', async () => {
    await files.write('report', 'one');
    await expect(files.write('report', 'two')).rejects.toMatchObject({
      kind: 'conflict',
      details: { field: 'path', received: 'report', suggestion: expect.stringContaining('overwrite: true') },
    });
    expect(await text('report')).toBe('one');
    await files.write('report', 'two', { overwrite: true });
    expect(await text('report')).toBe('two');
    const writers = Array.from({ length: 8 }, (_, i) => files.write('raced', String(i)));
    const outcomes = await Promise.allSettled(writers);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await readdir(root)).sort()).toEqual(['raced', 'report']);
  });

  it('never writes through a folder that is replaced by a link to the outside meanwhile', async () => {
    const folder = join(root, 'folder');
    let writing = true;
    const swapping = (async () => {
      // Either side may be first at any moment, so single steps may fail.
      const attempt = (step: Promise<unknown>) => step.catch(() => undefined);
      while (writing) {
        await attempt(rm(folder, { recursive: true, force: true }));
        await attempt(symlink(outer, folder));
        await attempt(rm(folder));
        await attempt(mkdir(folder));
      }
    })();
    const outcomes = [];
    for (let i = 0; i < 300; i++)
      outcomes.push(await files.write(`folder/${i}`, 'x').then(String, (error) => String(error.kind)));
    writing = false;
    await swapping;
    expect(outcomes).toContain('forbidden');
    expect((await readdir(outer)).sort()).toEqual(['open', 'open-not', 'secret']);
  });

  it.each([
    ['~/x', /~ is not expanded/],
    ['~root', /~ is not expanded/],
    ['file:///etc/x', /a URL/],
    ['FILE:x', /a URL/],
    ['https://example.org/x', /a URL/],
    ['a\nb', /control characters/],
    ['a\u001b[2Jb', /control characters/],
    ['a\u202etxt.exe', /control characters/],
    ['report.', /ends with a dot/],
    ['folder./x', /ends with a dot/],
    ['a/...', /ends with a dot/],
    ['report ', /ends with a dot or a space/],
  ])('accepts no file called %j', async (path, problem) => {
    for (const use of [() => files.write(path, 'x'), () => files.read(path, 1000)])
      await expect(use()).rejects.toMatchObject({
        kind: 'invalid_input',
        details: { problem: expect.stringMatching(problem) },
      });
    expect(await readdir(root)).toEqual([]);
  });

  it('accepts names that only look like these', async () => {
    for (const path of ['a~', 'b/~c', 'file', 'notes: a.md', '.hidden', './d', 'e/../f', '..g'])
      expect(await files.write(path, 'x')).toContain(root);
  });

  it('reports what is missing, too large or not a file', async () => {
    await files.write('big', 'x'.repeat(2000));
    await expect(files.read('big', 1000)).rejects.toMatchObject({ kind: 'too_large' });
    await expect(files.read('none', 1000)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(files.read('big/none', 1000)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(files.read('.', 1000)).rejects.toMatchObject({ kind: 'invalid_input' });
    await expect(openFiles(join(outer, 'gone')).read('x', 1)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  it('explains why a path cannot be a file', async () => {
    await files.write('file', 'x');
    await files.write('folder/file', 'x');
    const wrong: [path: string, problem: RegExp][] = [
      ['x'.repeat(300), /too long/],
      [`${'folder/'.repeat(800)}x`, /too many folders/],
      ['folder', /is a folder/],
      ['file/below', /a folder in the path is a file/],
    ];
    for (const [path, problem] of wrong)
      await expect(files.write(path, 'x'), path.slice(0, 20)).rejects.toMatchObject({
        kind: 'invalid_input',
        details: { field: 'path', problem: expect.stringMatching(problem) },
      });
    await expect(files.read('x'.repeat(300), 1000)).rejects.toMatchObject({ kind: 'invalid_input' });
  });
});

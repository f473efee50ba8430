import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type FieldSchema, jsonSchemas } from '../src/gateway/calls/schemas.ts';
import { catalog } from '../src/handlers/index.ts';
import type { Toolset } from '../src/handlers/tool/catalog.ts';
import type { Tool } from '../src/handlers/tool/tool.ts';
import { places, sample } from './support/schema.ts';
import { root, sourceFiles } from './support/source.ts';

/** The architecture rules, checked against the source tree: a new file that breaks one is reported with the rule. */

const files = sourceFiles();
const all = files.map((file) => file.path);
const toolsets = all.filter((path) => /^src\/handlers\/[^/]+\/index\.ts$/.test(path)).map(dirname);
const toolFiles = files.filter(({ code }) => /export default tool\(/.test(code)).map((file) => file.path);
const kebab = (name: string) => name.replaceAll('_', '-');

/** Every part of a schema that lacks a description. */
function undescribed(schema: FieldSchema, path: string): string[] {
  const fields = Object.entries(schema.properties ?? {});
  return [
    ...fields.flatMap(([key, field]) => [
      ...(field.description ? [] : [`${path}.${key}`]),
      ...undescribed(field, `${path}.${key}`),
    ]),
    ...(schema.items ? undescribed(schema.items, `${path}[]`) : []),
    ...(schema.anyOf ?? []).flatMap((branch) => undescribed(branch, path)),
  ];
}

const importing = (from: RegExp, allowed: (target: string, file: string) => boolean): string[] =>
  files
    .filter((file) => from.test(file.path))
    .flatMap((file) =>
      file.imports
        .filter((target) => !allowed(target, file.path))
        .map((target) => `${file.path} imports ${target}`),
    );

const containing = (pattern: RegExp, allowed: readonly string[] = []): string[] =>
  files.filter((file) => pattern.test(file.code) && !allowed.includes(file.path)).map((file) => file.path);

describe('toolsets', () => {
  it.each(toolsets)('%s is in the catalog and lists every tool of its folder', async (folder) => {
    const { default: toolset }: { default: Toolset } = await import(join(root, folder, 'index.ts'));
    expect(catalog.toolsets).toContain(toolset);
    expect(toolset.name).toBe(basename(folder));
    const there = toolFiles.filter((path) => path.startsWith(`${folder}/`));
    const listed = there.map(async (path) => (await import(join(root, path))).default as Tool);
    expect(new Set(toolset.tools)).toEqual(new Set(await Promise.all(listed)));
    expect(toolset.tools).toHaveLength(there.length);
  });

  it('keeps no tool outside a toolset', () => {
    expect(toolFiles.filter((path) => !toolsets.includes(dirname(path)))).toEqual([]);
    expect(catalog.tools).toHaveLength(toolFiles.length);
  });
});

describe.each(toolFiles)('%s', async (path) => {
  const { default: tool }: { default: Tool } = await import(join(root, path));
  const { input, output } = jsonSchemas(tool);

  it('is named after its tool, without the prefix', () => {
    expect([kebab(tool.name), kebab(tool.name.replace(/^[a-z]+_/, ''))]).toContain(basename(path, '.ts'));
    expect(tool.name).toMatch(/^[a-z0-9_]{1,32}$/);
  });

  it('has a title and a description that is short enough to be listed', () => {
    expect(tool.title).toMatch(/^[A-Z].{2,60}$/);
    expect(tool.description).toMatch(/\.$/);
    expect(Buffer.byteLength(tool.description)).toBeGreaterThan(30);
    expect(Buffer.byteLength(tool.description)).toBeLessThanOrEqual(2048);
  });

  it('takes a strict object and returns an object, or null', () => {
    expect(input).toMatchObject({ type: 'object', additionalProperties: false });
    const nullable = tool.output instanceof z.ZodNullable;
    expect(nullable ? tool.output.unwrap() : tool.output).toBeInstanceOf(z.ZodObject);
  });

  it('describes every field it takes and returns', () => {
    expect(undescribed(input, 'input')).toEqual([]);
    expect(undescribed(output, 'output')).toEqual([]);
  });

  it("limits every number it takes: PostgreSQL's ranges are smaller than JavaScript's", () => {
    const endless = places(input, sample(input, crypto.randomUUID()) as Record<string, unknown>)
      .filter(({ schema }) => schema.type === 'integer' || schema.type === 'number')
      .filter(({ schema }) => schema.minimum === undefined || schema.maximum === undefined);
    expect(endless.map((place) => place.path)).toEqual([]);
  });

  it('has a test', () => {
    expect(existsSync(join(root, path.replace(/^src/, 'test').replace(/\.ts$/, '.test.ts')))).toBe(true);
  });
});

describe('documents', () => {
  it('are always read on behalf of a reader, who sees only what that reader may see, or by code that has checked it', () => {
    const trusted = [
      'src/db/artifacts/document.ts', // used by extraction itself
      'src/db/artifacts/insert.ts', // writes
      'src/db/artifacts/text.ts', // of a revision already found for its reader
      'src/db/artifacts/search.ts', // of search results
      'src/db/reasoning/likeness.ts', // how near search results are
      'src/db/events/finish-job.ts', // writes
      'src/db/events/people.ts', // names from documents that everybody may read
      'src/db/events/past-corrections.ts', // corrections in documents that everybody may read
      'src/db/events/corrections.ts', // of an event already found for its reader
      'src/db/events/collection.ts', // by the condition in src/db/events/filter.ts
      'src/db/retention/artifacts.ts', // for all readers
      'src/db/retention/purge-artifacts.ts',
      'src/db/admin/stats.ts', // for admins
    ];
    const reading = /\b(from|join|update) (artifacts|artifact_revisions|artifact_chunks|semantic_events)\b/;
    const open = containing(reading, trusted).filter(
      (path) =>
        !files.some((file) => file.path === path && /\b(readable|visible|manageable)\(/.test(file.code)),
    );
    expect(open).toEqual([]);
  });
});

describe('one way: db <- handlers <- gateway', () => {
  it('db does not import handlers or gateway', () => {
    expect(importing(/^src\/db\//, (target) => !/^src\/(?!db\/)/.test(target))).toEqual([]);
  });

  it('handlers do not import the gateway, its sockets and its processes: they run wherever Hono runs', () => {
    const foreign = /^(node:(?!crypto$)|@hono\/|@modelcontextprotocol\/|pino|ws$|postgres$|commander$)/;
    const allowed = (target: string) => !foreign.test(target) && !/^src\/(?!handlers\/|db\/)/.test(target);
    expect(importing(/^src\/handlers\//, allowed)).toEqual([]);
  });

  it('toolsets do not import other toolsets', () => {
    const toolsetOf = (path: string) => toolsets.find((toolset) => path.startsWith(`${toolset}/`));
    const allowed = (target: string, file: string) =>
      toolsetOf(target) === undefined || toolsetOf(target) === toolsetOf(file);
    expect(importing(/^src\/handlers\/[^/]+\//, allowed)).toEqual([]);
  });

  it('a domain imports only zod and itself', () => {
    const allowed = (target: string, file: string) =>
      target === 'zod' || target.startsWith(`${file.split('/domain/')[0]}/domain/`);
    expect(importing(/\/domain\//, allowed)).toEqual([]);
  });

  it('imports name existing files', () => {
    // Files that main.ts loads from its bundle have their built names.
    const built = (target: string) => all.includes(target.replace(/\.js$/, '.ts'));
    const data = (target: string) => target.endsWith('.json') && existsSync(join(root, target));
    expect(importing(/./, (target) => !target.startsWith('src/') || built(target) || data(target))).toEqual(
      [],
    );
  });
});

describe('outside inputs enter in one place', () => {
  it('the environment: env.ts reads it, the command line passes it in', () => {
    expect(containing(/process\.env/, ['src/gateway/config/env.ts', 'src/main.ts'])).toEqual([]);
  });

  it('the clock and ids: clock-and-ids.ts', () => {
    const own = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\brandomUUID\b|from 'uuid'/;
    expect(containing(own, ['src/gateway/runtime/clock-and-ids.ts'])).toEqual([]);
  });

  it('secrets: where they are generated to be kept', () => {
    // The password of the embedded server is generated once and must be unguessable.
    expect(
      containing(/randomBytes|getRandomValues/, [
        'src/db/postgres/embedded/cluster.ts',
        'src/gateway/runtime/clock-and-ids.ts',
      ]),
    ).toEqual([]);
  });

  it('no code holds a connection outside of a transaction: it would not survive a reconnect or a pooler', () => {
    expect(containing(/\.reserve\(\)/)).toEqual([]);
  });

  it('no code writes to the console', () => {
    expect(containing(/\bconsole\./)).toEqual([]);
  });
});

describe('rows', () => {
  it('have fields in camel case, as the driver names them', () => {
    const ofStatements = /\b(?:sql|tx)\s*<[^`]*?\b[a-z]+_\w+\??:[^`]*>\s*`/;
    expect(containing(ofStatements)).toEqual([]);
    const members = /\b[a-z]+_\w+\??: [^,()]*;$/m;
    const outputs = ['admin/stats', 'conversations/export', 'experience/totals'];
    const found = containing(
      members,
      outputs.map((name) => `src/db/${name}.ts`),
    );
    expect(found.filter((path) => /^src\/db\/(?!postgres\/)/.test(path))).toEqual([]);
  });
});

describe('files', () => {
  const lines = files.map(({ path, text }) => ({ path, lines: text.split('\n').length }));

  it('are never over 300 lines, and mostly under 150', () => {
    expect(lines.filter((file) => file.lines > 300)).toEqual([]);
    expect(lines.filter((file) => file.lines >= 150).length / lines.length).toBeLessThan(0.1);
  });

  it('are named in kebab-case', () => {
    expect(all.filter((path) => !/^src(\/[a-z0-9-]+)+\.tsx?$/.test(path))).toEqual([]);
  });
});

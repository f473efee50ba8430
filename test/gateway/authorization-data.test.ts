import { describe, expect, it } from 'vitest';
import type { Tool } from '../../src/handlers/tool/tool.ts';
import {
  everything,
  type Json,
  type Limited,
  limited,
  type Reply,
  shown,
  tools,
  toolsetOf,
  toolsets,
  useMarkedLake,
} from '../support/authorization.ts';
import { type Ids, inputsOf, markOf, seeds, unknownLike } from '../support/marked.ts';

/**
 * Every transport × keys with every kind of limit, over a lake in which each toolset holds a mark: no reply to a key
 * shows a mark beyond its reach, and a row beyond its reach looks like one that does not exist. Generated from the
 * catalog, so that a new tool is covered automatically; a new toolset has to say how it is marked. Resources, prompts,
 * completions, notifications and other routes are in `authorization-ways.test.ts`.
 */

const { ids, beyond, call, inputs } = useMarkedLake();

describe('the authorization matrix of data', () => {
  it('marks every toolset, and an unlimited admin sees every mark', async () => {
    expect(Object.keys(seeds).toSorted()).toEqual(toolsets.toSorted());
    const seen = new Set<string>();
    for (const tool of tools.filter(({ effect }) => effect === 'read'))
      for (const input of [
        ...inputs(tool).map((one) => one.input),
        { session_id: `session-${markOf('workflow')}` },
      ]) {
        const { text } = await call('ana', tool.name, input);
        for (const one of everything) if (text.includes(markOf(one))) seen.add(one);
      }
    expect([...seen].toSorted()).toEqual(everything.toSorted());
  });

  /** Ids, times and counts of this particular reply. */
  const alike = ({ status, text }: Reply, value: string | number) => {
    const { error } = JSON.parse(text) as { error?: { kind: string; message: string; data: Json } };
    const body = JSON.stringify(error ? [error.kind, error.message, { ...error.data, request_id: 0 }] : 'ok');
    return [status, body.replaceAll(JSON.stringify(value).replaceAll('"', ''), 'ID')];
  };

  const kindOf = ([status, body]: (string | number)[]): string =>
    status === 200 ? 'ok' : String((JSON.parse(String(body)) as unknown[])[0]);

  const rows: readonly { name: string; rows: () => Ids; only?: (tool: Tool) => boolean }[] = [
    { name: 'of-another-project', rows: () => ids },
    { name: 'another', rows: () => beyond.private },
    { name: 'of-normal-documents', rows: () => beyond.sensitive },
    { name: 'of-memory', rows: () => new Map([['conversation_id', conversationsOf()]]) },
  ];
  const conversationsOf = () =>
    new Set(
      [...(ids.get('conversation_id') ?? [])].filter((id) => !String(id).startsWith('history')).slice(0, 2),
    );

  /** Why a key may not call a tool at all, whatever row it names: what such a tool answers says nothing of rows. */
  const refusedAtTheDoor = (name: string, tool: Tool): boolean => {
    const key: Limited['key'] | undefined =
      name === 'another' ? { scope: 'write' } : limited.find((one) => one.name === name)?.key;
    if (!key) throw new Error(`there is no key ${name}`);
    return (
      (tool.effect === 'delete' && key.scope !== 'admin') ||
      (key.toolsets ? !key.toolsets.includes(toolsetOf.get(tool) ?? '') : false) ||
      (key.project !== undefined && key.project !== null && !tool.projectScope)
    );
  };

  it.each(rows)(
    '$name: rows beyond its reach look as if they did not exist',
    async ({ name, rows: named }) => {
      const different: unknown[] = [];
      // Storing under an existing and under an unknown id both create something new.
      const asked = tools.filter(
        (tool) =>
          !refusedAtTheDoor(name, tool) && (tool.effect === 'read' || !/ingest|append|store/.test(tool.name)),
      );
      const kinds = new Set<string>();
      for (const tool of asked)
        for (const { field, values, put } of inputsOf(tool, named()).named)
          for (const value of values) {
            const other = unknownLike(value);
            const there = alike(await call(name, tool.name, put(value)), value);
            const absent = alike(await call(name, tool.name, put(other)), other);
            kinds.add(kindOf(absent));
            // A key that is refused learns nothing of rows, and proves nothing about them.
            if (!['ok', 'not_found', 'invalid_input', 'conflict', 'refused'].includes(kindOf(absent)))
              different.push([tool.name, field, value, absent]);
            if (JSON.stringify(there) !== JSON.stringify(absent))
              different.push([tool.name, field, value, there, absent]);
          }
      expect(different).toEqual([]);
      expect(kinds).toContain('not_found');
    },
  );

  it.each(limited)('$name: no tool shows what is beyond its reach', async ({ name, key, hidden }) => {
    const leaks: unknown[] = [];
    const answered = new Set<string>();
    for (const tool of tools) {
      const own = key.toolsets === undefined || key.toolsets?.includes(toolsetOf.get(tool) ?? '');
      for (const { input } of own ? inputs(tool) : inputs(tool).slice(0, 1)) {
        const { status, text } = await call(name, tool.name, input);
        if (status === 200) answered.add(tool.name);
        const marks = shown(text, input, hidden);
        const fenced = own && text.includes('does not give access to all data the call needs');
        if (marks.length > 0 || fenced || status >= 500) leaks.push([tool.name, input, marks, status]);
      }
    }
    expect(leaks).toEqual([]);
    // A matrix in which everything is refused proves nothing.
    expect(answered.size).toBeGreaterThan(0);
  });

  it('each tool that deletes does so with a key of its toolset alone', async () => {
    const wrong: unknown[] = [];
    for (const tool of tools.filter(({ effect }) => effect === 'delete')) {
      const toolset = toolsetOf.get(tool) ?? '';
      for (const { input } of inputs(tool)) {
        const { status, text } = await call(`admin-of-${toolset}`, tool.name, input);
        const marks = shown(
          text,
          input,
          everything.filter((one) => one !== toolset),
        );
        if (status === 403 || status >= 500 || marks.length > 0) wrong.push([tool.name, input, text]);
      }
    }
    expect(wrong).toEqual([]);
  });
});

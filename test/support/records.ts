import { expect } from 'vitest';
import type { RunningServer } from '../../src/gateway/server.ts';

type Json = Record<string, unknown>;
export type Answer = { status: number; body: Json };

/** Calls tools, and lists, deletes and restores records, over REST. */
export type Records = {
  post(path: string, input: Json): Promise<Answer>;
  /** Fails the test if the call fails. */
  tool(name: string, input: Json): Promise<Json>;
  /** Fails the test if the call fails. */
  of(kind: string, verb: 'list' | 'delete' | 'restore', input: Json): Promise<Json>;
  /** The ids that a listing has. */
  ids(kind: string, input?: Json): Promise<unknown[]>;
};

/** @param headers such as those of a key. */
export function recordsOf(server: RunningServer, headers: Record<string, string> = {}): Records {
  const post = async (path: string, input: Json): Promise<Answer> => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const done = async (path: string, input: Json): Promise<Json> => {
    const { status, body } = await post(path, input);
    expect([path, status, status === 200 ? '' : body]).toEqual([path, 200, '']);
    return body;
  };
  const of: Records['of'] = (kind, verb, input) => done(`/records/${kind}/${verb}`, input);
  return {
    post,
    tool: (name, input) => done(`/tools/${name}`, input),
    of,
    async ids(kind, input = {}) {
      const { records } = await of(kind, 'list', input);
      return (records as { id: unknown }[]).map(({ id }) => id);
    },
  };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../../src/handlers/index.ts';
import { call } from '../../support/call.ts';
import { useDecisions } from '../../support/decisions.ts';
import { useLake } from '../../support/lake.ts';
import { root } from '../../support/source.ts';

/** The examples of the guide, run in their order. */
const section = readFileSync(join(root, 'docs/guide/decisions.md'), 'utf8');
const examples = [
  ...section.matchAll(/`(membria_\w+)` with\n\n```json\n(.*?)```\n\nanswers\n\n```json\n(.*?)```/gs),
].map(([, tool = '', input = '', reply = '']) => ({
  tool,
  input: JSON.parse(input),
  reply: JSON.parse(reply),
}));

const lake = useLake();
const { capture, conclude, completed } = useDecisions(lake);

/** `…` stands for any text. */
function expected(value: unknown): unknown {
  if (value === '…') return expect.any(String);
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expected(item)]));
}

describe('the examples of docs/guide/decisions.md', () => {
  let decision_id = '';

  beforeAll(async () => {
    for (let i = 0; i < 2; i += 1) {
      const id = await capture('Use MongoDB for user data', 'database');
      await conclude(id, 0, { lessons_learned: ['Orders need transactions'] });
    }
    await completed('Use PostgreSQL for analytics database', 'database', 0.75, Array(8).fill(1));
  });

  it('are three', () => expect(examples).toHaveLength(3));

  it.each(examples)('$tool answers as shown', async ({ tool: name, input, reply }) => {
    const tool = catalog.find(name);
    if (!tool) throw new Error(`there is no tool ${name}`);
    const given = input.decision_id === '…' ? { ...input, decision_id } : input;
    const answer = await call(tool, given, lake.deps);
    expect(answer).toMatchObject(expected(reply) as object);
    decision_id = answer.decision_id ?? decision_id;
  });
});

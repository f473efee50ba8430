import { describe, expect, it } from 'vitest';
import { countableTools } from '../../src/handlers/countable.ts';
import { catalog } from '../../src/handlers/index.ts';

describe('the tools a gate can count', () => {
  it('are those that are attributed, all with a session', () => {
    const attributed = catalog.tools.filter((tool) => tool.attributed);
    expect(new Set(attributed.map((tool) => tool.name))).toEqual(countableTools);
    expect(attributed.filter((tool) => !('session_id' in tool.input.shape))).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { catalog } from '../../../src/handlers/index.ts';
import { gateTools } from '../../../src/handlers/shared/gate-tools.ts';

describe('the tools a gate can count', () => {
  it('are those marked countsForGates, all with a session', () => {
    const attributed = catalog.tools.filter((tool) => tool.countsForGates);
    expect(new Set(attributed.map((tool) => tool.name))).toEqual(gateTools);
    expect(attributed.filter((tool) => !('session_id' in tool.input.shape))).toEqual([]);
  });
});

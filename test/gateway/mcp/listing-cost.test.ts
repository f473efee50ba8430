import { describe, expect, it } from 'vitest';
import { listTools } from '../../../src/gateway/mcp/listing.ts';
import { catalog } from '../../../src/handlers/index.ts';

/** A common estimate for English and JSON: four characters per token. */
const tokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);

/**
 * Clients fetch the listing in every session, and the part that they show the model is paid for in every turn.
 *
 * - For the model: name, description and input schema; output schemas rarely reach it. At 300 tokens per tool, fourteen
 * tools take 4,200, two hundredths of a context of 200,000 tokens.
 * - Over the wire: all of it. At 600 tokens per tool, fourteen tools take 8,400.
 * - One tool may need more than the average, as search does; none may need more than twice that.
 *
 * The bounds are per tool, so that they hold for a toolset of any size; all together, the bare address may cost a model
 * 13,000.
 */
const most = { shown: 300, listed: 600, bare: 13_000 };

describe('the cost of tools/list', () => {
  const tools = listTools(catalog).map((tool) => ({
    name: tool.name,
    shown: tokens([tool.name, tool.description, tool.inputSchema]),
    visible: `${tool.name}${tool.description}${JSON.stringify(tool.inputSchema)}`.length / 4,
    listed: tokens(tool),
  }));
  const sum = (what: 'shown' | 'listed' | 'visible') => tools.reduce((total, tool) => total + tool[what], 0);

  it('stays within its bounds', () => {
    const rows = [...tools, { name: `${tools.length} tools`, shown: sum('shown'), listed: sum('listed') }];
    const lines = rows.map(
      ({ name, shown, listed }) => `${name.padEnd(32)} ${`${shown}`.padStart(6)} ${`${listed}`.padStart(6)}`,
    );
    process.stdout.write(`tokens of tools/list: shown to a model, listed in all\n${lines.join('\n')}\n`);

    expect(sum('visible')).toBeLessThanOrEqual(most.bare);
    expect(sum('shown') / tools.length).toBeLessThanOrEqual(most.shown);
    expect(sum('listed') / tools.length).toBeLessThanOrEqual(most.listed);
    expect(tools.filter((tool) => tool.shown > 2 * most.shown)).toEqual([]);
    expect(tools.filter((tool) => tool.listed > 2 * most.listed)).toEqual([]);
  });
});

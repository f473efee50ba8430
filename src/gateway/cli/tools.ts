import { catalog } from '../../handlers/index.ts';
import { listTools } from '../mcp/listing.ts';
import type { ExitCode } from './program.ts';

export async function tools(options: { json?: boolean }): Promise<ExitCode> {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(listTools(catalog), null, 2)}\n`);
    return 0;
  }
  const width = Math.max(...catalog.tools.map((tool) => tool.name.length));
  for (const shelf of catalog.shelves) {
    process.stdout.write(`${shelf.title}\n`);
    for (const tool of shelf.tools) process.stdout.write(`  ${tool.name.padEnd(width)}  ${tool.title}\n`);
  }
  return 0;
}

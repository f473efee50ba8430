import { agentsview } from './agentsview.ts';
import { basicMemory } from './basic-memory.ts';
import { chroma } from './chroma.ts';
import { claudeMem, claudeMemExport } from './claude-mem.ts';
import type { MadeStore } from './made.ts';
import { mcpMemoryExport, mcpMemoryStore } from './mcp-memory-service.ts';
import { mem0 } from './mem0.ts';
import { openMemory, openMemoryExport } from './openmemory.ts';
import { serverMemory } from './server-memory.ts';

/** By the name of what they make. */
export const makers: Readonly<Record<string, (folder: string, count: number) => Promise<MadeStore>>> = {
  'memory.jsonl of server-memory': serverMemory,
  'an answer of mem0': mem0,
  'the store of OpenMemory': openMemory,
  'an export of OpenMemory': openMemoryExport,
  'the store of mcp-memory-service': mcpMemoryStore,
  'an export of mcp-memory-service': mcpMemoryExport,
  'the store of claude-mem': claudeMem,
  'an export of claude-mem': claudeMemExport,
  'a database of Chroma': chroma,
  'notes of basic-memory': basicMemory,
  'the store of agentsview': agentsview,
};

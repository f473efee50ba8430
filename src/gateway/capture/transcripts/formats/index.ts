import agentsview from './agentsview.ts';
import aider from './aider.ts';
import basicMemory from './basic-memory.ts';
import chatgpt from './chatgpt.ts';
import { chromaExport, chromaStore } from './chroma.ts';
import claudeAi from './claude-ai.ts';
import claudeAiDesign from './claude-ai-design.ts';
import { claudeAiMemories, claudeAiProjects } from './claude-ai-knowledge.ts';
import claudeCode from './claude-code.ts';
import { claudeMemExport, claudeMemStore } from './claude-mem.ts';
import cline from './cline.ts';
import clineSession from './cline-session.ts';
import codex from './codex.ts';
import copilotCli from './copilot-cli.ts';
import cursor from './cursor.ts';
import cursorAgent from './cursor-agent.ts';
import cursorChat from './cursor-chat.ts';
import type { Format, KeyValueFormat, StoreFormat } from './format.ts';
import { gemini, geminiDocument } from './gemini.ts';
import geminiCheckpoint from './gemini-checkpoint.ts';
import geminiLog from './gemini-log.ts';
import { genericElements, genericLines } from './generic.ts';
import goose from './goose.ts';
import { mcpMemoryExport, mcpMemoryStore } from './mcp-memory-service.ts';
import mem0 from './mem0.ts';
import opencode from './opencode.ts';
import opencodeFiles from './opencode-files.ts';
import { openMemoryExport, openMemoryLines, openMemoryStore } from './openmemory.ts';
import qwenCode from './qwen-code.ts';
import serverMemory from './server-memory.ts';
import { vscodeChat, vscodeChatLog } from './vscode-chat.ts';
import zed from './zed.ts';

/** All formats, specific ones first; the generic shapes match the rest. */
export const formats: readonly Format[] = [
  qwenCode, // before Claude Code's, whose lines have some of the same fields
  claudeCode,
  codex,
  gemini,
  geminiDocument,
  geminiLog,
  geminiCheckpoint,
  copilotCli,
  cursorAgent,
  vscodeChat,
  vscodeChatLog,
  cline,
  clineSession,
  opencodeFiles,
  aider,
  chatgpt,
  claudeAi,
  claudeAiDesign,
  claudeAiMemories,
  claudeAiProjects,
  serverMemory,
  openMemoryExport,
  openMemoryLines,
  mcpMemoryExport,
  claudeMemExport,
  mem0,
  chromaExport,
  basicMemory,
  genericElements,
  genericLines,
];

/** The formats of SQLite databases. */
export const stores: readonly StoreFormat[] = [
  opencode,
  goose,
  zed,
  cursorChat,
  claudeMemStore,
  openMemoryStore, // before mcp-memory-service, which has a table of the same name
  mcpMemoryStore,
  chromaStore,
  agentsview,
];

export const keyValueStores: readonly KeyValueFormat[] = [cursor];

/** Tables of the `data.db` of the Unified MCP server, which holds experiences and no conversations. */
export const originalTables: readonly string[] = ['experiences', 'reasoning_sessions', 'workflow_sessions'];

/** Databases of programs that keep memories, but in another place or not as text, and what to import instead. */
export const otherStores: readonly (Pick<StoreFormat, 'tables'> & { problem: string })[] = [
  {
    tables: { history: ['memory_id', 'old_memory', 'new_memory'] },
    problem: 'the history of mem0, whose memories are elsewhere: save what its get_all answers as a file',
  },
  {
    tables: { entity: ['permalink'], observation: ['entity_id'], relation: ['from_id', 'to_id'] },
    problem: 'the index of basic-memory: import its folder of notes',
  },
  {
    tables: Object.fromEntries(originalTables.map((table) => [table, []])),
    problem:
      'experiences of the Unified MCP server, which are no messages to compare: "dewey import" stores what is missing of them',
  },
];

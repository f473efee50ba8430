import aider from './aider.ts';
import chatgpt from './chatgpt.ts';
import claudeAi from './claude-ai.ts';
import claudeCode from './claude-code.ts';
import cline from './cline.ts';
import codex from './codex.ts';
import copilotCli from './copilot-cli.ts';
import type { Format, StoreFormat } from './format.ts';
import gemini from './gemini.ts';
import { genericElements, genericLines } from './generic.ts';
import goose from './goose.ts';
import opencode from './opencode.ts';
import opencodeFiles from './opencode-files.ts';
import qwenCode from './qwen-code.ts';
import { vscodeChat, vscodeChatLog } from './vscode-chat.ts';
import zed from './zed.ts';

/** All formats, specific ones first; the generic shapes match the rest. */
export const formats: readonly Format[] = [
  qwenCode, // before Claude Code's, whose lines have some of the same fields
  claudeCode,
  codex,
  gemini,
  copilotCli,
  vscodeChat,
  vscodeChatLog,
  cline,
  opencodeFiles,
  aider,
  chatgpt,
  claudeAi,
  genericElements,
  genericLines,
];

/** The formats of SQLite databases. */
export const stores: readonly StoreFormat[] = [opencode, goose, zed];

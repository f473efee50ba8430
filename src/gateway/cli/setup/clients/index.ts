import { claudeCode } from './claude-code.ts';
import { claudeDesktop } from './claude-desktop.ts';
import type { Client } from './client.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { geminiCli } from './gemini-cli.ts';
import { opencode } from './opencode.ts';
import { qwenCode } from './qwen-code.ts';
import { vsCode } from './vs-code.ts';
import { windsurf } from './windsurf.ts';

/** The clients that `dewey setup` knows. A new one is a file here, and a line. */
export const clients: readonly Client[] = [
  claudeCode,
  claudeDesktop,
  codex,
  geminiCli,
  cursor,
  vsCode,
  windsurf,
  opencode,
  qwenCode,
];

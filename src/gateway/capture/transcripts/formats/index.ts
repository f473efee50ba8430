import chatgpt from './chatgpt.ts';
import claudeAi from './claude-ai.ts';
import claudeCode from './claude-code.ts';
import codex from './codex.ts';
import type { Format } from './format.ts';
import gemini from './gemini.ts';
import { genericElements, genericLines } from './generic.ts';
import qwenCode from './qwen-code.ts';

/** All formats, specific ones first; the generic shapes match the rest. */
export const formats: readonly Format[] = [
  qwenCode, // before Claude Code's, whose lines have some of the same fields
  claudeCode,
  codex,
  gemini,
  chatgpt,
  claudeAi,
  genericElements,
  genericLines,
];

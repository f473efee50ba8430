import chatgpt from './chatgpt.ts';
import claudeAi from './claude-ai.ts';
import claudeCode from './claude-code.ts';
import codex from './codex.ts';
import type { Format } from './format.ts';
import gemini from './gemini.ts';
import { genericElements, genericLines } from './generic.ts';

/** All formats, specific ones first; the generic shapes match the rest. */
export const formats: readonly Format[] = [
  claudeCode,
  codex,
  gemini,
  chatgpt,
  claudeAi,
  genericElements,
  genericLines,
];

import chatgpt from './chatgpt.ts';
import claudeAi from './claude-ai.ts';
import claudeCode from './claude-code.ts';
import codex from './codex.ts';
import type { Format } from './format.ts';
import gemini from './gemini.ts';
import { genericElements, genericLines } from './generic.ts';

/** Every format, the particular ones first; the generic shapes catch what is left. */
export const formats: readonly Format[] = [
  claudeCode,
  codex,
  gemini,
  chatgpt,
  claudeAi,
  genericElements,
  genericLines,
];

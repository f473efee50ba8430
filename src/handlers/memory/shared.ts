import * as z from 'zod';
import { memoryTypes } from '../../db/schema/vocabulary.ts';
import * as p from '../shared/params.ts';
import { ToolError } from '../tool/errors.ts';

/** Parameters and result fields of memories and histories. */

export const memoryType = z.enum(memoryTypes).describe('Type of memory');
export const confidence = z.number().min(0).max(1);
export const ofProject = p.project.optional().describe('Only of this project');
export const memoryId = p.id('memory').describe('The memory');

export const memoryOut = z.object({
  memory_id: z.string().describe('Id'),
  type: memoryType,
  content: z.string().describe('Statement'),
  confidence: z.number().describe('Confidence, 0 to 1'),
});

export const noMemory = (id: string, field = 'memory_id'): ToolError =>
  new ToolError('not_found', `There is no memory ${id}.`, {
    field,
    received: id,
    suggestion: 'List memories with memory_list.',
  });

/** Identifies the history of a call. */
export const historyId = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .describe('Name of a history, or the id of a conversation');

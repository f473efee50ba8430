import { workerData } from 'node:worker_threads';
import type { ChunkedText } from '../../db/artifacts/insert.ts';
import { type ChunkSizes, chunk } from '../../handlers/events/domain/chunk.ts';
import { loadTokenEnds } from '../../handlers/events/tokens.ts';
import { answerQuestions } from '../threads.ts';

const sizes = workerData as ChunkSizes;

answerQuestions<string, ChunkedText>(async (text) => chunk(text, await loadTokenEnds(), sizes));

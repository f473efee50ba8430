import { workerData } from 'node:worker_threads';
import type { ChunkedText } from '../../db/artifacts/insert.ts';
import { type ChunkSizes, chunk } from '../../handlers/events/extraction/domain/chunk.ts';
import { loadTokenEnds } from '../../handlers/events/extraction/tokens.ts';
import { answerQuestions } from '../runtime/worker-threads.ts';

const sizes = workerData as ChunkSizes;

answerQuestions<string, ChunkedText>(async (text) => chunk(text, await loadTokenEnds(), sizes));

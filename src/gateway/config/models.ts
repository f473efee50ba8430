import * as z from 'zod';
import { type ChunkSizes, defaultSizes } from '../../handlers/events/extraction/domain/chunk.ts';

/** Where a language model answers; nothing is sent there unless one of the models is named. */
export type ModelConfig = {
  apiKey: string | undefined;
  /** Of any OpenAI-compatible server; OpenAI's own without it. */
  baseUrl: string | undefined;
  /** Extracts events; without it the offline extractor does. */
  eventModel: string | undefined;
  /** Makes embeddings; without it search is lexical. */
  embedModel: string | undefined;
  /** Milliseconds for the whole of one answer of the model that extracts. */
  timeoutMs: number;
};

const tokens = (least: number) => z.coerce.number().int().min(least).max(100_000);

/** Variables of the seed's names, see `./env.ts`. */
export const modelVariables = {
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/, hostname: /.*/, error: 'must be a URL such as http://127.0.0.1:11434/v1' })
    .optional(),
  OPENAI_EVENT_MODEL: z.string().optional(),
  OPENAI_EMBED_MODEL: z.string().optional(),
  OPENAI_TIMEOUT_MS: z.coerce.number().int().min(100).max(900_000).default(120_000),
  SINGLE_PIECE_MAX_TOKENS: tokens(1).default(defaultSizes.singlePiece),
  CHUNK_TARGET_TOKENS: tokens(16).default(defaultSizes.target),
  CHUNK_OVERLAP_TOKENS: tokens(0).default(defaultSizes.overlap),
};
type Values = z.output<z.ZodObject<typeof modelVariables>>;

export const modelConfig = (v: Values): ModelConfig => ({
  apiKey: v.OPENAI_API_KEY,
  baseUrl: v.OPENAI_BASE_URL,
  eventModel: v.OPENAI_EVENT_MODEL,
  embedModel: v.OPENAI_EMBED_MODEL,
  timeoutMs: v.OPENAI_TIMEOUT_MS,
});

export const chunkSizes = (v: Values): ChunkSizes => ({
  singlePiece: v.SINGLE_PIECE_MAX_TOKENS,
  target: v.CHUNK_TARGET_TOKENS,
  overlap: v.CHUNK_OVERLAP_TOKENS,
});

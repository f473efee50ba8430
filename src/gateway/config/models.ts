import * as z from 'zod';
import { type ChunkSizes, defaultSizes } from '../../handlers/events/extraction/domain/chunk.ts';

/** The language model server; nothing is sent to it unless a model is named. */
export type ModelConfig = {
  apiKey: string | undefined;
  /** Any OpenAI-compatible server; undefined for OpenAI's own. */
  baseUrl: string | undefined;
  /** Extracts events; undefined for the offline extractor. */
  eventModel: string | undefined;
  /** Makes embeddings; undefined for the local model. */
  embedModel: string | undefined;
  /** Whether the model that comes with Dewey makes embeddings where no other is named. */
  localModel: boolean;
  /** Milliseconds for a complete answer of the extraction model. */
  timeoutMs: number;
};

const tokens = (least: number) => z.coerce.number().int().min(least).max(100_000);

/** Variable names are inherited, see `./env.ts`. */
export const modelVariables = {
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/, hostname: /.*/, error: 'must be a URL such as http://127.0.0.1:11434/v1' })
    .optional(),
  OPENAI_EVENT_MODEL: z.string().optional(),
  OPENAI_EMBED_MODEL: z.string().optional(),
  DEWEY_LOCAL_MODEL: z.enum(['on', 'off']).default('on'),
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
  localModel: v.DEWEY_LOCAL_MODEL === 'on',
  timeoutMs: v.OPENAI_TIMEOUT_MS,
});

export const chunkSizes = (v: Values): ChunkSizes => ({
  singlePiece: v.SINGLE_PIECE_MAX_TOKENS,
  target: v.CHUNK_TARGET_TOKENS,
  overlap: v.CHUNK_OVERLAP_TOKENS,
});

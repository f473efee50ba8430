import type { Extractor } from '../../handlers/events/extraction/domain/event.ts';
import { modelExtractor } from '../../handlers/events/extraction/model/index.ts';
import { offlineExtractor } from '../../handlers/events/extraction/offline/index.ts';
import type { ModelConfig } from '../config/models.ts';

/** The configured extractors. `local` never sends anything; `chosen` handles all other texts. */
export type Extractors = { chosen: Extractor; local: Extractor };

/** A model is used only if one is named: a key alone sends nothing anywhere. */
export async function extractorsOf(config: ModelConfig, clock: () => Date): Promise<Extractors> {
  const local = offlineExtractor;
  const { apiKey, baseUrl, eventModel, timeoutMs } = config;
  if (eventModel === undefined) return { chosen: local, local };
  // The client library is loaded only where it is used.
  const { openaiCompletions } = await import('./openai.ts');
  const provider = { apiKey, baseUrl, timeoutMs, clock };
  return { chosen: modelExtractor(eventModel, openaiCompletions(provider, eventModel)), local };
}

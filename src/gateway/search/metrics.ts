import type { Registry } from 'prom-client';
import { instruments } from '../metrics/instruments.ts';
import type { EmbeddingFigures } from './embeddings.ts';

/** The figures of the embeddings that search by meaning compares. */
export function addEmbeddingMetrics(registry: Registry, figures: EmbeddingFigures): void {
  const { gauge, counter } = instruments(registry);
  gauge('dewey_embeddings_pending', 'Documents without an embedding, as last counted', () => figures.pending);
  gauge('dewey_embedder_up', 'Whether the embedder answered the last request', () => (figures.ok ? 1 : 0));
  counter('dewey_embeddings_total', 'Documents embedded by this process, or refused', ['outcome'], () => [
    [['stored'], figures.embedded],
    [['refused'], figures.refused],
  ]);
  counter('dewey_embedder_failures_total', 'Requests to the embedder that failed', ['kind'], () =>
    [...figures.failures].map(([kind, count]): [string[], number] => [[kind], count]),
  );
}

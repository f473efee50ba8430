import type { Registry } from 'prom-client';
import { instruments } from '../metrics/instruments.ts';
import type { EmbeddingFigures } from './embeddings.ts';

/** Metrics of the embeddings for semantic search. */
export function addEmbeddingMetrics(registry: Registry, figures: EmbeddingFigures): void {
  const { gauge, counter } = instruments(registry);
  gauge(
    'dewey_embeddings_pending',
    'Documents without an embedding, at the last count',
    () => figures.pending,
  );
  gauge('dewey_embedder_up', 'Whether the embedder answered the last request', () => (figures.ok ? 1 : 0));
  counter('dewey_embeddings_total', 'Documents embedded or refused by this process', ['outcome'], () => [
    [['stored'], figures.embedded],
    [['refused'], figures.refused],
  ]);
  counter('dewey_embedder_failures_total', 'Requests to the embedder that failed', ['kind'], () =>
    [...figures.failures].map(([kind, count]): [string[], number] => [[kind], count]),
  );
}

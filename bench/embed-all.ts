import { setTimeout as delay } from 'node:timers/promises';
import { collections } from '../src/db/collections.ts';
import type { Pool } from '../src/db/postgres/connect.ts';
import type { Embedder } from '../src/db/search/embedder.ts';
import { countEmbeddings } from '../src/db/search/embeddings.ts';
import { createLog } from '../src/gateway/deps.ts';
import { createEmbeddingWorker } from '../src/gateway/search/embeddings.ts';

/** Embeds everything that is stored. */
export async function embedAll(sql: Pool, embedder: Embedder): Promise<void> {
  const worker = createEmbeddingWorker(sql, embedder, createLog('warn'), { idleMs: 100 });
  worker.begin();
  for (;;) {
    const { documents, embedded, refused } = await countEmbeddings(sql, collections, embedder);
    if (embedded + refused >= documents) break;
    await delay(200);
  }
  await worker.stop();
}

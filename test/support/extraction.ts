import { afterAll, beforeAll, expect } from 'vitest';
import { createLog } from '../../src/gateway/deps.ts';
import { startJobs } from '../../src/gateway/jobs/index.ts';
import { mcpClient, type ToolClient } from './clients.ts';
import { document } from './documents.ts';
import { testConfig, useServer } from './gateway.ts';
import { useLake } from './lake.ts';
import { startModel } from './model.ts';
import { eventually } from './waiting.ts';

type Proof = {
  quote: string;
  chunk_id: string | null;
  start_char: number;
  end_char: number;
  artifact_start_char: number;
};
export type Event = { event_id: string; category: string; narrative: string; evidence: Proof[] };

/** A gateway with a client, a model, and workers that are started with `work`, for the test file it is called in. */
export async function useExtraction() {
  const lake = useLake();
  const server = useServer(lake);
  const model = await startModel();
  let client: ToolClient;
  beforeAll(async () => {
    client = await mcpClient('http', server.url);
  });
  afterAll(async () => {
    await client.close();
    await model.close();
  });

  const call = (tool: string, input: object) => client.call(tool, input);
  return {
    server,
    model,
    call,
    /** A worker like that of the gateway process; with a model, or without one. */
    work: (env: Record<string, string>) =>
      startJobs(testConfig({ POLL_INTERVAL_MS: '100', ...env }), lake.db, createLog('silent')),
    /** A model with a short timeout. */
    modelEnv: (name = 'double') => ({
      OPENAI_EVENT_MODEL: name,
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: 'a key',
      OPENAI_TIMEOUT_MS: '2000',
    }),
    ingest: (changes: Record<string, unknown>) => call('artifact_ingest', document(changes)),
    ended: (artifact_uid: string, revision_id?: string) =>
      eventually(async () => {
        const job = await call('job_status', { artifact_uid, ...(revision_id ? { revision_id } : {}) });
        // A postponed job has its error already, and would be retried much later.
        return (['DONE', 'FAILED'].includes(job.status) || (job.last_error_code && !job.locked_by)) && job;
      }),
    /** Every quote of a revision is exactly the slice of its chunk, and of the whole text. */
    async expectExact(artifact_uid: string, revision_id: string): Promise<Event[]> {
      const text = await call('artifact_get', {
        artifact_id: artifact_uid,
        revision_id,
        include_content: true,
        include_chunks: true,
        max_chars: 1_000_000,
      });
      const { events } = await call('event_list_for_revision', {
        artifact_uid,
        revision_id,
        include_evidence: true,
      });
      const whole = Array.from(text.content as string);
      for (const { evidence } of events as Event[]) {
        expect(evidence.length).toBeGreaterThan(0);
        for (const { quote, chunk_id, start_char, end_char, artifact_start_char } of evidence) {
          const piece: string = chunk_id
            ? text.chunks.find((chunk: { chunk_id: string }) => chunk.chunk_id === chunk_id).text
            : text.content;
          expect(Array.from(piece).slice(start_char, end_char).join('')).toBe(quote);
          expect(whole.slice(artifact_start_char, artifact_start_char + end_char - start_char).join('')).toBe(
            quote,
          );
          expect(quote.split(/\s+/).length).toBeLessThanOrEqual(25);
        }
      }
      return events;
    },
  };
}

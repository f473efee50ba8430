import { expect, it } from 'vitest';
import artifactIngest from '../../../src/handlers/artifacts/artifact-ingest.ts';
import artifactSearch from '../../../src/handlers/artifacts/artifact-search.ts';
import eventSearch from '../../../src/handlers/events/event-search.ts';
import memoryStore from '../../../src/handlers/memory/memory-store.ts';
import type { Tool } from '../../../src/handlers/tool/tool.ts';
import { fail } from '../../support/call.ts';
import { useLake } from '../../support/lake.ts';

const lake = useLake();

const cases: [Tool, Record<string, unknown> | string, string][] = [
  [artifactSearch, { query: '' }, 'query: must not be empty.'],
  [artifactSearch, { query: 'x', limit: 0 }, 'limit: must be at least 1.'],
  [artifactSearch, { query: 'x', limit: 51 }, 'limit: must be at most 50.'],
  [artifactSearch, { query: 'x', limit: 2.5 }, 'limit: must be a whole number.'],
  [artifactSearch, { query: 'x', limit: 'three' }, 'limit: must be a number, not a text.'],
  [artifactSearch, { query: 'x'.repeat(10_001) }, 'query: may have at most 10,000 characters.'],
  [
    artifactSearch,
    { query: 'x', sensitivity: 'secret' },
    'sensitivity: must be one of normal, sensitive, highly_sensitive.',
  ],
  [
    artifactIngest,
    { artifact_type: 'doc', source_system: 's', content: 'x', participants: '["Ana' },
    'participants: must be a list, not a text.',
  ],
  [
    artifactIngest,
    { artifact_type: 'doc', source_system: 's', content: 'x'.repeat(10_000_001) },
    'content: may have at most 10,000,000 bytes.',
  ],
  [
    eventSearch,
    { time_from: 'yesterday' },
    'time_from: must be a date, or an RFC 3339 timestamp with a zone, such as 2026-02-12T10:30:00Z.',
  ],
  [artifactSearch, '{"query":"x","limit":1e999}', 'limit: must be a number.'],
  [memoryStore, { content: 'x', type: 'fact', confidence: 1.4 }, 'confidence: must be at most 1.'],
];

it.each(cases.map(([tool, input, message]) => [message, tool, input] as const))(
  '%s',
  async (message, tool, input) => {
    const error = await fail(tool, input, lake.deps);
    expect(error.message).toBe(message);
    expect(error.data).not.toHaveProperty('also');
  },
);

import { describe, expect, it } from 'vitest';
import { readRun } from '../../../../src/handlers/fiedler/domain/run-summary.ts';

const result = { model: 'gpt-5', status: 'success', output: 'Yes.' };

describe('the summary of a run', () => {
  it('is read with everything it tells', () => {
    expect(
      readRun({
        correlation_id: 'r1',
        prompt: 'Is it?',
        timestamp: '2026-11-20 10:00:00',
        results: [
          { ...result, tokens: { prompt: 3, completion: 1 }, duration: 0.5 },
          { model: 'o4', status: 'failed', error: { message: 'overloaded' }, duration_ms: 250 },
          {
            ...result,
            output: undefined,
            output_file: 'gpt-5_2.md',
            usage: { input_tokens: 9, output_tokens: 8 },
          },
        ],
      }),
    ).toEqual({
      correlationId: 'r1',
      prompt: 'Is it?',
      at: '2026-11-20T10:00:00.000Z',
      results: [
        {
          model: 'gpt-5',
          externalId: 'run:gpt-5',
          status: 'success',
          output: 'Yes.',
          tokensPrompt: 3,
          tokensCompletion: 1,
          durationSeconds: 0.5,
        },
        { model: 'o4', externalId: 'run:o4', status: 'error', error: 'overloaded', durationSeconds: 0.25 },
        {
          model: 'gpt-5',
          externalId: 'run:gpt-5#2',
          status: 'success',
          outputFile: 'gpt-5_2.md',
          tokensPrompt: 9,
          tokensCompletion: 8,
        },
      ],
    });
  });

  it('may keep its time without punctuation, and the length of its prompt instead of the prompt', () => {
    const told = { correlation_id: 'a1', timestamp: '20261120_100509', results: [result] };
    expect(readRun({ ...told, prompt: '<redacted - 29 chars>' })).toMatchObject({
      at: '2026-11-20T10:05:09.000Z',
      prompt: undefined,
    });
    expect(readRun({ ...told, timestamp: '20261399_100509' })?.at).toBeUndefined();
    expect(readRun({ ...told, prompt: '<redacted> is what the log says' })?.prompt).toBe(
      '<redacted> is what the log says',
    );
  });

  it('may list results by model, without a status, an id or a time', () => {
    expect(
      readRun({ responses: { 'gpt-5': 'Yes.', grok: { error: 'no' } }, timestamp: 'yesterday' }),
    ).toEqual({
      results: [
        { model: 'gpt-5', externalId: 'run:gpt-5', status: 'success', output: 'Yes.' },
        { model: 'grok', externalId: 'run:grok', status: 'error', error: 'no' },
      ],
    });
  });

  it.each([
    ['no object', 'text'],
    ['nothing of a run', { results: [] }],
    ['results of a search', { results: [{ id: 'a', snippet: 'model gpt-5' }], total: 1 }],
    ['a result without a model', { results: [result, { status: 'success', output: 'Yes.' }] }],
    ['a result of an unknown status', { results: [{ ...result, status: 'maybe' }] }],
    ['a result that tells nothing', { results: [{ model: 'gpt-5' }] }],
  ])('is not %s', (_, value) => expect(readRun(value)).toBeUndefined());

  it('leaves out numbers that mean nothing', () => {
    const run = readRun({
      results: [{ ...result, duration: -1, tokens: { prompt: 1e12, completion: Number.NaN } }],
    });
    expect(run?.results).toEqual([
      { model: 'gpt-5', externalId: 'run:gpt-5', status: 'success', output: 'Yes.' },
    ]);
  });
});

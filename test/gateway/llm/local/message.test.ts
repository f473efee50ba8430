import { describe, expect, it } from 'vitest';
import { dot, normalized } from '../../../../src/db/search/score/normalized.ts';
import { readMessage, readQuestion } from '../../../../src/gateway/llm/local/message.ts';
import { openModel } from '../../../../src/gateway/llm/local/model-file.ts';

const model = await openModel('e5-small-v2');
const likeness = (a: Float32Array, b: Float32Array) => dot(normalized(a), normalized(b));

describe('what was said', () => {
  it('is read after what was said before', () => {
    const question = readQuestion(model, 'When do we migrate the billing database?');
    const answer = 'Thursday evening, once the exports are through.';
    const after = readMessage(
      model,
      answer,
      'Which day suits you for the migration of the billing database?',
    );
    const alone = readMessage(model, answer, '');
    const elsewhere = readMessage(model, answer, 'Which day suits you for lunch with the new colleagues?');
    expect(likeness(question, after)).toBeGreaterThan(likeness(question, alone) + 0.1);
    expect(likeness(question, after)).toBeGreaterThan(likeness(question, elsewhere) + 0.1);
  });

  it('is nearer to a question that it answers than to others', () => {
    const said = [
      'We keep the sessions in Redis, with a lifetime of two hours.',
      'The flaky upload test waits for the event now instead of sleeping.',
      'Invoices are numbered by a sequence, so that none is missing.',
    ].map((text) => readMessage(model, text, ''));
    const asked = [
      'Where are logins stored?',
      'How was the unreliable test mended?',
      'Why can there be no gaps in bills?',
    ];
    for (const [i, text] of asked.entries()) {
      const question = readQuestion(model, text);
      const by = said.map((one) => likeness(question, one));
      expect(by.indexOf(Math.max(...by)), text).toBe(i);
    }
  });

  it('is not likened to what all questions have in common', () => {
    const asked = [
      'Where is the spare key?',
      'Why was the invoice sent twice?',
      'What did the nurse say about the medicine?',
      'Which branch holds the fix for the parser?',
      'How far is it from the station to the lake?',
      'When does the choir sing again?',
      'who wrote the import of the old tickets',
      'What is wrong with the third pump?',
    ].map((text) => normalized(readQuestion(model, text)));
    const common = asked[0]?.map((_, k) => asked.reduce((sum, one) => sum + (one[k] ?? 0), 0) / asked.length);
    expect(Math.hypot(...(common ?? []))).toBeLessThan(0.45);
  });

  it('has a vector, whatever it is and whatever was before', () => {
    for (const text of ['', '🦊', '\0\ud800'])
      for (const before of ['', '🦊', 'word '.repeat(300)]) {
        const vector = readMessage(model, text, before);
        expect(vector.every(Number.isFinite)).toBe(true);
        expect(Math.hypot(...vector)).toBeGreaterThan(0);
      }
  });

  it('is read itself, if it leaves no room for what was before', () => {
    const long = 'the long report of the night shift '.repeat(20);
    expect(readMessage(model, long, 'Something else entirely.')).toEqual(readMessage(model, long, ''));
  });
});

import { describe, expect, it } from 'vitest';
import { factsIn } from '../../../../../src/handlers/reasoning/domain/intent/facts.ts';

describe('factsIn', () => {
  it.each([
    ['Fails on Android 5.0.2 (build v2.6.17).', ['Android 5.0.2', 'v2.6.17']],
    ['See `src/db/pool.ts:44` and docs/README.md.', ['src/db/pool.ts:44', 'docs/README.md']],
    ['It prints "connection reset by peer" after a minute', ['connection reset by peer']],
    ['Beim Start erscheint „Kein Zugriff“ im Fenster', ['Kein Zugriff']],
    ['Run docker compose up -d --build first, then npm test.', ['docker compose up -d --build', 'npm test']],
    ['TypeError: Cannot read properties of undefined', ['TypeError: Cannot read properties of undefined']],
    ['ssh: connect to host example.org port 22: Operation timed out', ['Operation timed out']],
    ['Sets MAX_IDLE_TIME, loanCount and Loan::find to 600', ['MAX_IDLE_TIME', 'loanCount', 'Loan::find']],
    ['It cost $3,600 in May, and 1,000 USD today', ['$3,600', '1,000 USD']],
    ['Cf. https://example.org/a?b=c#d.', ['https://example.org/a?b=c#d']],
    ['启动时执行Init的操作报错 code 12007', ['Init', 'code 12007']],
    ['The option --max-nodes=3 is ignored', ['--max-nodes=3']],
  ])('keeps the facts of %j', (problem, facts) => {
    const found = factsIn(problem).map(({ text }) => text);
    for (const fact of facts) expect(found.some((text) => text.includes(fact))).toBe(true);
  });

  it('returns at most 60 facts of 300 characters, whatever the text', () => {
    const facts = factsIn('a_b'.repeat(5000) + ' x_1 y_2 '.repeat(1000) + '"'.repeat(999));
    expect(facts.length).toBeLessThanOrEqual(60);
    expect(Math.max(0, ...facts.map(({ text }) => text.length))).toBeLessThanOrEqual(300);
  });
});

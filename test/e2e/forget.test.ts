import { describe, expect, it } from 'vitest';
import getDecision from '../../src/handlers/decisions/get-decision.ts';
import { call, fail } from '../support/call.ts';
import { runHere } from '../support/command.ts';
import { useDecisions } from '../support/decisions.ts';
import { useServer } from '../support/gateway.ts';
import { useLake } from '../support/lake.ts';

const lake = useLake();
const server = useServer(lake);
const { capture } = useDecisions(lake);

describe('dewey forget', () => {
  for (const [way, env] of [
    ['on the database itself', () => ({ DATABASE_URL: lake.url })],
    ['over a gateway', () => ({ DEWEY_URL: server.url })],
  ] as const)
    it(`deletes and restores a decision ${way}`, async () => {
      const id = await capture('Use PostgreSQL for the user database');
      const hidden = await runHere(['forget', id], env());
      expect({ ...hidden, out: JSON.parse(hidden.out) }).toEqual({
        code: 0,
        out: { decision_id: id, status: 'hidden' },
        err: '',
      });
      expect(await fail(getDecision, { decision_id: id }, lake.deps)).toMatchObject({ code: -32003 });
      expect((await runHere(['forget', id, '--undo'], env())).code).toBe(0);
      expect(await call(getDecision, { decision_id: id }, lake.deps)).toMatchObject({ status: 'pending' });
      expect(JSON.parse((await runHere(['forget', id, '--purge'], env())).out).status).toBe('purged');
      const gone = await runHere(['forget', id], env());
      expect(gone.code).toBe(1);
      expect(gone.err).toContain(`There is no decision ${id}.`);
    });
});

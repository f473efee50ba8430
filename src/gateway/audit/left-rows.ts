import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '../../handlers/tool/deps.ts';
import { type Audit, headerOf } from './audit.ts';
import type { AuditJournal, Journals } from './journal.ts';

/** A gateway takes over a closed journal half a minute later. */
const closeAfterMs = 5000;

export type LeftRows = Pick<Audit, 'record'> & {
  /** Closes the journal; resolves when its rows are on disk. */
  stop(): Promise<void>;
};

/**
 * Audit rows of a process that stores nothing itself: they are written to journals, which a gateway with the same data
 * directory stores. Each row survives the process on return.
 */
export function leaveRows(journals: Journals, log: Log): LeftRows {
  let journal: AuditJournal | undefined;
  const closing = new Set<Promise<void>>();
  let failing = false;
  const onJournalFailure = (err: unknown) => {
    if (!failing) log.error({ err }, 'the audit journal cannot be written; refusals leave no rows');
    failing = true;
  };
  const close = () => {
    const old = journal;
    journal = undefined;
    if (!old) return;
    const closed = old.close({ remove: false }).catch(onJournalFailure);
    closing.add(closed);
    void closed.finally(() => closing.delete(closed));
  };
  return {
    record({ reads: _, outcome, durationMs, ...entry }) {
      try {
        if (!journal) {
          journal = journals.open();
          void delay(closeAfterMs, undefined, { ref: false }).then(close);
        }
        journal.add({ ...headerOf(entry), outcome, durationMs });
        journal.write();
        failing = false;
      } catch (err) {
        onJournalFailure(err);
        close();
      }
    },
    async stop() {
      close();
      await Promise.all(closing);
    },
  };
}

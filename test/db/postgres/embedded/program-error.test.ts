import { expect, it } from 'vitest';
import { programError } from '../../../../src/db/postgres/embedded/program-error.ts';

const progress = `The files belonging to this database system will be owned by user "postgres".
creating subdirectories ... ok
selecting default "max_connections" ... 100
running bootstrap script ... `;

it('of what initdb prints, only what it complained of is told', () => {
  expect(
    programError(`${progress}2026-11-20 10:00:00.000 UTC [7] FATAL:  could not map anonymous shared memory: Cannot allocate memory
2026-11-20 10:00:00.000 UTC [7] HINT:  Reduce the size of the segment.
child process exited with exit code 1
initdb: removing contents of data directory "/data/postgres"
`),
  ).toBe(
    '2026-11-20 10:00:00.000 UTC [7] FATAL: could not map anonymous shared memory: Cannot allocate memory 2026-11-20 10:00:00.000 UTC [7] HINT: Reduce the size of the segment.',
  );
  expect(programError('pg_ctl: could not start server\nExamine the log output.\n')).toBe(
    'pg_ctl: could not start server Examine the log output.',
  );
  expect(programError(' \n')).toBe('');
});

it('a full disk is named as such', () => {
  expect(
    programError(
      `${progress}initdb: error: could not write to file "pg_wal/xlogtemp.7": No space left on device\n`,
    ),
  ).toBe('the disk is full');
});

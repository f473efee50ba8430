import { failureCode } from '../../db/postgres/errors.ts';
import { messageOf } from './finding.ts';

const unreachable = 'check for a firewall, or correct host and port';
const wrongName = 'correct the host';

/** Remedies by the error code of the server, the driver or the system. */
const remedies: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'start PostgreSQL there, or correct host and port',
  ENOTFOUND: wrongName,
  EAI_AGAIN: wrongName,
  CONNECT_TIMEOUT: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  '28P01': 'correct user and password',
  '28000': 'correct the user, or its entry in pg_hba.conf',
  '3D000': 'create it with "createdb", or correct its name',
};

/** Why the database cannot be used, with a remedy if known. */
export function whyNot(error: unknown): string {
  const remedy = remedies[failureCode(error) ?? ''];
  return remedy === undefined
    ? messageOf(error)
    : `${messageOf(error)}; ${remedy} (DATABASE_URL, or DEWEY_DB_HOST and related variables)`;
}

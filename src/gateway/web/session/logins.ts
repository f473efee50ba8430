import { createHash } from 'node:crypto';
import type { Identity } from '../../auth/identity.ts';

/** A browser that is not used for this long has to log in again, in milliseconds. */
const idleMs = 12 * 3_600_000;
/** However often it is used. */
const longestMs = 7 * 86_400_000;
/** Beyond this many, the ones unused for longest end. */
const most = 1000;

type Login = { identity: Identity; begun: number; used: number };

/**
 * Browsers that exchanged a key for a cookie. They are kept in memory, by the hash of the cookie: a restart ends them,
 * and so does the end of their key.
 */
export function createLogins(now: () => number, newSecret: () => string) {
  const logins = new Map<string, Login>();
  const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
  return {
    /** @returns the value of the cookie. */
    begin(identity: Identity): string {
      const secret = newSecret();
      logins.set(hashOf(secret), { identity, begun: now(), used: now() });
      const [oldest] = logins.keys();
      if (logins.size > most && oldest !== undefined) logins.delete(oldest);
      return secret;
    },
    find(secret: string): Identity | undefined {
      const hash = hashOf(secret);
      const login = logins.get(hash);
      if (!login) return undefined;
      logins.delete(hash);
      const over = now() - login.used > idleMs || now() - login.begun > longestMs;
      if (over || login.identity.ended !== undefined) return undefined;
      logins.set(hash, { ...login, used: now() }); // at the end: the order is that of their last use
      return login.identity;
    },
    end(secret: string): void {
      logins.delete(hashOf(secret));
    },
  };
}

export type Logins = ReturnType<typeof createLogins>;

import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { type ConnectionError, connectionError } from './connection-error.ts';

/** Parameters of an address that name files, as libpq has them. */
export const tlsFiles = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/**
 * How an address wants TLS; undefined where it wants none. As libpq has it, only `verify-ca` and `verify-full`, or an
 * authority of its own, check who the server is. Files without a mode mean `require`.
 *
 * @throws naming the parameter whose file cannot be read or does not fit.
 */
export function tlsOptions(mode: string | null, parameters: URLSearchParams): ConnectionOptions | undefined {
  const [authority, certificate, key] = tlsFiles.map((name) => parameters.get(name) || undefined);
  const wanted = mode ?? (authority || certificate || key ? 'require' : 'disable');
  if (wanted === 'disable' || wanted === 'false') return undefined;
  if ((certificate === undefined) !== (key === undefined))
    throw new Error('sslcert and sslkey go together: a certificate is shown with its key.');
  const own = authority !== undefined && authority !== 'system';
  return {
    ...(own ? { ca: read('sslrootcert', authority) } : {}),
    ...(certificate && key ? ownCertificate(certificate, key) : {}),
    rejectUnauthorized: wanted.startsWith('verify') || authority !== undefined,
    ...(wanted === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** What this side shows of itself. */
function ownCertificate(certificate: string, keyFile: string): Pick<ConnectionOptions, 'cert' | 'key'> {
  const [cert, key] = [read('sslcert', certificate), read('sslkey', keyFile)];
  try {
    createSecureContext({ cert, key });
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(
      `sslcert, sslkey: ${certificate} and ${keyFile} are no certificate with its key (${message}).`,
      { cause },
    );
  }
  return { cert, key };
}

function read(parameter: (typeof tlsFiles)[number], file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`${parameter}: ${file} cannot be read (${code}).`, { cause });
  }
}

/**
 * What ended a connection. A server tells only after the handshake that it does not accept a certificate, and may reset
 * the connection before that is read.
 */
export function tlsError({ code = 'ECONNRESET', message }: NodeJS.ErrnoException): ConnectionError {
  const alert = /^ERR_SSL_.*ALERT/.test(code) && /alert [^:]+/.exec(message)?.[0];
  if (!alert) return connectionError(code, message);
  return connectionError(
    'CERTIFICATE',
    `the database does not accept the certificate of this side (${alert}); see sslcert`,
  );
}

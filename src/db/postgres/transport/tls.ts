import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { type ConnectionError, connectionError } from './connection-error.ts';

/** URL parameters that name files, as in libpq. */
export const tlsFiles = ['sslrootcert', 'sslcert', 'sslkey'] as const;

/**
 * TLS options of an address; undefined when TLS is disabled. As in libpq, only `verify-ca`, `verify-full` or a custom
 * authority verify the server's identity. Files without a mode imply `require`.
 *
 * @throws naming the parameter whose file cannot be read or is not valid.
 */
export function tlsOptions(mode: string | null, parameters: URLSearchParams): ConnectionOptions | undefined {
  const [authority, certificate, key] = tlsFiles.map((name) => parameters.get(name) || undefined);
  const wanted = mode ?? (authority || certificate || key ? 'require' : 'disable');
  if (wanted === 'disable' || wanted === 'false') return undefined;
  if ((certificate === undefined) !== (key === undefined))
    throw new Error('sslcert and sslkey go together: a client certificate needs its key.');
  const own = authority !== undefined && authority !== 'system';
  return {
    ...(own ? { ca: read('sslrootcert', authority) } : {}),
    ...(certificate && key ? ownCertificate(certificate, key) : {}),
    rejectUnauthorized: wanted.startsWith('verify') || authority !== undefined,
    ...(wanted === 'verify-ca' ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** Loads the client certificate and its key. */
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
 * The error for a closed connection. A server rejects a client certificate only after the handshake, and may reset the
 * connection before that alert is read.
 */
export function tlsError({ code = 'ECONNRESET', message }: NodeJS.ErrnoException): ConnectionError {
  const alert = /^ERR_SSL_.*ALERT/.test(code) && /alert [^:]+/.exec(message)?.[0];
  if (!alert) return connectionError(code, message);
  return connectionError(
    'CERTIFICATE',
    `the database does not accept the client certificate (${alert}); see sslcert`,
  );
}

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { ConfigError } from './config-error.ts';

/** May name several hosts, in the order they are tried. */
export const databaseUrl = z
  .string()
  .refine(
    (text) =>
      /^postgres(ql)?:\/\/[^/?]/.test(text) &&
      URL.canParse(text.replace(/^(\w+:\/\/(?:[^@/]*@)?[^/,?]*)[^/?]*/, '$1')),
    'must be a URL such as postgres://user:password@host:5432/winni',
  );

type Parts = {
  host: string;
  DEWEY_DB_PORT: number;
  DEWEY_DB_NAME: string;
  DEWEY_DB_USER: string;
  DEWEY_DB_PASSWORD: string;
  DEWEY_DB_PASSWORD_FILE?: string | undefined;
  DEWEY_DB_SSLMODE?: string | undefined;
} & { [file in keyof typeof tlsFiles]?: string | undefined };

/** Variables that name TLS files, with the URL parameter each one sets. */
const tlsFiles = {
  DEWEY_DB_SSLROOTCERT: 'sslrootcert',
  DEWEY_DB_SSLCERT: 'sslcert',
  DEWEY_DB_SSLKEY: 'sslkey',
} as const;

/** See `./env.ts`. */
export const databaseTlsVariables = {
  DEWEY_DB_SSLMODE: z
    .enum(
      ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'],
      'must be disable, prefer, require, verify-ca or verify-full',
    )
    .optional(),
  DEWEY_DB_SSLROOTCERT: z.string().optional(),
  DEWEY_DB_SSLCERT: z.string().optional(),
  DEWEY_DB_SSLKEY: z.string().optional(),
};

/** Builds the database URL from its parts. @throws ConfigError when a file they name cannot be read. */
export function urlOfParts(parts: Parts): string {
  const user = encodeURIComponent(parts.DEWEY_DB_USER);
  const password = passwordOf(parts);
  const credentials = password ? `${user}:${encodeURIComponent(password)}` : user;
  const hosts = parts.host.split(',').map((host) => withPort(host.trim(), parts.DEWEY_DB_PORT));
  const tls = new URLSearchParams();
  if (parts.DEWEY_DB_SSLMODE) tls.set('sslmode', parts.DEWEY_DB_SSLMODE);
  for (const [variable, parameter] of Object.entries(tlsFiles)) {
    const file = parts[variable as keyof typeof tlsFiles];
    if (file === undefined) continue;
    // `system` means the system's authorities instead of a file.
    if (file !== 'system') read(variable, file);
    tls.set(parameter, file);
  }
  const query = tls.size > 0 ? `?${tls}` : '';
  return `postgres://${credentials}@${hosts.join(',')}/${encodeURIComponent(parts.DEWEY_DB_NAME)}${query}`;
}

/** `host`, `host:port` or an IPv6 address; always with a port in the result. */
const withPort = (host: string, port: number): string => {
  if (/^[^:]+:\d+$/.test(host) || /\]:\d+$/.test(host)) return host;
  return `${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}`;
};

/** Container secrets are passed as files; a trailing line break comes from the editor. */
function passwordOf({ DEWEY_DB_PASSWORD, DEWEY_DB_PASSWORD_FILE }: Parts): string {
  if (DEWEY_DB_PASSWORD || DEWEY_DB_PASSWORD_FILE === undefined) return DEWEY_DB_PASSWORD;
  return read('DEWEY_DB_PASSWORD_FILE', DEWEY_DB_PASSWORD_FILE).replace(/\r?\n$/, '');
}

function read(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new ConfigError(`${variable}: ${file} cannot be read (${code}).`, { cause });
  }
}

import { resolve } from 'node:path';
import * as z from 'zod';
import type { ChunkSizes } from '../../handlers/events/extraction/domain/chunk.ts';
import { type CaptureConfig, captureConfig, captureVariables } from './capture.ts';
import { ConfigError } from './config-error.ts';
import { dataDirectory } from './data-dir.ts';
import { databaseTlsVariables, databaseUrl, urlOfParts } from './database.ts';
import { gatewayBase } from './gateway-url.ts';
import { type ClientLimits, limitVariables } from './limits.ts';
import { chunkSizes, type ModelConfig, modelConfig, modelVariables } from './models.ts';
import { type RedactionMode, redactionVariables } from './redaction.ts';
import { type SearchConfig, searchConfig, searchVariables } from './search.ts';
import { type StatementTimes, statementTimeVariables } from './statement-times.ts';
import { isTraced, tracingVariables } from './tracing.ts';
import { list, onOff, port } from './values.ts';
import { type WorkerConfig, workerConfig, workerVariables } from './worker.ts';

export { ConfigError };

/** `admin` may do everything, `write` everything except delete, `read` may only read. */
export const accessScopes = ['read', 'write', 'admin'] as const;
export type AccessScope = (typeof accessScopes)[number];
export type ApiKey = { name: string; scope: AccessScope; secret: string };

/** Calls per minute for each client; see `DEWEY_DECISION_LIMITS`. */
export type DecisionLimits = { requests: number; captures: number; reads: number };

export type Config = CaptureConfig & {
  /** The database, on one host or several; undefined for an embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** A standby that reads may be sent to. */
  replicaUrl: string | undefined;
  /** Milliseconds of silence after which the database connection is checked. */
  databaseTimeoutMs: number;
  /** Statement timeouts of calls, in milliseconds. */
  statementMs: StatementTimes;
  dataDir: string;
  host: string;
  port: number;
  apiKeys: ApiKey[];
  allowAnonymous: boolean;
  /** Requires a key even while none exists. */
  requireKey: boolean;
  allowedHosts: string[];
  allowedOrigins: string[];
  /** A direct connection for LISTEN, for when `databaseUrl` goes through a pooler. */
  listenUrl: string | undefined;
  /** The toolsets to serve; undefined for all. */
  toolsets: string[] | undefined;
  /** Name of the preset whose guards hold for every captured session. */
  gates: string | undefined;
  /** Most tokens of what a session is told of earlier work in its project; 0: nothing. */
  briefTokens: number;
  /** The only folder that tools may read and write files in; undefined for none. */
  filesRoot: string | undefined;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  search: SearchConfig;
  /** Client commands talk to this gateway if it is set. */
  url: string | undefined;
  apiKey: string | undefined;
  /** Where secrets are removed before anything is stored. */
  redaction: RedactionMode;
  /** Spans of calls are exported, as configured by the OpenTelemetry variables. */
  tracing: boolean;
  limits: ClientLimits;
  /** Null for no limits. */
  decisionLimits: DecisionLimits | null;
  /** Days after which deleted content is purged. */
  undoDays: number;
  packDays: number;
  /** Days to keep rows of the audit log; undefined to keep them forever. */
  auditDays: number | undefined;
  /** Backups made by `serve`; undefined for none. */
  backups: { folder: string; everyMs: number; keep: number } | undefined;
  /** Serves the pages for people. */
  viewer: boolean;
  /** The secret of the GitHub webhook; without it every delivery is refused. */
  githubSecret: string | undefined;
  models: ModelConfig;
  /** Chunk sizes for documents. */
  chunks: ChunkSizes;
  worker: WorkerConfig;
  /** `serve` also runs jobs itself. */
  worksItself: boolean;
};

const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, hostname: /.*/, error: `must be a URL such as ${example}` });

const apiKeys = z.string().transform((text, context): ApiKey[] =>
  list(text).map((entry) => {
    const [name = '', scope = '', ...secret] = entry.split(':');
    const known = accessScopes.find((candidate) => candidate === scope);
    if (!name || !known || secret.join(':').length < 16)
      // The entry itself is not shown, because it may contain the secret.
      context.addIssue(
        'must be name:scope:secret, comma-separated; scope read, write or admin; secret 16 characters or more',
      );
    return { name, scope: known ?? 'read', secret: secret.join(':') };
  }),
);

const decisionLimits = z.string().transform((text, context): DecisionLimits | null => {
  if (text.toLowerCase() === 'off') return null;
  const [requests = 0, captures = 0, reads = 0, ...more] = text.split(',').map(Number);
  if (more.length > 0 || ![requests, captures, reads].every((count) => Number.isInteger(count) && count > 0))
    context.addIssue('must be requests, captures and resource reads per minute, such as 100,10,1000, or off');
  return { requests, captures, reads };
});

const milliseconds = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const duration = z
  .string()
  .regex(/^[1-9]\d{0,3}[mhd]$/, 'must be minutes, hours or days, such as 30m, 6h or 1d')
  .transform((text) => Number.parseInt(text, 10) * milliseconds[text.slice(-1) as 'm' | 'h' | 'd']);

const variables = {
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_REPLICA_URL: databaseUrl.optional(),
  DEWEY_DB_HOST: z.string().optional(),
  DEWEY_DB_PORT: port.default(5432),
  DEWEY_DB_NAME: z.string().default('winni'),
  DEWEY_DB_USER: z.string().default('dewey'),
  DEWEY_DB_PASSWORD: z.string().default(''),
  DEWEY_DB_PASSWORD_FILE: z.string().optional(),
  ...databaseTlsVariables,
  DEWEY_DB_PATIENCE_MS: z.coerce.number().int().min(100).max(600_000).default(5000),
  DEWEY_DATA_DIR: z.string().optional(),
  DEWEY_MCP_HOST: z.string().default('127.0.0.1'),
  DEWEY_MCP_PORT: port.default(9020),
  DEWEY_API_KEYS: apiKeys.default([]),
  DEWEY_ALLOW_ANONYMOUS: onOff.default(false),
  DEWEY_REQUIRE_KEY: onOff.default(false),
  DEWEY_ALLOWED_HOSTS: z.string().transform(list).default([]),
  DEWEY_ALLOWED_ORIGINS: z.string().transform(list).default([]),
  DEWEY_LISTEN_URL: databaseUrl.optional(),
  DEWEY_TOOLSETS: z.string().transform(list).optional(),
  DEWEY_BRIEF_TOKENS: z.coerce.number().int().min(0).max(2000).default(0),
  DEWEY_GATES: z.string().trim().min(1).max(100).optional(),
  DEWEY_FILES_ROOT: z.string().optional(),
  DEWEY_LOG_LEVEL: z
    .string()
    .toLowerCase()
    .transform((level) => (level === 'warning' ? 'warn' : level === 'critical' ? 'fatal' : level))
    .pipe(
      z.enum(
        ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
        'must be trace, debug, info, warn, error, fatal or silent',
      ),
    )
    .default('info'),
  ...searchVariables,
  DEWEY_URL: url(/^https?$/, 'http://127.0.0.1:9020')
    .transform(gatewayBase)
    .optional(),
  DEWEY_API_KEY: z.string().optional(),
  ...captureVariables,
  DEWEY_DECISION_LIMITS: decisionLimits.default({ requests: 100, captures: 10, reads: 1000 }),
  DEWEY_UNDO_DAYS: z.coerce.number().int().min(0).max(3650).default(30),
  DEWEY_PACK_DAYS: z.coerce.number().int().min(0).max(36_500).default(0),
  DEWEY_AUDIT_DAYS: z
    .union([z.literal('off'), z.coerce.number().int().min(1).max(36_500)], 'must be days, or off')
    .default(365)
    .transform((value) => (value === 'off' ? undefined : value)),
  DEWEY_BACKUP_DIR: z.string().optional(),
  DEWEY_BACKUP_EVERY: duration.default(milliseconds.d),
  DEWEY_BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(7),
  DEWEY_GITHUB_SECRET: z.string().min(16, 'must have 16 characters or more').optional(),
  DEWEY_VIEWER: onOff.default(true),
  DEWEY_WORKER: onOff.default(true),
  ...statementTimeVariables,
  ...workerVariables,
  ...tracingVariables,
  ...redactionVariables,
  ...limitVariables,
  ...modelVariables,
};

/** Name of a supported variable; `./settings.ts` describes each. */
export type VariableName = keyof typeof variables;

/** Names of all supported variables. */
export const variableNames = Object.keys(variables);

/**
 * Reads the configuration; the only code that reads environment variables. An empty variable counts as unset, since
 * compose files produce those.
 *
 * @throws ConfigError with one line that names the first invalid variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(variableNames.map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = z.object(variables).safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const v = parsed.data;
  const config: Config = {
    databaseUrl:
      v.DATABASE_URL ??
      (v.DEWEY_DB_HOST === undefined ? undefined : urlOfParts({ ...v, host: v.DEWEY_DB_HOST })),
    replicaUrl: v.DATABASE_REPLICA_URL,
    databaseTimeoutMs: v.DEWEY_DB_PATIENCE_MS,
    statementMs: v.DEWEY_DB_STATEMENT_MS,
    dataDir: dataDirectory(v.DEWEY_DATA_DIR),
    host: v.DEWEY_MCP_HOST,
    port: v.DEWEY_MCP_PORT,
    apiKeys: v.DEWEY_API_KEYS,
    allowAnonymous: v.DEWEY_ALLOW_ANONYMOUS,
    requireKey: v.DEWEY_REQUIRE_KEY,
    allowedHosts: v.DEWEY_ALLOWED_HOSTS,
    allowedOrigins: v.DEWEY_ALLOWED_ORIGINS,
    listenUrl: v.DEWEY_LISTEN_URL,
    toolsets: v.DEWEY_TOOLSETS,
    gates: v.DEWEY_GATES,
    briefTokens: v.DEWEY_BRIEF_TOKENS,
    filesRoot: v.DEWEY_FILES_ROOT === undefined ? undefined : resolve(v.DEWEY_FILES_ROOT),
    logLevel: v.DEWEY_LOG_LEVEL,
    search: searchConfig(v),
    url: v.DEWEY_URL,
    apiKey: v.DEWEY_API_KEY,
    ...captureConfig(v),
    redaction: v.DEWEY_REDACT,
    tracing: isTraced(v),
    limits: v.DEWEY_LIMITS,
    decisionLimits: v.DEWEY_DECISION_LIMITS,
    undoDays: v.DEWEY_UNDO_DAYS,
    packDays: v.DEWEY_PACK_DAYS,
    auditDays: v.DEWEY_AUDIT_DAYS,
    backups:
      v.DEWEY_BACKUP_DIR === undefined
        ? undefined
        : {
            folder: resolve(v.DEWEY_BACKUP_DIR),
            everyMs: v.DEWEY_BACKUP_EVERY,
            keep: v.DEWEY_BACKUP_KEEP,
          },
    viewer: v.DEWEY_VIEWER,
    githubSecret: v.DEWEY_GITHUB_SECRET,
    models: modelConfig(v),
    chunks: chunkSizes(v),
    worker: workerConfig(v),
    worksItself: v.DEWEY_WORKER,
  };
  if (config.chunks.overlap * 2 >= config.chunks.target)
    throw new ConfigError('CHUNK_OVERLAP_TOKENS: must be less than half of CHUNK_TARGET_TOKENS.');
  const open = config.apiKeys.length === 0 && !config.requireKey;
  if (!isLoopback(config.host) && open && !config.allowAnonymous)
    throw new ConfigError(
      `DEWEY_MCP_HOST: ${config.host} is reachable from other machines; set DEWEY_API_KEYS, or DEWEY_ALLOW_ANONYMOUS=on if access is restricted elsewhere; with keys from "dewey keys", set DEWEY_REQUIRE_KEY=on.`,
    );
  return config;
}

/** True for addresses that only this machine can reach. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

import { homedir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { type TranscriptFolder, transcriptFolders } from './transcript-folders.ts';
import { list, onOff, port } from './values.ts';

/** What is captured, from where, and how it is spooled. */
export type CaptureConfig = {
  /** Folders where agents keep their transcripts. */
  transcripts: TranscriptFolder[];
  /** Claude Code's configuration folder. */
  claudeDir: string;
  /** Follow the transcripts as they grow. */
  watch: boolean;
  /** Port of the capture proxy; undefined when it is off. */
  proxyPort: number | undefined;
  /** Upstream URLs of the proxy, by name. */
  upstreams: Record<string, string>;
  /** Size beyond which the spool drops events rather than fill the disk. */
  spoolLimitBytes: number;
  /** Free space on the spool's disk below which the gateway reports that it is not ready. */
  leastFreeBytes: number;
};

const upstreams = z.string().transform(
  (text, context): Record<string, string> =>
    Object.fromEntries(
      list(text).map((entry) => {
        const [, name = '', target = ''] = /^([A-Za-z0-9_-]+)=(.+)$/.exec(entry) ?? [];
        if (!URL.canParse(target) || !/^(ws|http)s?:$/.test(new URL(target).protocol))
          context.addIssue('must be name=url, comma-separated; a url is ws://, wss://, http:// or https://');
        return [name, target];
      }),
    ),
);

/** See `./env.ts`. */
export const captureVariables = {
  DEWEY_WATCH: onOff.default(true),
  DEWEY_PROXY_PORT: z
    .union([z.literal('off'), port])
    .default(9000)
    .transform((value) => (value === 'off' ? undefined : value)),
  DEWEY_UPSTREAMS: upstreams.default({}),
  DEWEY_SPOOL_LIMIT_MB: z.coerce.number().int().min(1).default(10_000),
  DEWEY_DISK_LEAST_MB: z.coerce.number().int().min(0).max(1_000_000).default(100),
  CLAUDE_CONFIG_DIR: z.string().optional(),
  CODEX_HOME: z.string().optional(),
  GEMINI_CLI_HOME: z.string().optional(),
  CLINE_DIR: z.string().optional(),
  CLINE_DATA_DIR: z.string().optional(),
  CLINE_SESSION_DATA_DIR: z.string().optional(),
  COPILOT_HOME: z.string().optional(),
  QWEN_HOME: z.string().optional(),
  QWEN_RUNTIME_DIR: z.string().optional(),
  GOOSE_PATH_ROOT: z.string().optional(),
  XDG_DATA_HOME: z.string().optional(),
  FLATPAK_XDG_DATA_HOME: z.string().optional(),
};

type Variables = z.infer<z.ZodObject<typeof captureVariables>>;

/** @param v the parsed variables. */
export const captureConfig = (v: Variables): CaptureConfig => ({
  transcripts: transcriptFolders(v),
  claudeDir: v.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude'),
  watch: v.DEWEY_WATCH,
  proxyPort: v.DEWEY_PROXY_PORT,
  upstreams: v.DEWEY_UPSTREAMS,
  spoolLimitBytes: v.DEWEY_SPOOL_LIMIT_MB * 1_000_000,
  leastFreeBytes: v.DEWEY_DISK_LEAST_MB * 1_000_000,
});

import {
  count,
  file,
  folder,
  type NamedSetting,
  names,
  onOff,
  postgresUrl,
  type Settings,
} from './setting.ts';
import { furtherGroups } from './settings-further.ts';

const groups = {
  Database: {
    DATABASE_URL: {
      type: postgresUrl,
      initial: 'embedded PostgreSQL',
      description:
        'The database to use. Several hosts may be named, comma-separated: the one that accepts writes is used.',
    },
    DEWEY_DB_HOST: {
      type: 'host names',
      description:
        'Host names of an external server, with the parts below. Setting this alone is enough to use one.',
    },
    DEWEY_DB_PORT: { type: 'port', value: '5432', description: 'Port of that server.' },
    DEWEY_DB_NAME: { type: 'name', value: 'winni', description: 'Name of the database.' },
    DEWEY_DB_USER: { type: 'name', value: 'dewey', description: 'The user that owns the database.' },
    DEWEY_DB_PASSWORD: { type: 'text', description: 'Password of that user.' },
    DEWEY_DB_PASSWORD_FILE: {
      type: file,
      description: 'A file that holds the password, used when `DEWEY_DB_PASSWORD` is unset.',
    },
    DEWEY_DB_SSLMODE: {
      type: '`disable`, `prefer`, `require`, `verify-ca` or `verify-full`',
      initial: '`disable`; `require` when a certificate file is named',
      description: 'TLS mode for that server, as in libpq.',
    },
    DEWEY_DB_SSLROOTCERT: {
      type: file,
      description: 'Certificate of the authority to trust; `system` for the public authorities.',
    },
    DEWEY_DB_SSLCERT: { type: file, description: 'Certificate to present to that server.' },
    DEWEY_DB_SSLKEY: { type: file, description: 'Private key of that certificate.' },
    DATABASE_REPLICA_URL: { type: postgresUrl, description: 'A streaming standby that answers reads.' },
    DEWEY_LISTEN_URL: {
      type: postgresUrl,
      description: 'A direct connection for `LISTEN`, where `DATABASE_URL` goes through a pooler.',
    },
    DEWEY_DB_PATIENCE_MS: {
      type: 'milliseconds, 100 to 600,000',
      value: '5000',
      description: 'Silence after which Dewey checks whether the database is still alive.',
    },
    DEWEY_DB_STATEMENT_MS: {
      type: 'milliseconds by kind',
      value: 'read=15000,write=30000,search=10000,admin=600000',
      description: 'Statement timeouts, each 100 to 86,400,000. A plain number sets `read` and `write`.',
    },
  },
  Server: {
    DEWEY_DATA_DIR: {
      type: folder,
      initial: '`~/.dewey`; as root `/var/lib/dewey`',
      description: 'Where the embedded PostgreSQL and the spool are kept.',
    },
    DEWEY_MCP_HOST: {
      type: 'address',
      value: '127.0.0.1',
      description: 'Address to listen on. A non-loopback one requires keys or `DEWEY_ALLOW_ANONYMOUS=on`.',
    },
    DEWEY_MCP_PORT: { type: 'port', value: '9020', description: 'Port to listen on; 0 picks a free one.' },
    DEWEY_TOOLSETS: {
      type: names,
      initial: 'all',
      description: 'Serve only these; `core`: all, listed briefly.',
    },
    DEWEY_BRIEF_TOKENS: {
      type: 'tokens, 0 to 2,000',
      value: '0',
      description:
        'Length of the [brief](../guide/startup-contexts.md#the-brief) of earlier work that a session of Claude Code begins with; 0: none.',
    },
    DEWEY_GATES: {
      type: 'name of a preset',
      initial: 'none',
      description:
        'A preset whose [guards](../guide/experience-and-gates.md#gates-that-bind) hold for every captured session of Claude Code.',
    },
    DEWEY_VIEWER: { type: onOff, value: 'on', description: '`off`: serve no [pages](../guide/viewer.md).' },
    DEWEY_FILES_ROOT: {
      type: folder,
      initial: 'no files',
      description: 'The only folder in which tools may read and write files.',
    },
    DEWEY_LOG_LEVEL: {
      type: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
      value: 'info',
      description: 'The lowest severity that is logged.',
    },
  },
  'Access and limits': {
    DEWEY_API_KEYS: {
      type: '`name:scope:secret`, comma-separated',
      description:
        'Bearer keys in addition to those of `dewey keys`. Scope is `read`, `write` or `admin`; a secret has 16 characters or more.',
    },
    DEWEY_REQUIRE_KEY: {
      type: onOff,
      value: 'off',
      description: '`on` requires a key even while none exists; for use with keys made by `dewey keys`.',
    },
    DEWEY_ALLOW_ANONYMOUS: {
      type: onOff,
      value: 'off',
      description: '`on` serves a non-loopback address without keys.',
    },
    DEWEY_ALLOWED_HOSTS: {
      type: names,
      description: 'Host names accepted in the `Host` header in addition to loopback names.',
    },
    DEWEY_ALLOWED_ORIGINS: {
      type: 'origins, comma-separated',
      description: "Web origins that may call the gateway in addition to the server's own.",
    },
    DEWEY_LIMITS: {
      type: '`name=count`, comma-separated, or `off`',
      initial:
        '`requests=60000,connections=200,concurrent=256,failures=10,body=16,frame=16`, not for keyless loopback clients',
      description:
        'Limits for each client: requests per minute, open connections, concurrent calls, body and frame in MB (16 at most); and `failures`, wrong keys from one address per minute. Once set, they apply to everyone.',
    },
    DEWEY_DECISION_LIMITS: {
      type: 'three counts, or `off`',
      value: '100,10,1000',
      description: 'Decisions toolset: requests, captures and resource reads per minute for each client.',
    },
    DEWEY_GITHUB_SECRET: {
      type: 'text, 16 characters or more',
      description: 'Secret of the GitHub webhook at `/hooks/github`; without it every delivery is refused.',
    },
  },
  Capture: {
    DEWEY_WATCH: { type: onOff, value: 'on', description: "Follow the agents' transcripts on this machine." },
    DEWEY_PROXY_PORT: { type: 'port or `off`', value: '9000', description: 'Port of the capture proxy.' },
    DEWEY_UPSTREAMS: {
      type: '`name=url`, comma-separated',
      description: 'MCP servers the proxy forwards to (`ws`, `wss`, `http`, `https`); `dewey` is built in.',
    },
    DEWEY_SPOOL_LIMIT_MB: {
      type: count,
      value: '10000',
      description:
        'Size of the spool in megabytes beyond which new events are refused with 503; refusals are counted in `/readyz` and `/metrics`.',
    },
    DEWEY_DISK_LEAST_MB: {
      type: 'megabytes, 0 to 1,000,000',
      value: '100',
      description: "Free space on the spool's disk below which `/readyz` answers 503; 0 disables the check.",
    },
    DEWEY_REDACT: {
      type: '`on`, `captures` or `off`',
      value: 'on',
      description:
        'Where secrets are removed before storing: everywhere, only from captures, or nowhere. Private text is always removed from captures.',
    },
    CLAUDE_CONFIG_DIR: {
      type: folder,
      initial: '`~/.claude`',
      description: 'Where Claude Code keeps settings and transcripts.',
    },
    CODEX_HOME: { type: folder, initial: '`~/.codex`', description: 'Where Codex keeps its transcripts.' },
    GEMINI_CLI_HOME: {
      type: folder,
      initial: '`~`',
      description: 'The folder whose `.gemini` subfolder holds the transcripts of Gemini CLI.',
    },
    CLINE_DIR: {
      type: folder,
      initial: '`~/.cline`',
      description: 'The folder whose subfolder `data` is that of Cline.',
    },
    CLINE_DATA_DIR: { type: folder, initial: '`CLINE_DIR/data`', description: 'Where Cline keeps its data.' },
    CLINE_SESSION_DATA_DIR: {
      type: folder,
      initial: '`CLINE_DATA_DIR/sessions`',
      description: 'Where Cline keeps its sessions.',
    },
    COPILOT_HOME: {
      type: folder,
      initial: '`~/.copilot`',
      description: 'Where Copilot CLI keeps its sessions.',
    },
    QWEN_HOME: { type: folder, initial: '`~/.qwen`', description: 'Where Qwen Code keeps its transcripts.' },
    QWEN_RUNTIME_DIR: {
      type: folder,
      initial: '`QWEN_HOME`',
      description: 'Where Qwen Code keeps its transcripts, if not with its settings.',
    },
    GOOSE_PATH_ROOT: {
      type: folder,
      initial: "the system's folder for data",
      description: 'The folder whose subfolder `data/sessions` holds the sessions of Goose.',
    },
    XDG_DATA_HOME: {
      type: folder,
      initial: '`~/.local/share`',
      description:
        "The folder of programs' data, in which OpenCode, Kilo, MiMo Code, Goose (not on Windows) and Zed (on Linux) keep theirs.",
    },
    FLATPAK_XDG_DATA_HOME: {
      type: folder,
      initial: '`XDG_DATA_HOME`',
      description: 'The same for Zed in a Flatpak.',
    },
  },
  ...furtherGroups,
} satisfies Settings;

/** Every variable that `./env.ts` reads, once, in the order of the reference page. */
export const settingGroups: readonly { title: string; settings: readonly NamedSetting[] }[] = Object.entries(
  groups,
).map(([title, settings]) => ({
  title,
  settings: Object.entries(settings).map(([name, setting]) => ({ name, ...setting })),
}));

import { folder, onOff, type Settings } from './setting.ts';

/** Search, models, safety, upkeep and what commands and traces need. */
export const furtherGroups = {
  Search: {
    DEWEY_SEARCH_LANGUAGE: {
      type: '`english` or `simple`',
      value: 'english',
      description: 'How search analyses words: `simple` does not stem them.',
    },
    DEWEY_SEARCH_CACHE_MB: {
      type: 'megabytes, 1 to 65,536',
      value: '64',
      description:
        'Memory limit for cached postings of the search index; a quarter of it is for positions of phrases.',
    },
    DEWEY_SEARCH_URL: {
      type: 'URLs, comma-separated',
      initial: 'the embedded engine',
      description:
        'Nodes of an OpenSearch cluster (2.x) that searches instead. See [scaling](../operate/scaling.md).',
    },
    OPENAI_EMBED_MODEL: {
      type: 'name',
      initial: 'the local model',
      description: 'Model of a server that embeds texts for semantic search, in place of the local one.',
    },
    DEWEY_LOCAL_MODEL: {
      type: onOff,
      value: 'on',
      description: '`off`: without `OPENAI_EMBED_MODEL`, search uses words only.',
    },
  },
  'Models and documents': {
    OPENAI_API_KEY: {
      type: 'text',
      description: 'Key for the model server. Nothing is sent unless a model is named.',
    },
    OPENAI_BASE_URL: {
      type: 'URL',
      initial: "OpenAI's own",
      description: 'Any OpenAI-compatible server, such as `http://127.0.0.1:11434/v1`.',
    },
    OPENAI_EVENT_MODEL: {
      type: 'name',
      initial: 'the offline extractor',
      description: 'Model that extracts events from documents.',
    },
    OPENAI_TIMEOUT_MS: {
      type: 'milliseconds, 100 to 900,000',
      value: '120000',
      description: 'Timeout for one answer of that model.',
    },
    DEWEY_WORKER: {
      type: onOff,
      value: 'on',
      description: '`off`: `dewey serve` does not extract events itself.',
    },
    WORKER_ID: {
      type: 'text',
      initial: 'host name and process id',
      description: 'Name of this worker in `job_status` and logs.',
    },
    POLL_INTERVAL_MS: {
      type: 'milliseconds, 10 to 3,600,000',
      value: '1000',
      description: 'How often a worker looks for jobs when no notification arrives.',
    },
    JOB_LEASE_MS: {
      type: 'milliseconds, 1,000 to 86,400,000',
      value: '60000',
      description: "Time without a heartbeat after which a worker's job goes to another.",
    },
    EVENT_MAX_ATTEMPTS: { type: '1 to 100', value: '5', description: 'Attempts before an extraction fails.' },
    SINGLE_PIECE_MAX_TOKENS: {
      type: 'tokens',
      value: '1200',
      description: 'Documents up to this length are one chunk.',
    },
    CHUNK_TARGET_TOKENS: {
      type: 'tokens',
      value: '900',
      description: 'Length of a chunk of a longer document.',
    },
    CHUNK_OVERLAP_TOKENS: {
      type: 'tokens',
      value: '100',
      description: 'Overlap of neighbouring chunks; less than half of `CHUNK_TARGET_TOKENS`.',
    },
  },
  'Keeping data': {
    DEWEY_UNDO_DAYS: {
      type: 'days, 0 to 3,650',
      value: '30',
      description: 'How long deleted content can be restored; then it is purged.',
    },
    DEWEY_PACK_DAYS: {
      type: 'days, 0 to 36,500',
      value: '0',
      description:
        'Days without activity after which the texts of a conversation are packed into two thirds of their space; 0: never.',
    },
    DEWEY_AUDIT_DAYS: {
      type: 'days, 1 to 36,500, or `off`',
      value: '365',
      description: 'How long rows of the audit log are kept; `off` keeps them forever.',
    },
    DEWEY_BACKUP_DIR: {
      type: folder,
      initial: 'no backups',
      description: 'Where `dewey serve` keeps the backups it makes.',
    },
    DEWEY_BACKUP_EVERY: {
      type: 'minutes, hours or days: `30m`, `6h`, `1d`',
      value: '1d',
      description: 'Time from one backup to the next.',
    },
    DEWEY_BACKUP_KEEP: { type: '1 to 10,000', value: '7', description: 'How many backups are kept.' },
  },
  'Client commands': {
    DEWEY_URL: {
      type: 'URL',
      description: 'The gateway that client commands and hooks use instead of opening a database.',
    },
    DEWEY_API_KEY: { type: 'text', description: 'The key they send to that gateway.' },
  },
  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      type: 'URL',
      initial: 'no traces',
      description: 'Where traces go, by OTLP over HTTP.',
    },
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: { type: 'URL', description: 'The same for traces alone.' },
    OTEL_TRACES_EXPORTER: { type: 'name', description: '`none` switches traces off.' },
    OTEL_SDK_DISABLED: {
      type: '`true` or `false`',
      value: 'false',
      description: '`true` switches traces off.',
    },
  },
} satisfies Settings;

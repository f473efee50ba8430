/** The headings of `dewey --help`, with the commands below each, in this order. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'Look at what is stored:': [
    'search',
    'list',
    'recent',
    'show',
    'projects',
    'decisions',
    'events',
    'records',
    'status',
    'open',
    'resume',
  ],
  'Start:': ['demo', 'setup', 'uninstall', 'serve', 'service', 'mcp', 'doctor', 'completion'],
  'Capture:': ['import', 'verify', 'reread', 'watch', 'hook', 'proxy', 'spool'],
  'Keep and delete:': [
    'backup',
    'restore',
    'export',
    'retention',
    'restore-deleted',
    'purge-deleted',
    'forget',
    'scan',
    'stats',
    'migrate',
  ],
  'Control access:': ['keys', 'audit'],
  'Work on tools:': ['tools', 'call', 'worker', 'reextract'],
};

export const groupNames: readonly string[] = Object.keys(groups);

/** The heading of a command. */
export const groupOf = (name: string): string =>
  Object.entries(groups).find(([, names]) => names.includes(name))?.[0] ?? 'More:';

/** Where a command stands within its group. */
export const placeOf = (name: string): number => Object.values(groups).flat().indexOf(name);

/** What `dewey --help` says in one line of a command whose description is longer. */
export const summaries: Readonly<Record<string, string>> = {
  events: 'list events found in documents',
  records: 'list, delete and restore experiences and others',
  setup: 'connect the agents of this machine',
  demo: 'show what Dewey does, in a lake of its own',
  serve: 'run the server: MCP, REST, capture and the viewer',
  mcp: 'speak MCP over standard input and output',
  doctor: 'check configuration, database and server',
  completion: 'print completion for bash, zsh or fish',
  import: 'import history, exports or documents',
  reread: 'fill in titles, models, tokens and costs',
  reextract: 'extract the events of documents again',
  watch: "follow the agents' transcripts",
  proxy: 'run the capture proxy alone',
  export: 'write conversations, or everything, to a file',
  backup: 'write a snapshot of the whole lake to a file',
  restore: 'restore a backup into an empty lake',
  'restore-deleted': 'restore what was deleted and not yet purged',
  'purge-deleted': 'remove what was deleted, for good and now',
  forget: 'delete a decision',
  stats: 'show the size and growth of the lake',
  migrate: 'update the database to this version',
  retention: 'manage how long content is kept',
  keys: 'manage API keys',
  worker: 'extract events from documents',
};

/** An example call, without `dewey`, and what it is for. */
export type Example = readonly [call: string, purpose: string];

/** Examples by command. Every command has one; a test keeps it so. */
export const examples: Readonly<Record<string, readonly Example[]>> = {
  search: [
    ['search loan period', 'find where it was talked about'],
    ['search \'"exit code 1" -lint\' --project library-demo --since 7d', 'a phrase, without a word'],
  ],
  'search reindex': [['search reindex', 'build the index of a search cluster anew']],
  list: [
    ['list', 'the latest conversations'],
    ['list --project library-demo --agent claude-code -n 50', 'those of one project and agent'],
  ],
  recent: [['recent --since 2d', 'what was done since the day before yesterday']],
  show: [
    ['show 4954d201', 'a conversation, by the end of its id'],
    ['show 4954d201:13', 'the turns around the 13th, as "dewey search" names it'],
    ['show 4954d201 --no-tools', 'only what was said'],
  ],
  resume: [
    ['resume', "the command for the current folder's latest session"],
    ['resume 4954d201 --run', 'continue that session'],
  ],
  projects: [['projects', 'all projects, last changed first']],
  events: [['events --category Commitment --since 30d', 'what was promised this month']],
  'records list': [
    ['records list experience --tag postgres --since 30d', 'what was learned about it this month'],
    ['records list preset --deleted', 'which presets can be restored?'],
  ],
  'records delete': [['records delete experience 12 13 --reason "tests only"', 'delete two experiences']],
  'records restore': [['records restore experience 12', 'and restore one of them']],
  status: [['status', 'what runs, what is stored, how fresh it is']],
  open: [['open', 'look at everything in a browser']],
  'decisions list': [['decisions list --project library-demo', 'the decisions of one project']],
  'decisions due': [['decisions due', 'how did these turn out?']],
  'decisions rules': [['decisions rules', 'which rules warn, and what they caught']],
  'decisions dismiss': [
    [
      'decisions dismiss risk_no_backup --domain frontend --reason "no data there"',
      'silence a rule in a domain',
    ],
  ],
  'decisions confirm': [['decisions confirm dec_0123456789ab', 'record the proposed outcome']],
  'decisions reject': [['decisions reject dec_0123456789ab --note "too early"', 'drop the proposal']],
  'decisions from-event': [
    [
      'decisions from-event 0198c5a1-7d3e-7000-8000-3f1e2d4c5b6a --confidence 0.8 --alternative "stay on Travis"',
      'minutes say it was decided',
    ],
  ],
  'decisions acknowledge': [['decisions acknowledge anomaly_0123456789ab', 'it was looked into']],
  'decisions learn': [['decisions learn --domain database', 'after importing outcomes']],
  'decisions antipatterns': [['decisions antipatterns team-rules.json', "add your team's rules"]],
  forget: [
    ['forget dec_0f3a5c7e9b1d', 'hide a decision'],
    ['forget dec_0f3a5c7e9b1d --undo', 'and restore it'],
  ],
  serve: [
    ['serve', 'until Ctrl-C'],
    ['serve > dewey.log 2>&1 &', 'in the background; its log lines are JSON there'],
  ],
  mcp: [['mcp', 'what a client with "command": "dewey" runs']],
  migrate: [['migrate --json', 'before the first start of a new version']],
  setup: [
    ['setup --dry-run', 'show what would be written'],
    ['setup', 'connect the agents of this machine'],
  ],
  uninstall: [['uninstall', 'take out what "dewey setup" wrote; the data stays']],
  'service install': [['service install', 'start the server with the machine']],
  'service status': [['service status', 'whether it runs']],
  'service logs': [['service logs', 'the latest log lines']],
  'service uninstall': [['service uninstall', 'stop it, and start it no more']],
  demo: [['demo', 'see a search, a proof and a decision in half a minute']],
  import: [
    ['import', 'the history of all agents on this machine'],
    ['import ~/Downloads/chatgpt-export.zip', 'an export of ChatGPT or Claude.ai'],
    [
      'import ~/.claude-mem/claude-mem.db',
      'the memories of claude-mem; also of mem0, server-memory, mcp-memory-service, basic-memory, Chroma and agentsview',
    ],
    ['import --as documents ~/notes', 'notes as documents'],
  ],
  export: [
    ['export --project library-demo --output demo.md', 'conversations to read'],
    ['export --all --output lake.jsonl', 'everything, to import it elsewhere'],
    [
      'export --project library-demo --format training --output chat.jsonl',
      'lines to train a chat model with',
    ],
  ],
  verify: [
    ['verify', 'is any message missing?'],
    ['verify --repair', 'import what is'],
  ],
  reread: [['reread', 'titles and costs of conversations stored by an earlier version']],
  backup: [
    ['backup ~/dewey.backup', 'a snapshot of everything'],
    ['backup ~/dewey.backup --verify', 'check it'],
  ],
  restore: [['restore ~/dewey.backup', 'into an empty lake']],
  scan: [
    ['scan', 'are there secrets in what is stored?'],
    ['scan --remove', 'remove them'],
  ],
  stats: [['stats --days 30', 'how the lake grew this month']],
  'retention set': [
    ['retention set 3650d', 'delete conversations after ten years without a change'],
    ['retention set 365d --role tool', 'and the results of tools after one'],
  ],
  'retention list': [['retention list', 'how long is what kept?']],
  'retention remove': [['retention remove --project library-demo', 'keep it like the others']],
  'retention run': [['retention run --dry-run', 'what would be deleted?']],
  'retention unpack': [['retention unpack', 'before another program reads the texts with SQL']],
  'retention compact': [['retention compact', 'after the first texts were packed']],
  'restore-deleted': [['restore-deleted --since 24h', 'everything deleted since yesterday']],
  'purge-deleted': [
    ['purge-deleted 0193f2c4-8a51-7cc2-9e01-5b1f0a6f2d33', 'a session with something that must not stay'],
  ],
  reextract: [
    ['reextract --list', 'which documents could not be read, and why'],
    ['reextract --all', 'after a change of model'],
  ],
  'spool list': [['spool list', 'what could not be stored, and why']],
  'spool show': [['spool show 0193f2-812.refused', 'one record of it']],
  'spool retry': [['spool retry --all', 'after the cause is gone']],
  'spool drop': [['spool drop 0193f2-812.refused', 'give one up']],
  'keys add': [
    ['keys add laptop', 'prints the secret and the lines for clients'],
    ['keys add ci --scope read --project library-demo --expires 90d', 'a key for one purpose'],
  ],
  'keys list': [['keys list', 'who has access?']],
  'keys rotate': [['keys rotate laptop --grace 24h', 'the old secret stays valid for a day']],
  'keys revoke': [['keys revoke ci', 'at once']],
  'keys remove': [['keys remove ci', 'free the name of a revoked key']],
  audit: [
    ['audit --since 24h --outcome failed', 'what went wrong since yesterday'],
    ['audit --follow', 'watch the calls'],
  ],
  call: [['call dewey_search \'{"query":"loan period"}\'', 'any tool, with its input as JSON']],
  tools: [['tools', 'all tools by toolset']],
  worker: [['worker', 'beside "dewey serve", for many documents']],
  proxy: [['proxy', 'record MCP calls without the server']],
  watch: [['watch', 'follow transcripts without the server']],
  hook: [['hook --print-settings', 'the hooks for ~/.claude/settings.json']],
  doctor: [['doctor', 'when something does not work']],
  completion: [
    ['completion bash >> ~/.bashrc', 'Tab completes commands and options'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell's own variable.
    ['completion zsh > "${fpath[1]}/_dewey"', 'for zsh'],
    ['completion fish > ~/.config/fish/completions/dewey.fish', 'for fish'],
  ],
};

/** Examples for someone who knows nothing yet. */
export const firstExamples: readonly Example[] = [
  ['import', 'the history of the agents on this machine'],
  ['search loan period', 'find where it was talked about'],
  ['show 4954d201:13', 'read on there'],
  ['status', 'what runs and what is stored'],
];

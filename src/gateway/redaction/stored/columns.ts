/**
 * How a column is cleaned: `text`, `list` of texts, `json`, and `placed`: a text that others reference by character offset,
 * so that each character is replaced by an asterisk. Rows with `packed` lines are removed as a whole.
 */
export type Way = 'text' | 'list' | 'json' | 'placed' | 'packed';

/** Columns with text written by people, agents and models. Messages and their raw lines are scanned separately. */
export const written: Readonly<Record<string, Readonly<Record<string, Way>>>> = {
  conversations: { metadata: 'json' },
  expired_messages: { content: 'text', metadata: 'json' },
  capture_fragments: { waiting: 'json' },
  capture_raw: { data: 'packed' },
  startup_contexts: { content: 'text' },
  startup_context_versions: { content: 'text' },
  fiedler_results: { prompt: 'text', output: 'text', error_message: 'text', metadata: 'json' },
  artifacts: { title: 'text', author: 'text', participants: 'list', source_url: 'text', metadata: 'json' },
  artifact_chunks: { text: 'placed', heading: 'text' },
  semantic_events: { narrative: 'text', subject_json: 'json', actors_json: 'json' },
  event_evidence: { quote: 'placed' },
  event_jobs: { last_error_message: 'text' },
  decisions: {
    statement: 'text',
    alternatives: 'list',
    assumptions: 'list',
    reasoning: 'text',
    notes: 'text',
  },
  decision_options: { option: 'text', label: 'text' },
  decision_signals: { description: 'text', metrics: 'json' },
  decision_outcomes: { signals: 'json', reply: 'json' },
  code_changes: { title: 'text' },
  lessons: { lesson: 'text' },
  skills: { statement: 'text', recommendation: 'text', when_to_use: 'text', examples: 'list' },
  skill_versions: { statement: 'text', recommendation: 'text' },
  antipatterns: { pattern: 'text', recommendation: 'text' },
  decision_anomalies: { message: 'text' },
  experiences: {
    situation: 'text',
    approach: 'text',
    outcome: 'text',
    reasoning: 'text',
    revision_reason: 'text',
    tags: 'list',
  },
  memories: { content: 'text' },
  reasoning_sessions: { problem: 'text', user_intent: 'json', conclusion: 'text', rationale: 'text' },
  reasoning_thoughts: { thought: 'text' },
};

/** The columns of `messages`, which are scanned separately. */
export const ofMessages = ['content', 'metadata'] as const;

/** Columns of ids, hashes, references and names, in any table. */
export const nameColumns: ReadonlySet<string> = new Set([
  ...[
    'id',
    'key',
    'name',
    'ref',
    'type',
    'kind',
    'domain',
    'topic',
    'category',
    'model',
    'tool',
    'action',
    'phase',
  ],
  ...[
    'project',
    'owner',
    'session_id',
    'external_id',
    'conversation_id',
    'correlation_id',
    'request_id',
    'key_id',
  ],
  ...[
    'artifact_uid',
    'revision_id',
    'chunk_id',
    'source_id',
    'fragment_id',
    'decision_id',
    'outcome_id',
    'skill_id',
  ],
  ...[
    'from_id',
    'to_id',
    'parent',
    'source_system',
    'document_date',
    'content_hash',
    'context_hash',
    'text_hash',
  ],
  ...[
    'case_hash',
    'args_hash',
    'secret_hash',
    'previous_hash',
    'token_hash',
    'shortened',
    'fingerprint',
    'reader',
  ],
  ...['file_path', 'linked_pr', 'linked_commit', 'created_by', 'client', 'extractor', 'job_type'],
  ...['locked_by', 'last_error_code', 'preset', 'toolsets'],
]);

/** The other columns without free text, and why. */
export const exempt: Readonly<Record<string, string>> = {
  'audit_log.outcome': 'an error kind',
  'audit_log.prev_hash': 'the hash of another row',
  'audit_log.hash': 'a hash that reveals changed rows',
  'audit_chain.trimmed_hash': 'the hash of an audit row',
  'audit_chain.last_hash': 'the hash of an audit row',
  'startup_context_versions.author': 'the name of a key',
  'startup_context_versions.approved_by': 'the name of a key',
  'calibrations.tally': 'numbers',
  'workflow_presets.config': 'gates and their numbers, whose order matters',
  'workflow_sessions.config': 'a copy of a preset',
  'capture_positions.state': 'the state of a file reader',
  'antipatterns.terms': 'search words',
  'retention_runs.report': 'numbers and hashes',
  'search_embedding_claims.refusal': 'the reply of a model, redacted before it is stored',
  'search_postings.term': 'single words of texts, rebuilt when the text changes',
  'search_postings.post': 'numbers',
  'search_postings.pos': 'numbers',
  'search_segments.docs': 'numbers',
};

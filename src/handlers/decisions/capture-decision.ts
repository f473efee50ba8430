import * as z from 'zod';
import { type NewDecision, storeDecision } from '../../db/decisions/decisions.ts';
import { skillsOf } from '../../db/decisions/learned.ts';
import type { StoredOption } from '../../db/decisions/options.ts';
import { capturedLately } from '../../db/decisions/repeated.ts';
import { isUnavailable } from '../../db/postgres/errors.ts';
import { riskLevels } from '../../db/schema/decisions.ts';
import * as p from '../shared/params.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { tool } from '../tool/tool.ts';
import { touchedByDecision } from './addresses.ts';
import { calibrationsAtHand, dangerOf, ifReachable, knownDangers } from './dangers.ts';
import { matching } from './domain/antipatterns.ts';
import { contextHash } from './domain/context-hash.ts';
import { firewall } from './domain/firewall.ts';
import { percent } from './domain/numbers.ts';
import type { Reading } from './domain/options/read.ts';
import { verbsOfDeciding } from './domain/similarity.ts';
import { classesOf, withEvidence } from './evidence.ts';
import { keysOf, readDecision, toStored } from './options.ts';
import {
  explain,
  module,
  notices,
  prefixedId,
  share,
  statement,
  texts,
  toWarning,
  warnings,
} from './shared.ts';
import { inTime } from './time-limit.ts';

const input = z.strictObject({
  statement,
  alternatives: texts
    .min(1, 'must name at least one alternative')
    .describe('Alternatives considered, at least one'),
  confidence: share.describe('Confidence that it will turn out well'),
  assumptions: texts.default([]).describe('Assumptions that must hold for it to succeed'),
  risk_level: z.enum(riskLevels).optional().describe('Risk level'),
  context: z
    .strictObject({
      module: module.optional().describe('Module it concerns; default: domain general'),
      session_id: p.sessionId.optional().describe('Session in which it was made'),
      file_path: z.string().min(1).max(1000).optional().describe('File it concerns'),
      reasoning: z.string().min(1).max(10_000).optional().describe('Reasons for the decision'),
    })
    .default({})
    .describe('Context of the decision'),
  review_at: p.timestamp.optional().describe('When to ask for its outcome; default: in 30 days'),
  project: p.project.optional(),
  external_id: p.externalId.optional(),
});

type Input = z.output<typeof input>;

/** Where it is often given instead of in `context.module`. */
const misplacedModule = new Set(['module', 'domain', 'context.domain']);

export default tool({
  name: 'membria_capture_decision',
  aliases: ['membria.capture_decision'],
  title: 'Capture a decision',
  description:
    'Record a decision when you make it, with its alternatives and your confidence. Record the result later with membria_record_outcome. Returns decision_id and warnings about the decision.',
  effect: 'add',
  explain: (fault) =>
    misplacedModule.has(fault.field)
      ? { suggestion: 'The module is part of the context: context.module.' }
      : explain(fault),
  input,
  output: z.object({
    decision_id: z.string().describe('Decision id'),
    created_at: z.string().describe('Time it was captured'),
    status: z.string().describe('queued: on disk, until the database is available'),
    confidence: z.number().describe('Stated confidence'),
    message: z.string().describe('Result'),
    confirmation: z.string().describe('The status as a sentence'),
    domain: z.string().describe('Domain'),
    context_hash: z.string().describe('SHA-256 of the decision'),
    firewall_status: z.string().describe('clear, caution or block'),
    warnings,
    duplicate: z.boolean().optional().describe('True when it was already stored'),
    ...notices,
  }),
  touches: touchedByDecision,
  async run(input, deps) {
    const reading = await readDecision(input, deps, 'stored');
    const options = toStored(reading);
    const domain = input.context.module ?? 'general';
    const hash = await contextHash(input);
    const proposal = {
      statement: input.statement,
      context: [input.context.reasoning, input.context.file_path].filter(Boolean).join('\n'),
      domain,
      confidence: input.confidence,
      alternatives: input.alternatives,
      options: reading.options,
    };
    const same = { contextHash: hash, domain, project: input.project };
    const [known, [earlier]] = await Promise.all([
      readKnown(input, domain, reading, deps),
      ifReachable(capturedLately(deps.db.sql, same)),
    ]);
    const verdict = firewall(
      { ...proposal, danger: known.danger },
      known.antipatterns,
      known.basis,
      known.dismissed,
    );
    const decision: NewDecision = {
      id: prefixedId('dec', deps),
      statement: input.statement,
      alternatives: input.alternatives,
      assumptions: input.assumptions,
      confidence: input.confidence,
      riskLevel: input.risk_level,
      domain,
      sessionId: input.context.session_id,
      filePath: input.context.file_path,
      reasoning: input.context.reasoning,
      createdBy: deps.call?.client?.split(/[/ ]/)[0]?.slice(0, 100) || 'unknown',
      contextHash: hash,
      firewallStatus: verdict.status,
      showed: matching(proposal, known.antipatterns)
        .map(({ id }) => id)
        .filter((id) => !known.dismissed.has(id)),
      informedBy: known.skills,
      options,
      reviewAt: input.review_at,
      caught: verdict.warnings.flatMap(({ rule, severity, message }) =>
        rule === undefined ? [] : [{ rule, severity, message }],
      ),
      cites: citedIn(`${proposal.statement}\n${input.context.reasoning ?? ''}`),
      project: input.project,
      externalId: input.external_id,
    };
    const stored = await storeOrQueue(decision, deps);
    if (stored.contextHash !== hash) throw otherDecision(input, stored.id);
    return {
      decision_id: stored.id,
      created_at: stored.createdAt,
      status: stored.status,
      confidence: stored.confidence,
      message:
        stored.status === 'queued'
          ? 'The database is unavailable: the decision is saved on disk and will be stored under this id'
          : `Decision captured successfully${earlier && !stored.duplicate ? repeats(stored.id, earlier) : ''}`,
      confirmation: `Decision captured. I've recorded this decision with ${percent(stored.confidence)} confidence.`,
      domain,
      context_hash: stored.contextHash,
      firewall_status: verdict.status,
      warnings: withEvidence(verdict.warnings, known.basis, input.confidence).map(toWarning),
      ...(stored.duplicate ? { duplicate: true } : {}),
    };
  },
});

/** The skill nearest to a decision counts as having informed it. */
const mostSkills = 1;

/** The knowledge a decision is checked against; without the database, built-in rules and what was last read. */
async function readKnown(input: Input, domain: string, reading: Reading, deps: Deps) {
  const [dangers, danger, skills, known] = await Promise.all([
    knownDangers(deps, domain),
    dangerOf(input.statement, deps),
    skillsFor(input, domain, toStored(reading), deps),
    calibrationsAtHand(deps),
  ]);
  const { option, team } = await classesOf(deps.db.sql, known, { reading, domain });
  return { ...dangers, danger, skills, basis: option ?? team };
}

/** By its own options alone: what it only mentions was not weighed. */
async function skillsFor(
  { statement }: Input,
  domain: string,
  options: readonly StoredOption[],
  { db }: Deps,
): Promise<string[]> {
  const search = {
    domain,
    minConfidence: 0,
    statement,
    options: keysOf(options),
    ignore: verbsOfDeciding,
    matchingOnly: true,
    limit: mostSkills,
  };
  return (await ifReachable(skillsOf(db.sql, search))).map(({ id }) => id);
}

/** The ids of decisions that a text names. */
const citedIn = (text: string): string[] => [...new Set(text.match(/(?<![a-z0-9_])dec_[a-z0-9_]+/g) ?? [])];

/**
 * Stores the decision, or spools it under its final id. A store whose reply was lost with the connection may have
 * succeeded; because the id is the same, it is not stored twice.
 */
async function storeOrQueue(decision: NewDecision, deps: Deps) {
  try {
    const stored = await inTime(storeDecision(deps.db.sql, decision));
    if (!stored) throw deleted(decision);
    return stored;
  } catch (error) {
    if (!deps.spool || !isUnavailable(error)) throw error;
    const createdAt = deps.clock().toISOString();
    await deps.spool.append('decision', { ...decision, createdAt });
    const { id, confidence, contextHash } = decision;
    return { id, createdAt, status: 'queued' as const, confidence, contextHash, duplicate: false };
  }
}

/** Each call is a decision unless an external id says otherwise, so an equal one is stored and pointed out. */
const repeats = (id: string, earlier: { id: string; createdAt: string }): string =>
  `. The same decision was captured at ${earlier.createdAt} as ${earlier.id}: if this call repeats that one, go on with ${earlier.id} and have "dewey forget ${id}" run. Calls that send an external_id can be repeated without storing anything twice.`;

const deleted = ({ externalId }: NewDecision): ToolError =>
  new ToolError(
    'conflict',
    `The decision with external_id ${externalId} was deleted and cannot be stored again.`,
    {
      field: 'external_id',
      received: externalId,
      suggestion: 'Use a new external_id for a new decision.',
    },
  );

const otherDecision = ({ external_id }: Input, id: string): ToolError =>
  new ToolError('conflict', `external_id ${external_id} is already used by another decision.`, {
    field: 'external_id',
    received: external_id,
    decision_id: id,
    suggestion: 'Use a new external_id for a new decision.',
  });

import { createHash } from 'node:crypto';
import { verify } from '@octokit/webhooks-methods';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import {
  decisionsOfCode,
  existingDecisions,
  fillLinkedPr,
  linkCodeChange,
} from '../../../db/decisions/changes.ts';
import { isUnavailable } from '../../../db/postgres/errors.ts';
import recordSignal from '../../../handlers/decisions/record-signal.ts';
import { prefixedId } from '../../../handlers/decisions/shared.ts';
import type { Deps } from '../../../handlers/tool/deps.ts';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { parseInput } from '../../../handlers/tool/parse-json.ts';
import type { Dispatcher } from '../../calls/dispatch.ts';
import type { Variables } from '../context.ts';
import { decisionsNamedIn, type GithubEvent, readEvent } from './github-events.ts';

/** GitHub sends at most 25 MB. */
const maxBodyBytes = 25_000_000;

/**
 * `POST /hooks/github`: turns events of the pull requests and commits that implement a decision, their reverts and incidents
 * into signals. A
 * decision is named by its id in the title, body, branch or a commit message. The body's signature replaces an API key;
 * without a secret every delivery is refused. Each event is recorded once, whatever delivery id it arrives under: that
 * id is not signed.
 */
export function githubRoutes(
  dispatcher: Dispatcher,
  deps: Deps,
  secret: string | undefined,
): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post('/', bodyLimit({ maxSize: maxBodyBytes }), async (c) => {
    const body = await c.req.text();
    await check(secret, body, c.req.header('x-hub-signature-256'));
    const event = readEvent(c.req.header('x-github-event'), parseInput(body));
    const signals = event ? await record(event, c.get('requestId'), dispatcher, deps) : [];
    return c.json({ signals }, 202);
  });
}

async function check(secret: string | undefined, body: string, signature: string | undefined): Promise<void> {
  if (secret === undefined)
    throw new ToolError(
      'forbidden',
      'GitHub webhooks are disabled: there is no secret to verify them with.',
      {
        suggestion: 'Set DEWEY_GITHUB_SECRET to the secret of the webhook.',
      },
    );
  if (body === '')
    throw new ToolError('invalid_input', 'The delivery has no body.', {
      suggestion: 'Send the event as JSON, as GitHub does.',
    });
  if (!signature || !(await verify(secret, body, signature)))
    throw new ToolError('unauthorized', 'The signature of this delivery is not valid.', {
      field: 'X-Hub-Signature-256',
      problem: !signature ? 'is required' : 'was not made with the secret of this webhook',
      suggestion: 'Use the same secret in GitHub and in DEWEY_GITHUB_SECRET.',
    });
}

async function record(event: GithubEvent, requestId: string, dispatcher: Dispatcher, deps: Deps) {
  const { signal } = event;
  const replies = [];
  const decisions = await decisionsOf(event, deps);
  const changes = decisions.length === 0 ? [] : await Promise.all(event.changes.map(cleanedBy(deps)));
  for (const decisionId of decisions) {
    for (const change of changes)
      await linkCodeChange(deps.db.sql, { ...change, id: prefixedId('chg', deps), decisionId }).catch(
        (error) => {
          if (!isUnavailable(error)) throw error; // the next event links it again; the signal is kept
          deps.log.warn({ err: error, decisionId }, 'a code change could not be linked');
        },
      );
    if (event.merged !== undefined)
      await fillLinkedPr(deps.db.sql, decisionId, event.merged).catch((error) => {
        if (!isUnavailable(error)) throw error;
        deps.log.warn({ err: error, decisionId }, 'a merged pull request could not be named');
      });
    if (!signal) continue;
    const input = {
      decision_id: decisionId,
      signal_type: signal.type,
      valence: signal.valence,
      description: signal.description,
      external_id: externalIdOf(signal),
    };
    const reply = await dispatcher.call(recordSignal, input, {
      requestId,
      client: 'github',
      clientId: 'webhook:github',
      scope: 'write',
    });
    if (!reply.ok) throw reply.error;
    replies.push(reply.value);
  }
  return replies;
}

/** Redacts the title of a change. Signals are redacted by the tool that records them. */
const cleanedBy =
  ({ redact }: Deps) =>
  async (change: GithubEvent['changes'][number]) =>
    redact && change.title !== undefined
      ? { ...change, title: String((await redact(change.title)).value) }
      : change;

/** A unique index on it prevents storing a signal twice for a decision. */
const externalIdOf = ({ type, identity }: NonNullable<GithubEvent['signal']>): string =>
  `github:${createHash('sha256')
    .update(JSON.stringify([type, ...identity]))
    .digest('hex')}`;

/** The decisions an event names, and those linked to its code. */
async function decisionsOf(event: GithubEvent, { db }: Deps): Promise<string[]> {
  const named = decisionsNamedIn(event.texts);
  try {
    const [existing, linked] = await Promise.all([
      existingDecisions(
        db.sql,
        named.flatMap(({ candidates }) => candidates),
      ),
      decisionsOfCode(db.sql, event.refs),
    ]);
    const found = named.flatMap(({ candidates }) => candidates.find((id) => existing.includes(id)) ?? []);
    return [...new Set([...found, ...linked])];
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    return named.map(({ id }) => id); // the spool keeps the signal; whether the decision exists is checked later
  }
}

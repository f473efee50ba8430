import { verify } from '@octokit/webhooks-methods';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { decisionsOfCode, existingDecisions, linkCodeChange } from '../../db/decision-changes.ts';
import { isUnavailable } from '../../db/failure.ts';
import recordSignal from '../../handlers/decisions/record-signal.ts';
import { prefixedId } from '../../handlers/decisions/shared.ts';
import type { Deps } from '../../handlers/deps.ts';
import { ToolError } from '../../handlers/errors.ts';
import { parseInput } from '../../handlers/json.ts';
import type { Variables } from '../caller.ts';
import type { Door } from '../door.ts';
import { decisionsNamedIn, type GithubEvent, readEvent } from './github-events.ts';

/** GitHub sends at most 25 MB. */
const maxBodyBytes = 25_000_000;

/**
 * `POST /hooks/github`: what happens to the pull requests and commits that carry a decision out becomes a signal. A
 * decision is named by its id in the title, the text, the branch or a commit message. The signature of the body stands
 * in for an API key; without a secret nothing is accepted. A repeated delivery is recorded once.
 */
export function githubRoutes(
  door: Door,
  deps: Deps,
  secret: string | undefined,
): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post('/', bodyLimit({ maxSize: maxBodyBytes }), async (c) => {
    const body = await c.req.text();
    await check(secret, body, c.req.header('x-hub-signature-256'));
    const event = readEvent(c.req.header('x-github-event'), parseInput(body));
    const delivery = c.req.header('x-github-delivery') ?? c.get('requestId');
    const signals = event ? await record(event, delivery, c.get('requestId'), door, deps) : [];
    return c.json({ signals }, 202);
  });
}

async function check(secret: string | undefined, body: string, signature: string | undefined): Promise<void> {
  if (secret === undefined)
    throw new ToolError(
      'forbidden',
      'GitHub webhooks are switched off: there is no secret to check them with.',
      {
        suggestion: 'Set DEWEY_GITHUB_SECRET to the secret of the webhook.',
      },
    );
  if (signature === undefined || !(await verify(secret, body, signature)))
    throw new ToolError('unauthorized', 'The signature of this delivery is not right.', {
      field: 'X-Hub-Signature-256',
      problem: signature === undefined ? 'is required' : 'was not made with the secret of this webhook',
      suggestion: 'Use the same secret in GitHub and in DEWEY_GITHUB_SECRET.',
    });
}

async function record(event: GithubEvent, delivery: string, requestId: string, door: Door, deps: Deps) {
  const { signal } = event;
  const replies = [];
  for (const decisionId of await decisionsOf(event, deps)) {
    for (const change of event.changes)
      await linkCodeChange(deps.db.sql, { ...change, id: prefixedId('chg', deps), decisionId }).catch(
        (error) => {
          if (!isUnavailable(error)) throw error; // a link is drawn again with the next event; the signal is kept
          deps.log.warn({ err: error, decisionId }, 'a code change could not be linked');
        },
      );
    if (!signal) continue;
    const input = {
      decision_id: decisionId,
      signal_type: signal.type,
      valence: signal.valence,
      description: signal.description,
      external_id: `github:${delivery}`,
    };
    const reply = await door.call(recordSignal, input, {
      requestId,
      client: 'github',
      peer: 'webhook:github',
      scope: 'write',
    });
    if (!reply.ok) throw reply.error;
    replies.push(reply.value);
  }
  return replies;
}

/** The decisions an event names, and those whose code it is about. */
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
    return named.map(({ id }) => id); // the spool keeps the signal; whether the decision exists shows later
  }
}

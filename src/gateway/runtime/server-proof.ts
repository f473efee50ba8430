import { createHmac, timingSafeEqual } from 'node:crypto';
import { Agent, request } from 'node:http';
import { newSecret } from './clock-and-ids.ts';

/*
 * How a server proves to commands of the same user that it wrote `server.json`. A server that was killed leaves that
 * file behind, and its port is free for any program: without proof, that program would receive the API key, and its
 * answer would reach an agent as the startup context.
 *
 * The server draws a secret at each start and writes it to `server.json`, which only its owner can read. A client sends
 * a fresh challenge to `/healthz`, without a key; the answer carries its HMAC-SHA-256 under that secret. The client
 * sends its key, and trusts answers, only on that very connection. This costs one round trip on loopback.
 */

export const challengeHeader = 'x-dewey-challenge';
export const proofHeader = 'x-dewey-proof';

/** The server's answer to a challenge; undefined if the challenge is malformed. */
export const proofOf = (secret: string, challenge: string): string | undefined =>
  /^[\w-]{43}$/.test(challenge)
    ? createHmac('sha256', secret).update(`dewey server ${challenge}`).digest('base64url')
    : undefined;

/**
 * Connects to a server and verifies its identity.
 *
 * @returns an agent with that one connection: requests through it use the connection, or fail if it is closed.
 * @throws if nothing answers in time, or the proof is invalid.
 */
export async function connectProven(
  { url, secret }: { url: string; secret: string },
  timeoutMs: number,
): Promise<Agent> {
  const agent = new OneConnection({ keepAlive: true, maxSockets: 1 });
  const challenge = newSecret();
  const expected = proofOf(secret, challenge) ?? '';
  try {
    const proof = await new Promise<unknown>((resolve, reject) => {
      const call = request(`${url}/healthz`, {
        agent,
        headers: { [challengeHeader]: challenge },
        signal: AbortSignal.timeout(timeoutMs),
      });
      call.on('response', (response) => {
        response.on('end', () => resolve(response.headers[proofHeader]));
        response.on('error', reject);
        response.resume();
      });
      call.on('error', reject);
      call.end();
    });
    if (!isSame(proof, expected))
      throw new Error(`the server at ${url} is not the server of this data directory`);
    return agent;
  } catch (error) {
    agent.destroy();
    throw error;
  }
}

class OneConnection extends Agent {
  #made = false;

  override createConnection(...args: Parameters<Agent['createConnection']>) {
    if (this.#made) throw new Error('the server closed the connection on which it proved itself');
    this.#made = true;
    return super.createConnection(...args);
  }
}

function isSame(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

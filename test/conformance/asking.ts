import * as z from 'zod';
import type { Answers, ClientSession, Elicitation } from '../../src/handlers/tool/client-session.ts';
import { ToolError } from '../../src/handlers/tool/errors.ts';
import { type Tool, tool } from '../../src/handlers/tool/tool.ts';

/**
 * The suite's tools that request input from their client, as in the protocol of 2026-07-28: by an input-required
 * result.
 */

const asks = (name: string, run: (session: ClientSession) => Promise<string>): Tool =>
  tool({
    name,
    title: name,
    description: `The conformance suite's ${name}.`,
    effect: 'read',
    interactive: true,
    input: z.strictObject({}),
    output: z.object({ shown: z.string().describe('What is shown') }),
    content: ({ shown }) => [{ type: 'text', text: shown }],
    async run(_, deps) {
      if (!deps.call?.clientSession) throw new Error('the transport gave no client session');
      return { shown: await run(deps.call.clientSession) };
    },
  });

const text = (name: string) => ({ [name]: { type: 'string' } });

const elicit = (message: string, properties: object): Elicitation => ({
  method: 'elicitation/create',
  params: {
    message,
    requestedSchema: { type: 'object', properties, required: Object.keys(properties) },
  },
});

const sample = (question: string, maxTokens: number): Elicitation => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens },
});

const roots: Elicitation = { method: 'roots/list', params: {} };

const said = (answers: Answers, name: string, field: string): string =>
  String((answers[name]?.content as Record<string, unknown> | undefined)?.[field]);

/** Asks until the named field of the answer is a string. */
async function insist(
  session: ClientSession,
  name: string,
  field: string,
  question: Elicitation,
): Promise<string> {
  const given = (session.given[name]?.content as Record<string, unknown> | undefined)?.[field];
  if (typeof given === 'string') return given;
  delete session.given[name];
  return said(await session.ask({ [name]: question }), name, field);
}

const name = elicit('What is your name?', text('name'));

export const asking: readonly Tool[] = [
  asks(
    'test_input_required_result_elicitation',
    async (session) => `Hello, ${await insist(session, 'user_name', 'name', name)}!`,
  ),
  asks('test_input_required_result_sampling', async ({ ask }) => {
    const answers = await ask({ capital_question: sample('What is the capital of France?', 100) });
    return said(answers, 'capital_question', 'text');
  }),
  asks('test_input_required_result_list_roots', async ({ ask }) => {
    const { client_roots } = await ask({ client_roots: roots });
    return `Roots: ${JSON.stringify(client_roots?.roots)}`;
  }),
  asks('test_input_required_result_request_state', async (session) => {
    await session.ask({ confirm: elicit('Please confirm', { ok: { type: 'boolean' } }) }, 'asked');
    if (session.state !== 'asked') throw new ToolError('refused', 'The state is not the one given out.');
    return 'state-ok';
  }),
  asks('test_input_required_result_multiple_inputs', async ({ ask }) => {
    const answers = await ask(
      { user_name: name, greeting: sample('Generate a greeting', 50), client_roots: roots },
      'asked',
    );
    return `${said(answers, 'greeting', 'text')}, ${said(answers, 'user_name', 'name')}`;
  }),
  asks('test_input_required_result_multi_round', async (session) => {
    if (session.state?.startsWith('2:')) {
      const { step2 } = session.given;
      return `${session.state.slice(2)} likes ${(step2?.content as { color?: string } | undefined)?.color}.`;
    }
    const first = await session.ask({ step1: elicit('Step 1: What is your name?', text('name')) }, '1:');
    const second = elicit('Step 2: What is your favorite color?', text('color'));
    await session.ask({ step2: second }, `2:${said(first, 'step1', 'name')}`);
    return 'Both steps at once.';
  }),
  asks('test_input_required_result_tampered_state', async ({ ask, state }) => {
    await ask({ confirm: elicit('Please confirm', { ok: { type: 'boolean' } }) }, 'sealed');
    return `state-ok: ${state}`;
  }),
  asks('test_input_required_result_capabilities', async ({ ask, capabilities }) => {
    const questions = {
      ...(capabilities.sampling ? { greeting: sample('Generate a greeting', 50) } : {}),
      ...(capabilities.elicitation ? { user_name: name } : {}),
    };
    return JSON.stringify(await ask(questions));
  }),
  asks('test_missing_capability', async ({ ask }) =>
    JSON.stringify(await ask({ greeting: sample('Generate a greeting', 50) })),
  ),
  asks('test_streaming_elicitation', async ({ ask, progress }) => {
    await progress(1, 2);
    return said(await ask({ user_name: name }), 'user_name', 'name');
  }),
];

import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { createCatalog } from '../../src/handlers/tool/catalog.ts';
import type { ClientSession, Elicitation } from '../../src/handlers/tool/client-session.ts';
import type { Block } from '../../src/handlers/tool/content.ts';
import type { Deps } from '../../src/handlers/tool/deps.ts';
import { ToolError } from '../../src/handlers/tool/errors.ts';
import { prompt, userText } from '../../src/handlers/tool/prompt.ts';
import { resource } from '../../src/handlers/tool/resource.ts';
import { type Tool, tool } from '../../src/handlers/tool/tool.ts';
import { asking } from './asking.ts';

/** A red pixel. */
export const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** A WAV file of zero length. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const text = (value: string): Block => ({ type: 'text', text: value });
const blocks = z.object({ blocks: z.custom<Block[]>().describe('What is shown') });

type Run = (input: Record<string, string>, session: ClientSession, deps: Deps) => Promise<Block[]>;

/** A tool of the suite, with text arguments and content blocks as output. */
export function fixture(name: string, run: Run, args: readonly string[] = [], interactive = true): Tool {
  return tool({
    name,
    title: name,
    description: `The conformance suite's ${name}.`,
    effect: 'read',
    interactive,
    input: z.strictObject(Object.fromEntries(args.map((arg) => [arg, z.string().describe(arg)]))),
    output: blocks,
    content: (output) => output.blocks,
    async run(input, deps) {
      const session = deps.call?.clientSession;
      if (interactive && !session) throw new Error('the transport gave no client session');
      return { blocks: await run(input as Record<string, string>, session as ClientSession, deps) };
    },
  });
}

const plain = (name: string, ...shown: Block[]): Tool => fixture(name, async () => shown, [], false);

const elicit = (message: string, properties: object, required?: string[]): Elicitation => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties, ...(required ? { required } : {}) } },
});

const elicitation = (name: string, properties: object) =>
  fixture(name, async (_, { ask }) => {
    const { answer } = await ask({ answer: elicit('Please choose', properties) });
    return [
      text(
        `Elicitation completed: action=${answer?.action}, content=${JSON.stringify(answer?.content ?? {})}`,
      ),
    ];
  });

const titled = (prefix: string, word: string) =>
  ['First', 'Second', 'Third'].map((nth, i) => ({ const: `${prefix}${i + 1}`, title: `${nth} ${word}` }));

const tools: Tool[] = [
  plain('test_simple_text', text('This is a simple text response for testing.')),
  plain('test_image_content', { type: 'image', data: png, mimeType: 'image/png' }),
  plain('test_audio_content', { type: 'audio', data: wav, mimeType: 'audio/wav' }),
  plain('test_embedded_resource', {
    type: 'resource',
    resource: {
      uri: 'test://embedded-resource',
      mimeType: 'text/plain',
      text: 'This is an embedded resource content.',
    },
  }),
  plain(
    'test_multiple_content_types',
    text('Multiple content types test:'),
    { type: 'image', data: png, mimeType: 'image/png' },
    {
      type: 'resource',
      resource: {
        uri: 'test://mixed-content-resource',
        mimeType: 'application/json',
        text: JSON.stringify({ test: 'data', value: 123 }),
      },
    },
  ),
  fixture('test_error_handling', async () => {
    throw new ToolError('refused', 'This tool intentionally returns an error for testing');
  }),
  fixture('test_tool_with_logging', async (_, { log }) => {
    await log('info', 'Tool execution started');
    await delay(50);
    await log('info', 'Tool processing data');
    await delay(50);
    await log('info', 'Tool execution completed');
    return [text('Logged three messages.')];
  }),
  fixture('test_logging_tool', async (_, { log }) => {
    await log('info', 'One message');
    return [text('Logged one message.')];
  }),
  fixture('test_tool_with_progress', async (_, { progress }) => {
    for (const done of [0, 50, 100]) {
      await progress(done, 100);
      await delay(50);
    }
    return [text('Reported progress three times.')];
  }),
  fixture(
    'test_sampling',
    async (input, { ask }) => {
      const messages = [{ role: 'user', content: { type: 'text', text: input.prompt } }];
      const { sample } = await ask({
        sample: { method: 'sampling/createMessage', params: { messages, maxTokens: 100 } },
      });
      const content = sample?.content as { text?: string } | undefined;
      return [text(`LLM response: ${content?.text}`)];
    },
    ['prompt'],
  ),
  fixture(
    'test_elicitation',
    async (input, { ask }) => {
      const { user } = await ask({
        user: elicit(
          input.message ?? '',
          {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          ['username', 'email'],
        ),
      });
      return [
        text(`User response: action: ${user?.action}, content: ${JSON.stringify(user?.content ?? {})}`),
      ];
    },
    ['message'],
  ),
  elicitation('test_elicitation_sep1034_defaults', {
    name: { type: 'string', default: 'John Doe' },
    age: { type: 'integer', default: 30 },
    score: { type: 'number', default: 95.5 },
    status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean', default: true },
  }),
  elicitation('test_elicitation_sep1330_enums', {
    untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
    titledSingle: { type: 'string', oneOf: titled('value', 'Option') },
    legacyEnum: {
      type: 'string',
      enum: ['opt1', 'opt2', 'opt3'],
      enumNames: ['Option One', 'Option Two', 'Option Three'],
    },
    untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
    titledMulti: { type: 'array', items: { anyOf: titled('value', 'Choice') } },
  }),
  ...asking,
];

/** A resource is a read tool with a URI; this one returns the argument from its URI. */
const reader = fixture('test_read', async (input) => [text(input.of ?? '')], ['of'], false);

const readable = z.object({ blocks: z.array(z.object({ text: z.string() })) });

const fixed = (uri: string, name: string, content: string) =>
  resource({
    uri,
    name,
    title: name,
    description: `The conformance suite's ${name}.`,
    mimeType: 'text/plain',
    tool: reader,
    output: readable,
    input: () => ({ of: content }),
    render: (value) => ({ mimeType: 'text/plain', text: value.blocks[0]?.text ?? '' }),
  });

const resources = [
  fixed('test://static-text', 'static text', 'This is the content of the static text resource.'),
  fixed('test://watched-resource', 'watched resource', 'Watched.'),
  resource({
    ...fixed('test://static-binary', 'static binary', png),
    output: readable,
    render: (value) => ({ mimeType: 'image/png', blob: value.blocks[0]?.text ?? '' }),
  }),
  resource({
    uri: 'test://template/{id}/data',
    name: 'template',
    title: 'A template',
    description: "The conformance suite's template.",
    mimeType: 'application/json',
    tool: reader,
    output: readable,
    input: ({ id }) => ({ of: id }),
    render: (value) => {
      const id = value.blocks[0]?.text;
      return {
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      };
    },
  }),
];

const arg = (name: string) => z.string().describe(name);

const prompts = [
  prompt({
    name: 'test_simple_prompt',
    title: 'Simple',
    description: 'A prompt without arguments.',
    args: z.strictObject({}),
    run: async () => [userText('This is a simple prompt for testing.')],
  }),
  prompt({
    name: 'test_prompt_with_arguments',
    title: 'With arguments',
    description: 'A prompt with two arguments.',
    args: z.strictObject({ arg1: arg('First test argument'), arg2: arg('Second test argument') }),
    complete: {
      arg1: async (typed) => ['paris', 'park', 'party'].filter((value) => value.startsWith(typed)),
    },
    run: async ({ arg1, arg2 }) => [userText(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }),
  prompt({
    name: 'test_prompt_with_embedded_resource',
    title: 'With a resource',
    description: 'A prompt with an embedded resource.',
    args: z.strictObject({ resourceUri: arg('URI of the resource to embed') }),
    run: async ({ resourceUri }) => [
      {
        role: 'user',
        content: {
          type: 'resource',
          resource: {
            uri: resourceUri,
            mimeType: 'text/plain',
            text: 'Embedded resource content for testing.',
          },
        },
      },
      userText('Please process the embedded resource above.'),
    ],
  }),
  prompt({
    name: 'test_prompt_with_image',
    title: 'With an image',
    description: 'A prompt with an image.',
    args: z.strictObject({}),
    run: async () => [
      { role: 'user', content: { type: 'image', data: png, mimeType: 'image/png' } },
      userText('Please analyze the image above.'),
    ],
  }),
  prompt({
    name: 'test_input_required_result_prompt',
    title: 'That asks',
    description: 'A prompt that asks for its context.',
    args: z.strictObject({}),
    async run(_, __, deps) {
      const answers = await deps.call?.clientSession?.ask({
        user_context: elicit('What context should the prompt use?', { context: { type: 'string' } }, [
          'context',
        ]),
      });
      return [userText(`Use this context: ${JSON.stringify(answers?.user_context?.content)}`)];
    },
  }),
];

/** The fixtures that the official conformance suite calls, served by the product's own gateway. */
export const conformanceCatalog = createCatalog([
  { name: 'conformance', title: 'Conformance fixtures', tools, resources, prompts },
]);

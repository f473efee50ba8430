import { afterEach } from 'vitest';
import * as z from 'zod';
import contexts from '../../src/handlers/contexts/index.ts';
import conversations from '../../src/handlers/conversations/index.ts';
import { createCatalog } from '../../src/handlers/tool/catalog.ts';
import { tool } from '../../src/handlers/tool/tool.ts';
import { TestSocket } from './socket.ts';

/** Calls that end when the test opens the gate. */
export const gate = { open: () => {}, entered: 0, most: 0 };
let opened = Promise.resolve();
export const shut = () => {
  gate.entered = 0;
  gate.most = 0;
  opened = new Promise((resolve) => {
    gate.open = resolve;
  });
};

const wait = tool({
  name: 'wait',
  title: 'Wait',
  description: 'Wait until the test lets go.',
  effect: 'read',
  interactive: true,
  input: z.strictObject({}),
  output: z.object({ aborted: z.boolean().describe('Whether the client cancelled') }),
  async run(_, { call }) {
    gate.entered += 1;
    gate.most = Math.max(gate.most, gate.entered);
    await call?.clientSession?.progress(1, 2);
    await opened;
    gate.entered -= 1;
    return { aborted: call?.clientSession?.signal.aborted ?? false };
  },
});

/** The same without messages before its result. */
const hold = tool({
  name: 'hold',
  title: 'Hold',
  description: 'Wait in silence until the test lets go.',
  effect: 'read',
  input: z.strictObject({ text: z.string().describe('Comes back') }),
  output: z.object({ text: z.string().describe('The same') }),
  async run({ text }) {
    await opened;
    return { text };
  },
});

const large = tool({
  name: 'large',
  title: 'Large',
  description: 'Give back much text.',
  effect: 'read',
  input: z.strictObject({ megabytes: z.int().describe('How much') }),
  output: z.object({ text: z.string().describe('Much') }),
  run: async ({ megabytes }) => ({ text: 'x'.repeat(megabytes * 1_000_000) }),
});

/** Some toolsets, a tool that waits and one with a large result. */
export const catalog = createCatalog([
  conversations,
  contexts,
  { name: 'test', title: 'Test', tools: [wait, hold, large] },
]);
/** Opens sockets for the test file it is called in, and closes them after each test. */
export function useSockets() {
  const sockets: TestSocket[] = [];
  afterEach(async () => {
    gate.open();
    await Promise.all(sockets.splice(0).map((socket) => socket.close()));
  });
  const open = async (...args: Parameters<typeof TestSocket.open>) => {
    const socket = await TestSocket.open(...args);
    sockets.push(socket);
    return socket;
  };
  return { sockets, open };
}

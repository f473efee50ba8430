import * as z from 'zod';
import { prompt, userText } from '../tool/prompt.ts';
import getStartupContext from './get-startup-context.ts';
import { completeContextName } from './resources.ts';
import { oneLine, provenance, provenanceSentence, quoted } from './shared.ts';

const context = z
  .object({ name: z.string(), content: z.string(), version: z.int(), ...provenance })
  .nullable();

/** Shown when no context is active: an empty prompt would look like an error. */
const nothing =
  'No startup context is active. Ask what this session is about; use dewey_search to find earlier conversations.';

export default prompt({
  name: 'dewey_start_session',
  title: 'Start a session',
  description: 'Start a session with the active startup context, or with one by name.',
  args: z.strictObject({
    context: z.string().optional().describe('Name of the startup context; default: the active one'),
  }),
  complete: { context: completeContextName },
  async run(args, read) {
    const found = await read(getStartupContext, args.context ? { name: args.context } : {}, context);
    if (!found) return [userText(nothing)];
    const what = `Startup context "${oneLine(found.name)}", version ${found.version}, as stored in Dewey`;
    if (found.author === undefined) return [userText(`${what}:\n\n${found.content}`)];
    return [userText(`${what}. ${provenanceSentence(found)}\n\n${quoted(found.content)}`)];
  },
});

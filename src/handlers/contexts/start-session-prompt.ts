import * as z from 'zod';
import { prompt, userText } from '../tool/prompt.ts';
import getStartupContext from './get-startup-context.ts';
import { completeContextName } from './resources.ts';
import { oneLine, provenance, provenanceSentence, quoted } from './shared.ts';

const context = z
  .object({ name: z.string(), content: z.string(), version: z.int(), ...provenance })
  .nullable();

/** What is said when no context is active: an empty prompt would look like a fault. */
const nothing =
  'No startup context is active. Ask what this session is about; dewey_search finds what was said before.';

export default prompt({
  name: 'dewey_start_session',
  title: 'Start a session',
  description: 'Open a session with the active startup context, or with one by name.',
  args: z.strictObject({
    context: z.string().optional().describe('The name of the startup context; the active one without it'),
  }),
  complete: { context: completeContextName },
  async run(args, read) {
    const found = await read(getStartupContext, args.context ? { name: args.context } : {}, context);
    if (!found) return [userText(nothing)];
    const what = `Startup context "${oneLine(found.name)}", version ${found.version}, as it is kept in Dewey`;
    if (found.author === undefined) return [userText(`${what}:\n\n${found.content}`)];
    return [userText(`${what}. ${provenanceSentence(found)}\n\n${quoted(found.content)}`)];
  },
});

import type * as z from 'zod';
import type { PromptMessage } from './content.ts';
import type { Deps } from './deps.ts';
import { ToolError } from './errors.ts';
import { invalidInput } from './invalid-input.ts';
import type { Complete } from './resource.ts';
import type { Tool } from './tool.ts';

/** Calls a read tool for the prompt's content; rights, validation and audit are the tool's. */
export type Read = <T>(tool: Tool, input: object, shape: z.ZodType<T>) => Promise<T>;

/** A prompt as its module defines it. */
export type PromptCard<Args extends z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  /** Its arguments, all strings. */
  args: Args;
  complete?: { [Name in keyof z.output<Args>]?: Complete };
  /** Builds the messages. Throws a ToolError for failures reported to the client. */
  run(args: z.output<Args>, read: Read, deps: Deps): Promise<PromptMessage[]>;
};

/** A prompt as the gateway mounts it. */
export type Prompt = Readonly<Omit<PromptCard<z.ZodObject>, 'run' | 'complete'>> & {
  readonly complete: Record<string, Complete | undefined>;
  /** @throws ToolError `invalid_input` when the arguments do not match its schema. */
  get(args: unknown, read: Read, deps: Deps): Promise<PromptMessage[]>;
};

/** Creates a prompt from its card. */
export function prompt<Args extends z.ZodObject>(card: PromptCard<Args>): Prompt {
  const { run, complete, ...face } = card;
  return {
    ...face,
    complete: complete ?? {},
    async get(args, read, deps) {
      const parsed = card.args.safeParse(args);
      if (!parsed.success) throw invalidArguments(parsed.error, args, Object.keys(card.args.shape));
      return run(parsed.data, read, deps);
    },
  };
}

/** Names the arguments in the message, because that is all that clients show of a prompt that failed. */
function invalidArguments(error: z.ZodError, args: unknown, names: readonly string[]): ToolError {
  const { kind, message, details } = invalidInput(error, { received: args, given: args }, names);
  const suggestion =
    names.length > 0 ? `The arguments are: ${names.join(', ')}.` : 'This prompt takes no arguments.';
  return new ToolError(kind, `${message} ${suggestion}`, { ...details, suggestion });
}

/** A text message from the user. */
export const userText = (text: string): PromptMessage => ({ role: 'user', content: { type: 'text', text } });

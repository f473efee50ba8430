import type * as z from 'zod';
import type { PromptMessage } from './content.ts';
import type { Deps } from './deps.ts';
import { invalidInput } from './invalid-input.ts';
import type { Complete } from './resource.ts';
import type { Tool } from './tool.ts';

/** Asks a read tool for what a prompt tells; rights, validation and audit are the tool's. */
export type Read = <T>(tool: Tool, input: object, shape: z.ZodType<T>) => Promise<T>;

/** A prompt as its module describes it. */
export type PromptCard<Args extends z.ZodObject> = {
  name: string;
  title: string;
  description: string;
  /** Its arguments; every one is text. */
  args: Args;
  complete?: { [Name in keyof z.output<Args>]?: Complete };
  /** Throws a ToolError for what the client should be told. */
  run(args: z.output<Args>, read: Read, deps: Deps): Promise<PromptMessage[]>;
};

/** A prompt as the gateway mounts it. */
export type Prompt = Readonly<Omit<PromptCard<z.ZodObject>, 'run' | 'complete'>> & {
  readonly complete: Record<string, Complete | undefined>;
  /** @throws ToolError `invalid_input` when the arguments are not its own. */
  get(args: unknown, read: Read, deps: Deps): Promise<PromptMessage[]>;
};

/** Makes a prompt of its card. */
export function prompt<Args extends z.ZodObject>(card: PromptCard<Args>): Prompt {
  const { run, complete, ...face } = card;
  return {
    ...face,
    complete: complete ?? {},
    async get(args, read, deps) {
      const parsed = card.args.safeParse(args);
      if (!parsed.success) throw invalidInput(parsed.error, args, Object.keys(card.args.shape));
      return run(parsed.data, read, deps);
    },
  };
}

/** Text a user says. */
export const userText = (text: string): PromptMessage => ({ role: 'user', content: { type: 'text', text } });

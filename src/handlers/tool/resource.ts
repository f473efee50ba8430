import type * as z from 'zod';
import type { Deps } from './deps.ts';
import type { Tool } from './tool.ts';

/** What a resource reads as: JSON of the tool's result unless `render` says otherwise. */
export type Rendered = { mimeType: string; text: string } | { mimeType: string; blob: string };

/** One address of a listing. */
export type ListedAddress = { uri: string; name: string; description?: string | undefined };

/** Suggests values for a variable or an argument that begin with what was typed; best first, at most 100. */
export type Complete = (typed: string, deps: Deps) => Promise<string[]>;

/** A resource as its module describes it. */
export type ResourceCard<Output> = {
  /** Its address, with variables in braces: `dewey://contexts/{name}`. One without variables is listed as it is. */
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** The read tool that answers; rights, validation and audit are the tool's. */
  tool: Tool;
  /** The shape of the tool's result, as far as it is rendered. */
  output: z.ZodType<Output>;
  /** Whether its address takes query parameters; they count as variables. */
  filtered?: boolean;
  /** The tool's input, from the variables of the address. */
  input(variables: Record<string, string>): object;
  render?(output: Output): Rendered;
  /** Addresses to show in a listing, for one with variables. */
  list?(deps: Deps): Promise<ListedAddress[]>;
  complete?: Record<string, Complete>;
  /**
   * Whether a caller may hear that what is at an address has changed; asked for those with a key. Without it whoever
   * reaches the resource may.
   */
  hears?(variables: Record<string, string>, deps: Deps): Promise<boolean>;
};

/** A resource as the gateway mounts it: a read tool with an address. */
export type Resource = Readonly<Omit<ResourceCard<unknown>, 'output' | 'render'>> & {
  /** Names of the variables in its address. */
  readonly variables: readonly string[];
  /** The variables' values when the address is one of this resource, decoded. */
  match(uri: string): Record<string, string> | undefined;
  render(value: unknown): Rendered;
};

/** Makes a resource of its card. */
export function resource<Output>(card: ResourceCard<Output>): Resource {
  const { output, render, ...face } = card;
  const { pattern, variables } = compile(card.uri);
  return {
    ...face,
    variables,
    match(uri) {
      const [path = '', query] = card.filtered ? uri.split('?', 2) : [uri];
      const values = pattern.exec(path)?.slice(1);
      const decoded = values && decodeAll(variables, values);
      return decoded && { ...Object.fromEntries(new URLSearchParams(query)), ...decoded };
    },
    render: (value) =>
      render ? render(output.parse(value)) : { mimeType: card.mimeType, text: JSON.stringify(value) },
  };
}

/** An address with its variables filled in. */
export const addressOf = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

function compile(template: string): { pattern: RegExp; variables: string[] } {
  const variables: string[] = [];
  const source = template
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
      variables.push(name);
      return '([^/?#]+)';
    })
    .join('');
  return { pattern: new RegExp(`^${source}$`), variables };
}

function decodeAll(names: readonly string[], values: readonly string[]): Record<string, string> | undefined {
  try {
    return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i] ?? '')]));
  } catch {
    return undefined; // a stray % is no address of ours
  }
}

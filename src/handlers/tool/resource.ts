import type * as z from 'zod';
import type { Deps } from './deps.ts';
import type { Tool } from './tool.ts';

/** The contents of a resource: JSON of the tool's result unless `render` returns something else. */
export type Rendered = { mimeType: string; text: string } | { mimeType: string; blob: string };

/** One entry of a listing. */
export type ListedAddress = { uri: string; name: string; description?: string | undefined };

/** Completes a variable or argument from its typed prefix; best first, at most 100. */
export type Complete = (typed: string, deps: Deps) => Promise<string[]>;

/** A resource as its module defines it. */
export type ResourceCard<Output> = {
  /** URI template with variables in braces: `dewey://contexts/{name}`. Without variables, it is listed as a plain resource. */
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
  /** The read tool that answers; rights, validation and audit are the tool's. */
  tool: Tool;
  /** Schema of the part of the tool's result that is rendered. */
  output: z.ZodType<Output>;
  /** Whether the URI accepts query parameters; they count as variables. */
  filtered?: boolean;
  /** Builds the tool's input from the variables of the URI. */
  input(variables: Record<string, string>): object;
  render?(output: Output): Rendered;
  /** URIs to list, for a template with variables. */
  list?(deps: Deps): Promise<ListedAddress[]>;
  complete?: Record<string, Complete>;
  /**
   * Whether a caller with a key may be notified of changes at a URI. Without it, every caller that can read the resource
   * may be.
   */
  hears?(variables: Record<string, string>, deps: Deps): Promise<boolean>;
};

/** A resource as the gateway mounts it: a read tool with a URI template. */
export type Resource = Readonly<Omit<ResourceCard<unknown>, 'output' | 'render'>> & {
  /** Names of the variables in the template. */
  readonly variables: readonly string[];
  /** The decoded variables when the URI matches this resource. */
  match(uri: string): Record<string, string> | undefined;
  render(value: unknown): Rendered;
};

/** Creates a resource from its card. */
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

/** Fills the variables into a template. */
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
    return undefined; // a stray % never occurs in our URIs
  }
}

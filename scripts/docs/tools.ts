import { type FieldSchema, jsonSchemas } from '../../src/gateway/calls/schemas.ts';
import type { Catalog, Toolset } from '../../src/handlers/tool/catalog.ts';
import type { Effect } from '../../src/handlers/tool/effect.ts';
import type { Tool } from '../../src/handlers/tool/tool.ts';
import { table } from './markdown.ts';

const effects: Record<Effect, string> = {
  read: 'Read-only.',
  add: 'Adds data without changing existing data.',
  change: 'Changes existing data.',
  delete: 'Deletes data.',
};

/** `docs/reference/tools.md`: the tools of a catalog with all their input and output fields. */
export function toolsPage({ toolsets }: Catalog): string {
  const count = toolsets.reduce((sum, toolset) => sum + toolset.tools.length, 0);
  return `${[
    '# Tools',
    `Dewey's ${count} tools, grouped by toolset. This page is generated from the tool definitions by \`npm run docs:generate\`; to change a description, edit the tool.`,
    "Over MCP, call a tool by its name. Over HTTP, send the parameters as a JSON object to `POST /tools/<name>`; the response body is the result as JSON. On the command line, use `dewey call <name> '<json>'`.",
    'Input validation is strict: an unknown field is rejected with an error that names it. Times are in RFC 3339 format with a time zone, such as `2026-02-12T10:30:00Z`. Ids are opaque. A tool that stores text adds `sanitized: true` to its result if it replaced characters that PostgreSQL cannot store.',
    ...toolsets.map(contents),
    ...toolsets.map(toolsetSection),
    errorSection,
  ].join('\n\n')}\n`;
}

const contents = (toolset: Toolset): string =>
  [
    `**[${toolset.title}](#${slug(toolset.title)})**`,
    ...toolset.tools.map((tool) => `- [\`${tool.name}\`](#${tool.name}) ${lowerFirst(tool.title)}`),
  ].join('\n');

const slug = (title: string): string => title.toLowerCase().replaceAll(' ', '-');
const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const toolsetSection = (toolset: Toolset): string =>
  [`## ${toolset.title}`, `Toolset \`${toolset.name}\`.`, ...toolset.tools.map(toolSection)].join('\n\n');

function toolSection(tool: Tool): string {
  const { input, output } = jsonSchemas(tool) as { input: FieldSchema; output: FieldSchema };
  const result = output.anyOf?.find((branch) => branch.properties) ?? output;
  const { sanitized: _, ...fields } = result.properties ?? {};
  return [
    `### ${tool.name}`,
    `**${tool.title}.** ${effects[tool.effect]}`,
    tool.description,
    rows(input, '').length > 0
      ? table(['Parameter', 'Type', 'Default', 'Description'], rows(input, '').map(parameterRow))
      : 'No parameters.',
    output.anyOf ? 'Returns null or:' : 'Returns:',
    table(['Field', 'Type', 'Description'], rows({ ...result, properties: fields }, '').map(resultRow)),
  ].join('\n\n');
}

type Row = { path: string; schema: FieldSchema; required: boolean };

/** Fields, including nested ones such as `messages[].role`, each after its parent. */
const rows = (schema: FieldSchema, prefix: string): Row[] =>
  Object.entries(schema.properties ?? {}).flatMap(([key, field]) => {
    const path = `${prefix}${key}`;
    return [
      { path, schema: field, required: schema.required?.includes(key) ?? false },
      ...rows(field, `${path}.`),
      ...rows(field.items ?? {}, `${path}[].`),
    ];
  });

const parameterRow = ({ path, schema, required }: Row): string[] => [
  `\`${path}\``,
  typeOf(schema),
  schema.default !== undefined ? `\`${JSON.stringify(schema.default)}\`` : required ? '**required**' : '',
  schema.description ?? '',
];

const resultRow = ({ path, schema, required }: Row): string[] => [
  `\`${path}\`${required ? '' : '?'}`,
  typeOf(schema),
  schema.description ?? '',
];

function typeOf(schema: FieldSchema): string {
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  if (schema.format === 'uuid') return 'UUID';
  if (schema.format === 'date-time') return 'time';
  if (schema.type === 'array')
    return `list of ${plural(schema.items ?? {})}${range(schema.minItems, schema.maxItems)}`;
  if (schema.type === 'string')
    return `string${schema.maxLength === undefined ? '' : `, at most ${schema.maxLength.toLocaleString('en')}`}`;
  return `${schema.type ?? 'any'}${range(schema.minimum, schema.maximum)}`;
}

const plural = (items: FieldSchema): string => `${items.type ?? 'value'}s`;

function range(least: number | undefined, most: number | undefined): string {
  const [from, to] = [least, most].map((limit) => limit?.toLocaleString('en'));
  if (from !== undefined && to !== undefined) return `, ${from} to ${to}`;
  return from === undefined ? '' : `, from ${from}`;
}

const errorSection = [
  '## Errors',
  'A failed call returns `{ "error": { "code", "kind", "message", "data" } }`. [Errors](errors.md) lists the kinds with their HTTP statuses and codes.',
].join('\n\n');

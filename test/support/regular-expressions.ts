import { parse } from '@babel/parser';

/** A regular expression from the source; `line` is absent if it was built from strings. */
export type Expression = { path: string; line?: number; source: string; flags: string };

/** The regular expressions visible in the syntax of a file. */
export type Written = {
  /** Regular expression literals. */
  literals: Expression[];
  /** Lines with `new RegExp(...)` that run when the module is loaded. */
  made: number[];
  /** Lines with `new RegExp(...)` inside a function. */
  madeLater: number[];
};

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const lineOf = ({ loc }: Node): number => (loc as { start: { line: number } } | undefined)?.start.line ?? 0;

const makesExpression = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') && isNode(callee) && callee.name === 'RegExp';

/** Finds every regular expression in a TypeScript file. */
export function expressionsIn(path: string, code: string): Written {
  const found: Written = { literals: [], made: [], madeLater: [] };
  const visit = (value: unknown, within: boolean): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, within);
    if (!isNode(value)) return;
    if (value.type === 'RegExpLiteral')
      found.literals.push({
        path,
        line: lineOf(value),
        source: String(value.pattern),
        flags: String(value.flags),
      });
    if (makesExpression(value)) (within ? found.madeLater : found.made).push(lineOf(value));
    const inside = within || /Function|ObjectMethod|ClassMethod|ClassPrivateMethod/.test(value.type);
    for (const child of Object.values(value)) visit(child, inside);
  };
  const syntax = path.endsWith('x') ? (['typescript', 'jsx'] as const) : (['typescript'] as const);
  visit(parse(code, { sourceType: 'module', plugins: [...syntax] }).program, false);
  return found;
}

/** Runs something and records every regular expression that it builds from strings. */
export async function madeDuring(path: string, run: () => Promise<unknown>): Promise<Expression[]> {
  const made: Expression[] = [];
  const Original = globalThis.RegExp;
  const noted = (expression: RegExp): RegExp => {
    made.push({ path, source: expression.source, flags: expression.flags });
    return expression;
  };
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [source, flags]) => noted(new target(source, flags)),
    apply: (target, _, [source, flags]) => noted(target(source, flags)),
  });
  try {
    await run();
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

import hljs from '#highlight/core';
import bash from '#highlight/languages/bash';
import css from '#highlight/languages/css';
import diff from '#highlight/languages/diff';
import go from '#highlight/languages/go';
import java from '#highlight/languages/java';
import javascript from '#highlight/languages/javascript';
import json from '#highlight/languages/json';
import markdown from '#highlight/languages/markdown';
import python from '#highlight/languages/python';
import rust from '#highlight/languages/rust';
import sql from '#highlight/languages/sql';
import typescript from '#highlight/languages/typescript';
import xml from '#highlight/languages/xml';
import yaml from '#highlight/languages/yaml';

const languages = {
  bash,
  css,
  diff,
  go,
  java,
  javascript,
  json,
  markdown,
  python,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Longer code is shown plain: its colours help no reader and would hold up every other call. */
const mostCharacters = 8000;

/** Time one page may spend on colours, in milliseconds. */
const pageMs = 80;

export type Highlighter = (code: string, language: string) => string | undefined;

/**
 * A highlighter for one page, which stops colouring when its time is used up.
 *
 * @returns HTML with classes only, escaped; undefined where the code is to be shown plain.
 */
export function createHighlighter(): Highlighter {
  let spent = 0;
  return (code, language) => {
    const known = hljs.getLanguage(language);
    if (!known || code.length > mostCharacters || spent > pageMs) return undefined;
    const begun = performance.now();
    try {
      return hljs.highlight(code, { language, ignoreIllegals: true }).value;
    } finally {
      spent += performance.now() - begun;
    }
  };
}

const extensions: Readonly<Record<string, string>> = {
  cjs: 'javascript',
  css: 'css',
  go: 'go',
  html: 'xml',
  java: 'java',
  js: 'javascript',
  json: 'json',
  jsx: 'javascript',
  md: 'markdown',
  mjs: 'javascript',
  py: 'python',
  rs: 'rust',
  sh: 'bash',
  sql: 'sql',
  svg: 'xml',
  ts: 'typescript',
  tsx: 'typescript',
  xml: 'xml',
  yaml: 'yaml',
  yml: 'yaml',
};

/** The language of a file, by its name. */
export const languageOf = (path: string): string => extensions[/\.(\w{1,5})$/.exec(path)?.[1] ?? ''] ?? '';

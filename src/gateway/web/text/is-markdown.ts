import { languageOf } from './highlight.ts';

/** What only Markdown has: a fence, the rule below the head of a table, a link, or a heading as its first line. */
const sure = [
  /^ {0,3}(?:```|~~~)/m,
  /^ {0,3}\|? ?:?-{3,100}:? ?\|/m,
  /\[[^[\]\n]{1,200}\]\([\w./#]/,
  /^\s{0,100}#{1,6} \S/,
] as const;

/** What other texts have too, such as comments of a script: two of them are Markdown. */
const likely = [
  /^#{1,6} \S/m,
  /\*\*[^\s*][^*\n]{0,200}\*\*/,
  /`[^`\n]{1,200}`/,
  /^ {0,3}(?:[-*+]|\d{1,3}[.)]) \S/m,
] as const;

const others = /\.(?:txt|text|log|csv|tsv|eml|mbox|srt|vtt|toml|ini|c|h|cpp|rb|php)$/i;

type Named = { artifact_type: string; title?: string; source_id?: string };

/**
 * Whether a document is to be read as Markdown: by the name of its file, else by what is in a text of its own. Mails, chats
 * and transcripts quote, indent and break lines in ways that mean something else there.
 */
export function isMarkdown({ artifact_type, title = '', source_id = '' }: Named, text: string): boolean {
  for (const name of [source_id, title]) {
    const language = languageOf(name.toLowerCase());
    if (language !== '') return language === 'markdown';
    if (others.test(name)) return false;
  }
  if (artifact_type !== 'doc' && artifact_type !== 'note') return false;
  if (/^\s{0,100}[<{]/.test(text)) return false;
  return sure.some((one) => one.test(text)) || likely.filter((one) => one.test(text)).length > 1;
}

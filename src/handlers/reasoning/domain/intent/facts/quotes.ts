import type { Fact } from './kinds.ts';
import { bare } from './token.ts';

/** What a problem quotes, and the code that it writes without quotes. */

const quoted =
  /```([^`]{1,300})```|`([^`\n]{1,300})`|"([^"\n]{2,300})"|“([^“”\n]{2,300})”|„([^„“”\n]{2,300})[“”]|«([^«»\n]{2,300})»|「([^「」\n]{2,300})」|『([^『』\n]{2,300})』|(?<![\p{L}\p{N}])'([^'\n]{2,200})'(?![\p{L}\p{N}])/gu;

export const quotes = (text: string): Fact[] =>
  [...text.matchAll(quoted)].map((match) => ({
    kind: 'quote',
    text: match.slice(1).find((part) => part !== undefined) ?? '',
  }));

/** Settings: `'key' => 'value'`, `key: 'value'`, `key: 5`, `key="value"`, `key = value`. */
const pairs =
  /'[^'\n]{1,60}' => '[^'\n]{1,60}'|(?<![\w.-])[A-Za-z_][\w.-]{0,60}: (?:'[^'\n]{1,60}'|"[^"\n]{1,60}"|(?:true|false|null|\d{1,9}[a-zA-Z%]{0,3})(?![\w:]|\.\w))|(?<![\w.-])[\w.-]{1,60}=(?:'[^'\n]{0,100}'|"[^"\n]{0,100}")|(?<![\w.-])[\w.-]{2,60} = [\w.'"/-]{1,60}/g;
/** `"key": "value"`, and a line that is one setting: `accept: tcp,8080`. */
const jsonPairs = /"[^"\n]{1,60}": ?(?:"[^"\n]{0,80}"|\[[^\]\n]{0,80}\]|true|false|null|-?\d[\d.]{0,15})/g;
const settingLines = /^[^\S\n]{0,20}([A-Za-z_][\w.-]{1,40}: [^\s"'#]{0,60}[\d/,=@_][^\s"'#]{0,60})$/gm;
/** Lines of code, which end with a semicolon or a brace. */
const codeLines = /^[^\S\n]{0,20}((?=[^\n]{0,299}(?:[=({]|->|::))[^\s\n][^\n]{2,298}[;{}])[^\S\n]{0,5}$/gm;
/** Comparisons and joins, sections of a document, packages with all that is in them, prefixes of a log, values set. */
const marks = /(?<![^\s(`"'])(?:[=!]==?|&&|\|\||\?\?)(?=[\s?!.,;:)`"']|$)|§{1,2} ?\d[\w.]{0,10}/g;
const wildcards = /(?<![\w.])[a-z]\w{0,30}(?:\.\w{1,30}){0,6}\.\*/g;
const logPrefixes = /(?<![\w/])[VDIWEF]\/[A-Z]\w{1,40}: [\w.]{2,60}/g;
const values =
  /(?<![\p{L}\p{N}])(?:(?:set|sets|setting|equals?|default(?:s|ed)?) (?:it )?to|gleich|auf|à|en) (true|false|null|nil|None|off|on)(?![\p{L}\p{N}])/gu;
/** Values of settings whose names have an underscore: `desk_state: BAD`; and directives: `option name 'a b'`. */
const settings = /(?<![\w.-])[A-Za-z]\w{0,30}_\w{1,30}: [\w./-]{0,39}\w/g;
const directives =
  /(?<![\p{L}\p{N}.-])(?:option|list|config|set|let|export|alias|local|var|const|define|env|include|require|import|echo|print)(?: [\w.-]{1,40})? (?:'[^'\n]{1,100}'|"[^"\n]{1,100}")/gu;
/** What an injection adds to a condition, and what a function returns in brackets. */
const conditions =
  /['"]? ?\b(?:or|OR|and|AND) ['"]?\w{1,10}['"]? ?= ?['"]?\w{1,10}(?: (?:or|OR|and|AND) ['"]?\w{1,10}['"]? ?= ?['"]?\w{1,10}){0,3}|\breturn \([^()\n]{1,60}\)/g;
/** Lines of an access log: `"GET /loans HTTP/1.1" 404 12`. */
const accesses = /"[A-Z]{3,7} [^"\n]{1,200}" [1-5]\d\d(?: (?:\d{1,12}|-))?/g;
/** Requests: `POST /loans/{id}`. */
const requests = /(?<![\w-])(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:https?:\/)?\/[^\s,;)"'`]{1,200}/g;
/** Statements of SQL, and states of HTTP with their names. */
const statements =
  /(?<![\p{L}\p{N}])(?:SELECT [^\n"`;。，]{1,80} FROM|INSERT INTO|UPDATE \w{1,40} SET|DELETE FROM|ALTER TABLE|CREATE (?:UNIQUE )?(?:TABLE|INDEX)|DROP (?:TABLE|INDEX)) [^\n"`;。，]{3,160}/gu;
const states = /(?<![\p{L}\p{N}.])[1-5]\d\d(?: [A-Z][a-z]{1,15}(?:-[a-z]{2,10})?){1,4}/gu;
const elements = /(?<![^\s<`])[^\s<`]{0,60}(?:<\/?[A-Za-z][^<>\n]{0,200}>[^\s<`]{0,60})+/g;
/** Menus: `File > Settings > Keys`. */
const menus =
  /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]{0,20}(?: \p{Lu}[\p{L}\p{N}]{0,20}){0,2}(?: (?:>|→|->|»|›) \p{Lu}[\p{L}\p{N}]{0,20}(?: \p{Lu}[\p{L}\p{N}]{0,20}){0,2}){1,5}/gu;
/** Messages after a verb of saying, without quotes: `it prints Starting in local mode and …`. */
const said =
  /(?<![\p{L}\p{N}])(?:prints?|says?|shows?|reports?|outputs?|displays?|answers?|returns?|throws?|raises?|message|meldet|zeigt|sagt|affiche|indique|renvoie|muestra|dice|sale|arroja|devuelve):? (\p{Lu}\p{L}{1,20} \p{L}[^,;.()"“”\n]{3,80}?)(?= (?:and|or|when|und|oder|et|y|cuando|quand|wenn) |[,;.()"“”\n]|$)/gu;
/** Names of tables and columns stand behind the word. */
const named =
  /(?<![\p{L}\p{N}])(?:[Tt]ables?|[Cc]olumns?|[Ff]ields?|[Bb]ranch|Tabellen?|Spalten?|colonnes?|champs?|tablas?|columnas?|campos?) ([a-z]\w{2,40})(?:(?:,| and| und| et| y) ([a-z]\w{2,40}))?(?= (?:have|has|is|are|was|hat|haben|ist|sind|a|ont|est|tiene|tienen|es|son)\b|[.,;:)])/gu;
/** "celestia, freemind and gobby-0.5": what is listed beside names is one. */
const listed =
  /(?<![\p{L}\p{N}])([a-z]\w{2,30}), ([a-z]\w{2,30}),? (?:and|or|und|oder|et|ou|y|e) (?=[a-z][\w.]{0,30}[-_\d])/gu;
const begins = /[\w$)\]'"]$/;
const opening = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);
const mostOfExpression = 200;

export const codeFacts = (text: string): Fact[] => [
  ...[jsonPairs, marks, wildcards, logPrefixes, settings, directives, accesses, conditions].flatMap(
    (pattern) => [...text.matchAll(pattern)].map(([found]): Fact => ({ kind: 'identifier', text: found })),
  ),
  ...[settingLines, codeLines, values].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, found = '']): Fact => ({ kind: 'identifier', text: found })),
  ),
  ...[...text.matchAll(pairs)].map(([pair]): Fact => ({ kind: 'identifier', text: pair })),
  ...[...text.matchAll(elements)].map(([element]): Fact => ({ kind: 'identifier', text: element })),
  ...[...text.matchAll(statements)].map(([statement]): Fact => ({ kind: 'command', text: statement })),
  ...[...text.matchAll(requests)].map(([request]): Fact => ({ kind: 'command', text: bare(request) })),
  ...[...text.matchAll(states)].map(([state]): Fact => ({ kind: 'error', text: state })),
  ...[...text.matchAll(menus)].map(([menu]): Fact => ({ kind: 'path', text: menu })),
  ...[...text.matchAll(said)].map(([, message = '']): Fact => ({ kind: 'quote', text: message })),
  ...[...text.matchAll(named), ...text.matchAll(listed)]
    .flatMap(([, one = '', other = '']) => [one, other])
    .map((name): Fact => ({ kind: 'identifier', text: name })),
  ...expressions(text),
];

/** Calls and subscripts with what is in their brackets: `items.find({ id: 3 }).first()`. */
function expressions(text: string): Fact[] {
  const facts: Fact[] = [];
  for (let at = 1; at < text.length; at += 1) {
    if (text[at] !== '(' && text[at] !== '[') continue;
    let start = at;
    while (start > 0 && at - start < 100 && /[\w$.:#\\@-]/.test(text[start - 1] ?? '')) start -= 1;
    if (start === at || !begins.test(text[at - 1] ?? '')) continue;
    const end = endOf(text, at);
    // "file(s)" is a word.
    if (
      end === undefined ||
      (/^\(\p{L}{0,3}\)$/u.test(text.slice(at, end)) && !/[._]/.test(text.slice(start, at)))
    )
      continue;
    const [assigned = ''] = /^ ?=>? ?[\w.'"[\]()-]{1,60}/.exec(text.slice(end, end + 80)) ?? [];
    facts.push({ kind: 'identifier', text: text.slice(start, end) + assigned.replace(/[.,)]$/, '') });
    at = end;
  }
  return facts;
}

/** Where a chain of brackets that opens at `from` ends; nothing if they do not match. */
function endOf(text: string, from: number): number | undefined {
  const open: string[] = [];
  for (let at = from; at < text.length && at - from < mostOfExpression; at += 1) {
    const one = text[at] ?? '';
    const closing = opening.get(one);
    if (closing !== undefined) open.push(closing);
    else if (one === open.at(-1)) open.pop();
    if (open.length > 0) continue;
    const [next = ''] = /^(?:\.[\w$]{1,40})?(?=[([])|^\.[\w$]{1,40}/.exec(text.slice(at + 1, at + 60)) ?? [];
    if (next === '' && !/[([]/.test(text[at + 1] ?? '')) return at + 1;
    at += next.length;
    if (!/[([]/.test(text[at + 1] ?? '')) return at + 1;
  }
  return undefined;
}

import { assign } from './assigned.ts';
import type { DocumentModel, Known } from './block.ts';
import { builderOf } from './builder.ts';
import { dateOfDocument } from './dated.ts';
import { isDayFirst } from './dates.ts';
import { asField, type Enclosed, fenced, frontMatter, row } from './enclosed.ts';
import { fieldOf } from './head.ts';
import { heldOn, tookPlace } from './held.ts';
import { messagesOf } from './json.ts';
import { leadsOf } from './leads.ts';
import { letterOf, mailLine } from './letter.ts';
import { type Line, linesOf, underline } from './lines.ts';
import { attends } from './names.ts';
import type { Reading } from './reading.ts';
import { signedAnswers } from './signed.ts';
import { isTalk, spoken } from './talk.ts';
import { text as textLine } from './text.ts';
import { titleOf } from './titles.ts';

/**
 * Reads the structure of a text in any form: Markdown, plain notes, minutes, mail, chats and logs, threads, exports.
 * Every line is tried as each of these in turn; the first that recognises it decides.
 */
export function readDocument(text: string, known: Known): DocumentModel {
  const build = builderOf(known);
  build.model.dayFirst = isDayFirst(text, known.language);
  const exported = known.type === 'chat' || known.type === 'transcript' ? messagesOf(text) : undefined;
  if (exported !== undefined) {
    for (const { speaker } of exported) if (speaker !== undefined) build.model.names.add(speaker);
    let before: string | undefined;
    for (const block of exported) {
      block.listener = before;
      if (block.speaker !== undefined) before = block.speaker;
    }
    return { ...build.model, blocks: exported };
  }
  const reading: Reading = {
    text,
    known,
    build,
    talk: isTalk(text, known),
    letter: letterOf(known, text),
    org: orgKey.test(text.slice(0, 300)),
    heads: [],
    items: [],
    above: '',
    apart: true,
  };
  let inside: Enclosed | undefined = frontMatter(text);
  for (const line of linesOf(text)) {
    const trimmed = line.text.trim();
    if (inside !== undefined) {
      if (inside.kind === 'matter') {
        fieldOf(build.model, asField(line.text));
        // Of a page, front matter tells the day of the file.
        build.model.held = undefined;
      }
      if (inside.ends(trimmed, line.start)) inside = undefined;
      continue;
    }
    if (reading.org && orgKey.test(trimmed)) {
      fieldOf(build.model, trimmed.replace(/^#\+/, ''));
      continue;
    }
    inside = fenced(trimmed);
    if (inside !== undefined) {
      build.close();
      continue;
    }
    if (trimmed === '') {
      build.close();
      if (reading.letter.started) reading.letter.header = false;
      reading.apart = true;
      continue;
    }
    read(reading, line, trimmed);
    reading.apart = false;
    reading.above = trimmed;
  }
  build.close();
  assign(text, build.model);
  quoteSpeakers(text, build.model);
  signedAnswers(text, build.model);
  leadsOf(text, build.model);
  build.model.held = tookPlace(text, build.model.dayFirst) ?? build.model.held;
  build.model.date ??= heldOn(text, build.model.dayFirst);
  return dateOfDocument(build.model, known.day);
}

/** "#+TITLE: …", "#+DATE: …" of Org mode. */
const orgKey =
  /^#\+(?:title|author|date|options|startup|email|filetags|description|language|property|begin_\w+|end_\w+)\b:?/im;

/** "Ana Lopez writes of the new index:", then what she wrote as a quotation. */
const introduces =
  /^[^\p{L}@]{0,6}@?(\p{L}[\p{L}\p{N}_.'’-]{0,38}(?: \p{Lu}[\p{L}.'’-]{0,38}){0,3})[*_]{0,3} (?:writes|wrote|says|said|reports|reported|asks|asked|replie[sd]|answers|answered|adds|added|explains|explained|states|stated|notes|noted|schreibt|schrieb|sagt|sagte|fragt|berichtet|écrit|a écrit|dit|demande|répond|escribe|escribió|dice|dijo|pregunta)(?!\p{L})[^\n]{0,200}:\s*$/u;

/** Gives quotations without a speaker the one that the line above names. */
function quoteSpeakers(text: string, model: DocumentModel): void {
  let speaker: string | undefined;
  for (const block of model.blocks) {
    if (block.kind !== 'quoted' && text[block.start] !== '>') {
      speaker = introduces.exec(text.slice(Math.max(block.start, block.end - 300), block.end).trim())?.[1];
      continue;
    }
    if (speaker === undefined || block.speaker !== undefined) continue;
    block.speaker = speaker;
    model.names.add(speaker);
  }
}

function read(reading: Reading, line: Line, trimmed: string): void {
  const { build } = reading;
  if (row(reading, line)) return;
  reading.heads = [];
  if (underline.test(trimmed)) {
    const { block } = build;
    // A line below a short one makes it a heading; otherwise it is a rule between sections.
    if (
      block !== undefined &&
      block.end - block.start < 120 &&
      !reading.apart &&
      !/[.!?;,]$/.test(reading.above)
    ) {
      build.block = undefined;
      // In reStructuredText, other marks than these are of the sections within.
      build.heading(
        trimmed.startsWith('=') ? 1 : trimmed.startsWith('-') ? 2 : 3,
        titleOf(reading.text, block),
      );
    } else build.close();
    return;
  }
  if (mailLine(reading, line, trimmed)) return;
  if (spoken(reading, line)) return;
  if (
    build.path.at(-1)?.announces === 'attendance' &&
    /^[\s*•+-]|^\p{Lu}[^.!?]{0,80}$/u.test(line.text) &&
    !trimmed.startsWith('#')
  )
    attends(build.model, line.text);
  textLine(reading, line, trimmed);
}

import type { Language } from '../../document/language.ts';
import { type CueClass, type Cues, cueClasses } from './cue.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';

const byLanguage: Record<Language, Cues> = { en: english, de: german, fr: french, es: spanish };

/** The classes of cues in a text. Other languages than English often mix with it, in software above all. */
export function cuesIn(text: string, language: Language): CueClass[] {
  const cues = byLanguage[language];
  return cueClasses.filter((name) => cues[name].test(text));
}

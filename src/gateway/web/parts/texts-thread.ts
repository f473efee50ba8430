import { answerQuestions } from '../../runtime/worker-threads.ts';
import { renderDocument } from '../text/document-markdown.ts';
import type { Passage } from '../text/passages.ts';
import { renderTurns, type TurnsAsked } from './turns.tsx';

export type TextsAsked = { turns: TurnsAsked } | { document: readonly Passage[] };

answerQuestions<TextsAsked, string | undefined>(async (asked) =>
  'turns' in asked ? renderTurns(asked.turns, false) : renderDocument(asked.document),
);

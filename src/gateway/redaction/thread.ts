import { answerQuestions } from '../runtime/worker-threads.ts';
import { cleanLine } from './deep.ts';
import { cleanInputOf } from './input.ts';
import type { Redactions } from './marks.ts';

/** A request to the thread: to redact the input of a call, or a raw line. */
export type RedactionRequest =
  | { what: 'input'; input: unknown }
  | { what: 'line'; line: string; parsed: unknown };

type Answers = {
  input: { value: unknown; found: Redactions };
  line: string;
};
export type Answer<What extends RedactionRequest['what'] = RedactionRequest['what']> = Answers[What];

function answer(question: RedactionRequest): Answer {
  switch (question.what) {
    case 'input': {
      const found: Redactions = {};
      return { value: cleanInputOf(question.input, found), found };
    }
    case 'line':
      return cleanLine(question.line, question.parsed);
  }
}

answerQuestions<RedactionRequest, Answer>(async (question) => answer(question));

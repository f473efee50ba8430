import { answerQuestions } from '../../runtime/worker-threads.ts';
import { renderTurns, type TurnsAsked } from './turns.tsx';

answerQuestions<TurnsAsked, string>(async (asked) => renderTurns(asked, false));

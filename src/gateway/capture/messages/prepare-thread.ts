import { answerQuestions } from '../../runtime/worker-threads.ts';
import type { CapturedMessage } from './captured.ts';
import { type Prepared, prepare } from './prepare.ts';

answerQuestions<CapturedMessage, Prepared>(async (message) => prepare(message));

import { answerQuestions } from '../runtime/worker-threads.ts';
import type { OfficeFile, OfficeText } from './office.ts';
import { pdfText } from './pdf.ts';
import { wordText } from './word.ts';

answerQuestions<OfficeFile, OfficeText>(({ kind, bytes }) =>
  kind === 'pdf' ? pdfText(bytes) : wordText(bytes),
);

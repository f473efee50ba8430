import { answerQuestions } from '../../runtime/worker-threads.ts';
import { createDangerReader, type DangerReader } from './danger-reader.ts';
import type { Encoder } from './encoder.ts';
import type { Answer, Question } from './local-model.ts';
import { openModel, readDangers } from './model-file.ts';

let encoder: Promise<Encoder> | undefined;
let dangers: Promise<DangerReader> | undefined;

const loaded = (): Promise<Encoder> => {
  encoder ??= openModel();
  return encoder;
};

/** The model is read with the first text. */
answerQuestions<Question, Answer>(async ({ for: wanted, text }) => {
  if (wanted === 'vector') return (await loaded()).encode(text);
  dangers ??= Promise.all([readDangers(), loaded()]).then(([file, model]) => createDangerReader(file, model));
  return (await dangers).read(text);
});

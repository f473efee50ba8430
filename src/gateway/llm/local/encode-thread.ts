import { answerQuestions } from '../../runtime/worker-threads.ts';
import type { Encoder } from './encoder.ts';
import { openModel } from './model-file.ts';

let encoder: Promise<Encoder> | undefined;

/** The model is read with the first text. */
answerQuestions<string, Float32Array>(async (text) => {
  encoder ??= openModel();
  return (await encoder).encode(text);
});

import { answerQuestions } from '../../runtime/worker-threads.ts';
import { createEncoder, type Encoder } from './encoder.ts';
import { readModel } from './model-file.ts';

let encoder: Promise<Encoder> | undefined;

/** The model is read with the first text. */
answerQuestions<string, Float32Array>(async (text) => {
  encoder ??= readModel().then(createEncoder);
  return (await encoder).encode(text);
});

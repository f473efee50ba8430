import { readFile } from 'node:fs/promises';
import { answerQuestions } from '../../runtime/worker-threads.ts';
import { createEncoder, type Encoder } from './encoder.ts';
import { modelFile } from './model-file.ts';

let encoder: Promise<Encoder> | undefined;

/** The model is read with the first text. */
answerQuestions<string, Float32Array>(async (text) => {
  encoder ??= readFile(modelFile).then(createEncoder);
  return (await encoder).encode(text);
});

import { answerQuestions } from '../../runtime/worker-threads.ts';
import { createDangerReader, type DangerReader } from './danger-reader.ts';
import type { Encoder } from './encoder.ts';
import { type FittedLayers, fittedLayersIn } from './fitted-layers.ts';
import type { Answer, Question } from './local-model.ts';
import { readMessage, readQuestion } from './message.ts';
import { type ModelName, openModel, readFitted } from './model-file.ts';
import { readSentence } from './sentence.ts';

const encoders = new Map<ModelName, Promise<Encoder>>();
let dangers: Promise<DangerReader> | undefined;
let layers: Promise<FittedLayers> | undefined;

/** A model is read with the first text for it. */
const loaded = (name: ModelName): Promise<Encoder> => {
  const encoder = encoders.get(name) ?? openModel(name);
  encoders.set(name, encoder);
  return encoder;
};

answerQuestions<Question, Answer>(async (asked) => {
  const { for: wanted, text } = asked;
  if (wanted === 'vector') return (await loaded('all-minilm-l6-v2')).encode(text);
  if (wanted === 'question') return readQuestion(await loaded('e5-small-v2'), text);
  if (wanted === 'message') return readMessage(await loaded('e5-small-v2'), text, asked.before);
  // Without the marks before and after the text.
  if (wanted === 'pieces') return (await loaded('e5-small-v2')).tokens(text).length - 2;
  if (wanted === 'sentence') {
    const model = await loaded('all-minilm-l6-v2');
    layers ??= readFitted('events').then((file) => fittedLayersIn(file, model.dimensions));
    return readSentence(model, text, await layers);
  }
  dangers ??= Promise.all([readFitted('dangers'), loaded('all-minilm-l6-v2')]).then(([file, model]) =>
    createDangerReader(file, model),
  );
  return (await dangers).read(text);
});

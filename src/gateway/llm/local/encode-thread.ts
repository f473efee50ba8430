import { answerQuestions } from '../../runtime/worker-threads.ts';
import { createDangerReader, type DangerReader } from './danger-reader.ts';
import { readDecision } from './decision.ts';
import type { Encoder } from './encoder.ts';
import { type FittedLayers, fittedLayersIn } from './fitted-layers.ts';
import type { Answer, Question } from './local-model.ts';
import { readMessage, readQuestion } from './message.ts';
import { type ModelName, openModel, readFitted } from './model-file.ts';
import { createOptionReader, type OptionReader } from './option-reader.ts';
import { readSentence } from './sentence.ts';

const encoders = new Map<ModelName, Promise<Encoder>>();
let dangers: Promise<DangerReader> | undefined;
let options: Promise<OptionReader> | undefined;
const layers = new Map<'events' | 'decisions', Promise<FittedLayers>>();

/** A model is read with the first text for it. */
const loaded = (name: ModelName): Promise<Encoder> => {
  const encoder = encoders.get(name) ?? openModel(name);
  encoders.set(name, encoder);
  return encoder;
};

const fittedTo = (what: 'events' | 'decisions', { dimensions }: Encoder): Promise<FittedLayers> => {
  const read = layers.get(what) ?? readFitted(what).then((file) => fittedLayersIn(file, dimensions));
  layers.set(what, read);
  return read;
};

answerQuestions<Question, Answer>(async (asked) => {
  if (asked.for === 'options') {
    options ??= Promise.all([readFitted('options'), loaded('all-minilm-l6-v2')]).then(([file, model]) =>
      createOptionReader(file, model),
    );
    return (await options).read(asked.words);
  }
  const { for: wanted, text } = asked;
  if (wanted === 'vector') return (await loaded('all-minilm-l6-v2')).encode(text);
  if (wanted === 'question') return readQuestion(await loaded('e5-small-v2'), text);
  if (wanted === 'message') return readMessage(await loaded('e5-small-v2'), text, asked.before);
  // Without the marks before and after the text.
  if (wanted === 'pieces') return (await loaded('e5-small-v2')).tokens(text).length - 2;
  if (wanted === 'sentence') {
    const model = await loaded('all-minilm-l6-v2');
    return readSentence(model, text, await fittedTo('events', model));
  }
  if (wanted === 'decision') {
    const model = await loaded('all-minilm-l6-v2');
    return readDecision(model, text, await fittedTo('decisions', model));
  }
  dangers ??= Promise.all([readFitted('dangers'), loaded('all-minilm-l6-v2')]).then(([file, model]) =>
    createDangerReader(file, model),
  );
  return (await dangers).read(text);
});

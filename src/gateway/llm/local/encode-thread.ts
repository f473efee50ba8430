import { once } from '../../runtime/once.ts';
import { answerQuestions } from '../../runtime/worker-threads.ts';
import { createDangerReader } from './danger-reader.ts';
import { readDecision } from './decision.ts';
import { fittedLayersIn } from './fitted-layers.ts';
import type { Answer, Question } from './local-model.ts';
import { readMessage, readQuestion } from './message.ts';
import { openModel, readFitted } from './model-file.ts';
import { createOptionReader } from './option-reader.ts';
import { readSentence } from './sentence.ts';

/** A model, and what is fitted to it, is read with the first text for it. */
const minilm = once(() => openModel('all-minilm-l6-v2'));
const e5 = once(() => openModel('e5-small-v2'));
const dangers = once(async () => createDangerReader(await readFitted('dangers'), await minilm()));
const options = once(async () => createOptionReader(await readFitted('options'), await minilm()));
const layersFor = (what: 'events' | 'decisions') =>
  once(async () => fittedLayersIn(await readFitted(what), (await minilm()).dimensions));
const eventLayers = layersFor('events');
const decisionLayers = layersFor('decisions');

answerQuestions<Question, Answer>(async (asked) => {
  if (asked.for === 'options') return (await options()).read(asked.words);
  const { for: wanted, text } = asked;
  if (wanted === 'vector') return (await minilm()).encode(text);
  if (wanted === 'question') return readQuestion(await e5(), text);
  if (wanted === 'message') return readMessage(await e5(), text, asked.before);
  // Without the marks before and after the text.
  if (wanted === 'pieces') return (await e5()).tokens(text).length - 2;
  if (wanted === 'sentence') return readSentence(await minilm(), text, await eventLayers());
  if (wanted === 'decision') return readDecision(await minilm(), text, await decisionLayers());
  return (await dangers()).read(text);
});

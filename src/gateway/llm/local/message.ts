import type { Encoder } from './encoder.ts';
import { messageCentre, questionCentre } from './message-centre.ts';

/** The vector of a text that was said after another, for {@link readQuestion}. */
export const readMessage = (model: Encoder, text: string, before: string): Float32Array =>
  from(messages, model.encode(text, { prefix: 'passage:', before }));

/** The vector of what is asked about what was said: a question, or words that name it. */
export const readQuestion = (model: Encoder, text: string): Float32Array =>
  from(asks.test(text) ? questions : messages, model.encode(text, { prefix: 'query:' }));

/** Words that name something have more in common with texts than with questions. */
const asks =
  /\?\s*$|^\s*(?:who|whose|whom|what|when|where|which|why|how|did|do|does|is|are|was|were|has|have|had|can|could|should|would|will)\b/i;

const read = (centre: string): Float32Array =>
  new Float32Array(new Uint8Array(Buffer.from(centre, 'base64')).buffer);

/**
 * The means of the vectors of many texts, and of many questions, which all of their kind are near to: what differs is what lies
 * beyond it. What questions have in common says nothing about their answers.
 */
const messages = read(messageCentre);
const questions = read(questionCentre);

const from = (centre: Float32Array, vector: Float32Array): Float32Array =>
  vector.map((value, k) => value - (centre[k] as number));

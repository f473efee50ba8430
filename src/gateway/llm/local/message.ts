import type { Encoder } from './encoder.ts';
import { messageCentre } from './message-centre.ts';

/** The vector of a text that was said after another, for {@link readQuestion}. */
export const readMessage = (model: Encoder, text: string, before: string): Float32Array =>
  fromCentre(model.encode(text, { prefix: 'passage:', before }));

/** The vector of a question about what was said. */
export const readQuestion = (model: Encoder, text: string): Float32Array =>
  fromCentre(model.encode(text, { prefix: 'query:' }));

/** The mean of many texts' vectors, which all vectors of this model are near to: what differs is what lies beyond it. */
const centre = new Float32Array(new Uint8Array(Buffer.from(messageCentre, 'base64')).buffer);

const fromCentre = (vector: Float32Array): Float32Array =>
  vector.map((value, k) => value - (centre[k] as number));

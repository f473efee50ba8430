import { askLocalModel } from './local-model.ts';

/** How dangerous a statement is as a decision, read by the local model: a logarithm of odds. */
export async function dangerByMeaning(text: string): Promise<number> {
  const answer = await askLocalModel({ for: 'danger', text });
  if (typeof answer !== 'number') throw new Error('The local model answered another question.');
  return answer;
}

/** A prompt and what followed it. */
type Turn = {
  /** Messages before it, which are counted. */
  from: number;
  /** The ids of its calls, and of messages that have ids of their own. */
  calls: string[];
  others: string[];
};

/** The turns of a session that a rollback may take back, the last one at the end; part of a parser's state. */
export type Turns = Turn[];

/** A rollback goes back a few prompts. What is further back stays; the turns are stored with each position. */
const mostIds = 1000;

/** @param messages how many came before the prompt. */
export function beginTurn(turns: Turns, messages: number): void {
  turns.push({ from: messages, calls: [], others: [] });
  let ids = 0;
  const first = turns.findLastIndex((turn) => {
    ids += 1 + turn.calls.length + turn.others.length;
    return ids > mostIds;
  });
  // The turn that runs is always kept whole.
  if (first >= 0) turns.splice(0, Math.min(first + 1, turns.length - 1));
}

export const noteCall = (turns: Turns, id: string): void => void turns.at(-1)?.calls.push(id);

export const noteOther = (turns: Turns, id: string): void => void turns.at(-1)?.others.push(id);

/**
 * Takes the last turns away.
 *
 * @param messages how many there are so far.
 * @returns the ids of their messages; some of them were never given to any.
 */
export function rollBack(turns: Turns, count: number, messages: number): string[] {
  const gone = count > 0 ? turns.splice(-count) : [];
  const [first] = gone;
  if (!first) return [];
  const counted = Array.from({ length: messages - first.from }, (_, i) => first.from + 1 + i);
  return [
    ...counted.flatMap((n) => [`message:${n}`, `call:${n}`]),
    ...gone.flatMap(({ calls, others }) => [
      ...calls.flatMap((id) => [`call:${id}`, `result:${id}`]),
      ...others,
    ]),
  ];
}

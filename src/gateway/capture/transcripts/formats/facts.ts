import type { CaptureFacts, UsageFact } from '../../../../db/capture/version.ts';
import { type About, field, type Source, textField } from '../../messages/captured.ts';

/** Who named a conversation; a name of a higher rank stays, of the same rank the later one. */
export const titleRank = { agent: 1, user: 3 } as const;
type Rank = (typeof titleRank)[keyof typeof titleRank];

/** The part of a parser's state that puts names in order. */
export type FactState = {
  /** The last time in the file; lines that name a conversation have none of their own. */
  at?: string | undefined;
  /** Names since that time. */
  names?: number;
  branch?: string | undefined;
  model?: string | undefined;
};

export const about = (source: Source, facts: CaptureFacts): About => ({ type: 'about', source, facts });

const padded = (n: number): string => String(n).padStart(6, '0');

/** Order of a name that has a time of its own. */
export const orderAt = (rank: Rank, at: string | undefined): string =>
  `${rank} ${iso(at) ?? ''} ${padded(0)}`;

const iso = (at: string | undefined): string | undefined => {
  const time = at === undefined ? Number.NaN : Date.parse(at);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
};

/** Notes the time of a line. */
export function pass(state: FactState, at: string | undefined): void {
  const time = iso(at);
  if (time === undefined || time <= (state.at ?? '')) return;
  state.at = time;
  state.names = 0;
}

/** The order of a name at the current line. */
export function orderOf(state: FactState, rank: Rank): string {
  state.names = (state.names ?? 0) + 1;
  return `${rank} ${state.at ?? ''} ${padded(state.names)}`;
}

/** The title of the current line, if it has one. */
export function titleFacts(state: FactState, rank: Rank, text: string | undefined): CaptureFacts | undefined {
  const title = text?.trim();
  return title ? { titles: [{ text: title, order: orderOf(state, rank) }] } : undefined;
}

/** The branch of the current line, if it differs from that of the line before. */
export function branchFacts(state: FactState, branch: string | undefined): CaptureFacts | undefined {
  if (!branch || branch === state.branch) return undefined;
  state.branch = branch;
  return { branches: [{ text: branch, order: orderOf(state, titleRank.agent) }] };
}

/** The model of the current line, if it differs from that of the line before. */
export function modelFacts(state: FactState, model: string | undefined): CaptureFacts | undefined {
  if (!model || model === state.model) return undefined;
  state.model = model;
  return { usage: [modelFact(model)] };
}

/** A model that answered, where the source states no tokens. */
export const modelFact = (model: string): UsageFact => ({ key: `model:${model}`, model });

export const figure = (value: unknown, name: string): number | undefined => {
  const found = field(value, name);
  return typeof found === 'number' ? found : undefined;
};

/** Items for facts that there are. */
export const saying = (source: Source, ...facts: (CaptureFacts | undefined)[]): About[] =>
  facts.flatMap((one) => (one ? [about(source, one)] : []));

/** The title that the export of a web service states for a conversation. */
export function exported(
  source: Source,
  conversation: unknown,
  names: { title: string; at: string | undefined },
): About[] {
  const text = textField(conversation, names.title)?.trim();
  return text ? [about(source, { titles: [{ text, order: orderAt(titleRank.agent, names.at) }] })] : [];
}

/** Milliseconds since 1970 as a time. */
export function timeOf(value: unknown): string | undefined {
  if (typeof value !== 'number' || !(Math.abs(value) < 8.64e15)) return undefined;
  return new Date(value).toISOString();
}

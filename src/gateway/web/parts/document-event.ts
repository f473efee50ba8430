/** An event as `event_search` returns it. */
export type DocumentEvent = {
  event_id: string;
  artifact_uid: string;
  revision_id: string;
  category: string;
  event_time: string | null;
  /** When a commitment is due. */
  due: string | null;
  narrative: string;
  subject: { ref: string };
  actors: { ref: string; role: string }[];
  confidence: number;
  extractor: string;
  /** Of a commitment. */
  state?: 'open' | 'overdue' | 'done';
  /** What a person said of it. */
  verdict?: 'confirmed' | 'corrected' | 'rejected';
  source: { title: string | null };
  evidence?: { quote: string; start_char: number; artifact_start_char: number }[];
  /** Where other documents tell the same fact. */
  also_told?: { event_id: string; artifact_uid: string; title: string | null; quote: string }[];
};

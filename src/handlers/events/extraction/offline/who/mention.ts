/** A person or party that a text mentions, and its part in the sentence. */
export type Mention = {
  name: string;
  /** `label`: before a colon or a dash; `subject`: before the verb; `tail`: in brackets at the end. */
  place:
    | 'label'
    | 'subject'
    | 'by'
    | 'with'
    | 'to'
    | 'from'
    | 'tail'
    | 'handle'
    | 'object'
    | 'party'
    | 'opener'
    | 'group'
    | 'clause'
    | 'bare'
    | 'vocative';
  /** The word before, in lower case. */
  word: string;
};

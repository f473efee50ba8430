/** A shorter beginning is read along with the rest, in characters. */
const worthSkipping = 1000;

/** Where to read on from a snippet in a long text: `char_offset` of the tool that reads it. */
export const readOnAt = ({ snippetAt }: { snippetAt: number }): { char_offset?: number } =>
  snippetAt < worthSkipping ? {} : { char_offset: snippetAt };

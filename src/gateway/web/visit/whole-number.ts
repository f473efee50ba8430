/** A number of an address; anything else counts as not given. */
export const wholeNumber = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;

/** Says that lines were left out, and how to make that a failure. */
export const couldNotBeRead = (lines: number): string =>
  `${lines} ${lines === 1 ? 'line' : 'lines'} could not be read (--strict makes that a failure)`;

/** The part of jStat that is used; the package brings no types. */
declare module 'jstat' {
  const jStat: {
    beta: {
      /** The quantile of Beta(alpha, beta) at a probability. */
      inv(probability: number, alpha: number, beta: number): number;
    };
  };
  export default jStat;
}

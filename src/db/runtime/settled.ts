/**
 * What all of them give, as by `Promise.all`, but once none uses the connection any more: a transaction ends when one of
 * them fails, and statements sent after that would run outside of it.
 *
 * @throws the first error: later ones only report that the transaction has failed.
 */
export async function settled<T extends readonly unknown[] | []>(
  work: T,
): Promise<{ -readonly [P in keyof T]: Awaited<T[P]> }> {
  let failure: { error: unknown } | undefined;
  const running = work.map((one) => Promise.resolve(one));
  for (const one of running)
    one.catch((error: unknown) => {
      failure ??= { error };
    });
  await Promise.allSettled(running);
  if (failure) throw failure.error;
  return Promise.all(work);
}

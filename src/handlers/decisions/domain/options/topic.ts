/** The option of a topic such as `for:postgresql`, and whether it is chosen there; undefined for a topic of similar statements. */
export function optionOfTopic(
  topic: string | null | undefined,
): { stance: 'for' | 'against'; key: string } | undefined {
  const [, stance, key] = /^(for|against):(.+)$/su.exec(topic ?? '') ?? [];
  return key === undefined ? undefined : { stance: stance === 'for' ? 'for' : 'against', key };
}

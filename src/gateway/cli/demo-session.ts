type Said = readonly [role: 'user' | 'assistant', text: string];

const sessions: Readonly<Record<string, readonly Said[]>> = {
  'd0000000-0000-4000-8000-000000000001': [
    ['user', 'Members complain about fines on Mondays. Can you find out why?'],
    [
      'assistant',
      'src/fines.py charges 50 cents for every day after the due date. It counts Sundays too, although the library is closed then.',
    ],
    ['user', 'Then do not charge Sundays. And keep the amount per day as it is.'],
    [
      'assistant',
      'Done: fine() skips Sundays now. tests/test_fines.sh passes, with a new check for a weekend.',
    ],
  ],
  'd0000000-0000-4000-8000-000000000002': [
    ['user', 'How long is the loan period, and where is it set?'],
    ['assistant', 'Twenty-one days: LOAN_DAYS in src/loans.py. Renewals add another twenty-one.'],
  ],
};

/** Two short sessions in the format in which Claude Code writes its transcripts, by file name. */
export function demoTranscripts(now: Date): Record<string, string> {
  return Object.fromEntries(
    Object.entries(sessions).map(([sessionId, said]) => [
      `${sessionId}.jsonl`,
      said
        .map(([role, text], i) =>
          JSON.stringify({
            type: role,
            sessionId,
            uuid: `${sessionId.slice(0, -2)}${i}${sessionId.slice(-1)}`,
            parentUuid: null,
            timestamp: new Date(now.getTime() - (said.length - i) * 60_000).toISOString(),
            cwd: '/home/ada/library-demo',
            version: '2.0.0',
            message: { role, content: role === 'user' ? text : [{ type: 'text', text }] },
          }),
        )
        .join('\n')
        .concat('\n'),
    ]),
  );
}

/** Texts that try to be more than text. */
const bad = [
  '<script>alert("hostile")</script>',
  '<img src=x onerror=alert("hostile")>',
  '"><svg/onload=alert("hostile")>',
  '[go](javascript:alert("hostile")) ![](https://evil.example/p.png)',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007',
  '\u202egnp.exe\u2066',
  'a'.repeat(3000),
  "'; drop table messages; --",
].join(' ');

/** One megabyte on one line. */
const long = 'lorem<b>ipsum'.repeat(80_000);

type Call = (tool: string, input: object) => Promise<Record<string, unknown>>;

/** Puts hostile text into every field that reaches a page; returns the paths where it is shown. */
export async function storeHostile(call: Call): Promise<string[]> {
  const short = bad.slice(0, 400).replaceAll(/[\p{Cc}]/gu, ' ');
  const { conversation_id: id } = await call('dewey_store_messages_bulk', {
    session_id: short,
    project: short,
    metadata: { source: bad, title: bad, git_branch: bad },
    messages: [
      { role: 'user', content: bad },
      { role: 'assistant', content: bad, metadata: { thinking: bad, model: bad, kind: 'text' } },
      {
        role: 'assistant',
        content: `${short} {"command":${JSON.stringify(bad)}}`,
        metadata: { kind: 'tool_use', tool: short, tool_use_id: 'call-1' },
      },
      {
        role: 'tool',
        content: bad,
        metadata: { kind: 'tool_result', tool_use_id: 'call-1', is_error: true },
      },
      {
        role: 'assistant',
        content: `Edit {"file_path":"a.ts","old_string":${JSON.stringify(bad)},"new_string":${JSON.stringify(`x${bad}`)}}`,
        metadata: { kind: 'tool_use', tool: 'Edit', tool_use_id: 'call-2' },
      },
      { role: 'system', content: bad, metadata: { kind: 'compact_summary' } },
      { role: 'user', content: long },
      { role: 'assistant', content: `\`\`\`html\n${bad}\n\`\`\`` },
    ],
  });
  const statement = bad.slice(0, 300);
  const { decision_id } = await call('membria_capture_decision', {
    statement,
    alternatives: [bad.slice(0, 200)],
    confidence: 0.5,
    assumptions: [bad.slice(0, 200)],
    context: { module: 'api', reasoning: bad },
  });
  const { artifact_uid } = await call('artifact_ingest', {
    artifact_type: 'doc',
    source_system: short.slice(0, 100),
    source_id: 'hostile',
    source_url: 'https://example.org/%22onload=alert(1)',
    title: bad.slice(0, 300),
    author: bad.slice(0, 150),
    participants: [bad.slice(0, 150)],
    content: `${bad}\nAda will send the list by 2026-03-20. ${bad}`,
  });
  await call('dewey_set_startup_context', { name: short.slice(0, 150), content: `</textarea>${bad}` });
  await call('memory_store', { type: 'fact', content: bad, confidence: 0.5, project: short });
  const { experience_id: experience } = await call('record_experience', {
    type: 'effective',
    domain: 'Tools',
    situation: bad,
    approach: bad,
    outcome: bad,
    reasoning: bad,
    tags: ['hostile'],
  });
  return [
    '/',
    '/sessions',
    '/sessions?by=project',
    `/sessions/${id}`,
    `/sessions/${id}/turns/7`,
    '/search?q=hostile+lorem&why=1',
    `/search?q=${encodeURIComponent(bad.slice(0, 300))}`,
    '/decisions',
    `/decisions/${decision_id}`,
    '/documents',
    `/documents/${artifact_uid}`,
    '/memory?experience=hostile',
    `/memory/contexts/${encodeURIComponent(short.slice(0, 150))}`,
    `/memory/experiences/${experience}`,
    '/care',
  ];
}

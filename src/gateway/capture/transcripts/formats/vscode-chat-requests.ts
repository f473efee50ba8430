import { type Captured, field, fullness, type Source, skip, textField } from '../../messages/captured.ts';
import { about, figure, timeOf } from './facts.ts';
import { Answer } from './vscode-chat-answer.ts';
import { attachmentsOf } from './vscode-chat-attachments.ts';

/** Reads a request with its response: the prompt, and the texts and tool calls in their order. */
export function readRequest(source: Source, request: unknown): Captured[] {
  const id = textField(request, 'requestId');
  if (id === undefined) return [skip('not a request')];
  const base = {
    type: 'message' as const,
    source,
    createdAt: timeOf(field(request, 'timestamp')),
    fullness: fullness.record,
  };
  const message = field(request, 'message');
  const prompt = typeof message === 'string' ? message : (textField(message, 'text') ?? '');
  const from = 'vscode-chat';
  const out: Captured[] = [];
  if (prompt !== '')
    out.push({
      ...base,
      id,
      role: 'user',
      content: prompt,
      metadata: { source: from, kind: isTyped(request) ? 'prompt' : 'meta' },
    });
  for (const [n, content] of attachmentsOf(request).entries())
    out.push({
      ...base,
      id: `${id}:attachment:${n}`,
      role: 'user',
      content,
      metadata: { source: from, kind: 'attachment' },
    });
  out.push(...new Answer(base, request, id, modelOf(request)).read());
  const usage = usageOf(request, id);
  if (usage) out.push(about(source, { usage: [usage] }));
  return out;
}

/** Features of the editor, and tools that ran in the background, send requests, too. */
const isTyped = (request: unknown): boolean =>
  !['isSystemInitiated', 'hiddenFromTranscript', 'requestHiddenFromTranscript'].some(
    (name) => field(request, name) === true,
  ) && field(request, 'requestSource') === undefined;

function usageOf(request: unknown, id: string) {
  const metadata = field(field(request, 'result'), 'metadata');
  const totals = field(request, 'modelTotals');
  const model = modelOf(request);
  const input = figure(request, 'promptTokens') ?? figure(metadata, 'promptTokens');
  const all = (Array.isArray(totals) ? totals : []).reduce(
    (sum: number, total: unknown) => sum + (figure(total, 'outputTokens') ?? 0),
    0,
  );
  const output = all || (figure(request, 'completionTokens') ?? figure(metadata, 'outputTokens'));
  if (model === undefined && input === undefined) return undefined;
  return { key: `answer:${id}`, model, input, output };
}

/** `copilot/gpt-5` names the model and who provides it. */
function modelOf(request: unknown): string | undefined {
  const parts = field(request, 'response');
  const routed = (Array.isArray(parts) ? parts : []).findLast(
    (part: unknown) => textField(part, 'kind') === 'autoModeResolution',
  );
  return (
    textField(field(field(request, 'result'), 'metadata'), 'resolvedModel') ||
    textField(routed, 'resolvedModel') ||
    textField(request, 'modelId')
  )?.replace(/^[^/]*\//, '');
}

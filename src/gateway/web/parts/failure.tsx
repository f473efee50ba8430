import type { ToolError } from '../../../handlers/tool/errors.ts';
import { visible } from '../text/visible.ts';
import { documentOf } from './document.tsx';

const titles: Readonly<Partial<Record<ToolError['kind'], string>>> = {
  not_found: 'Not found',
  forbidden: 'Not allowed',
  unauthorized: 'Key needed',
  unavailable: 'Not available now',
  rate_limited: 'Too many requests',
};

/** A page that says what failed and what to do next, without calling anything. */
export function failurePage({ kind, message, details }: ToolError): string {
  const title = titles[kind] ?? 'That did not work';
  const { problem, suggestion, request_id } = details;
  return documentOf(
    title,
    <main id="main" class="login">
      <h1>{title}</h1>
      <p role="alert">{visible(message)}</p>
      {problem === undefined ? null : <p class="quiet">{visible(problem)}</p>}
      {suggestion === undefined ? null : <p>{visible(suggestion)}</p>}
      {request_id === undefined ? null : <p class="quiet">Request {request_id}</p>}
      <p>
        <a href="/">Back to today</a>
      </p>
    </main>,
  );
}

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

/** The name of a tool or a field of its input, neither of which a person can call or fill in here. */
const forPrograms = /[a-z]_[a-z]/;

/** A page that says what failed and what to do next, without calling anything. */
export function failurePage({ kind, message, details }: ToolError): string {
  const title = titles[kind] ?? 'That did not work';
  const { problem, suggestion, request_id } = details;
  return documentOf(
    title,
    <main id="main" class="login">
      <h1>{title}</h1>
      <p role="alert">{visible(message)}</p>
      {problem === undefined || message.includes(problem) ? null : <p class="quiet">{visible(problem)}</p>}
      {suggestion === undefined || forPrograms.test(suggestion) ? null : <p>{visible(suggestion)}</p>}
      {request_id === undefined ? null : <p class="quiet">Request {request_id}</p>}
      <p>
        <a href="/">Today</a> · <a href="/sessions">Sessions</a> · <a href="/search">Search</a>
      </p>
    </main>,
  );
}

import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { toToolError } from '../../../handlers/tool/to-tool-error.ts';
import type { Keyring } from '../../auth/keyring.ts';
import { addressOf, type Variables } from '../../http/context.ts';
import { noteRefusal } from '../../http/note-refusals.ts';
import type { Refusals } from '../../http/refusals.ts';
import { identify } from '../../http/require-key.ts';
import { documentOf } from '../parts/document.tsx';
import { formOf } from '../visit/form.ts';
import { ownPath } from '../visit/request.ts';
import type { Logins } from './logins.ts';

export const cookieName = 'dewey_viewer';

/** Of a login, which anyone can send. */
const mostLoginBytes = 10_000;

const LoginPage = ({ next, problem }: { next: string; problem?: string | undefined }) => (
  <main id="main" class="login">
    <h1>Dewey</h1>
    <p>
      This server requires an API key. It is exchanged for a cookie that ends when the browser is unused for
      12 hours, when the server restarts, or when the key is revoked.
    </p>
    {problem === undefined ? null : (
      <p class="problem" role="alert">
        {problem}
      </p>
    )}
    <form method="post" action="/login">
      <input type="hidden" name="next" value={next} />
      <label>
        Key
        <input type="password" name="key" autocomplete="off" required autofocus />
      </label>
      <button type="submit" class="primary">
        Log in
      </button>
    </form>
    <p class="quiet">
      <code>dewey keys add me --scope read</code> makes a key that can look and change nothing.
    </p>
  </main>
);

type Parts = { keys: Keyring; refusals: Refusals | undefined; logins: Logins };

/** `GET` shows the form, `POST` exchanges a key for a cookie. */
export async function answerLogin(
  c: Context<{ Variables: Variables }>,
  { keys, refusals, logins }: Parts,
): Promise<Response> {
  if (c.req.method === 'GET') {
    const next = ownPath(c.req.query('next'));
    if (keys.anonymous()) return c.redirect(next, 303);
    return c.html(documentOf('Log in', <LoginPage next={next} />));
  }
  const form = await formOf(c, mostLoginBytes);
  const next = ownPath(form.next);
  const secret = form.key?.trim() ?? '';
  const address = addressOf(c.env);
  try {
    const identity = identify(keys, { secret, address, wanted }, refusals);
    const secure = c.req.header('origin')?.startsWith('https:') ?? false;
    setCookie(c, cookieName, logins.begin(identity), {
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      secure,
    });
    return c.redirect(next, 303);
  } catch (thrown) {
    const { error } = toToolError(thrown, c.get('requestId'));
    if (refusals && thrown instanceof ToolError)
      noteRefusal(
        refusals,
        address,
        { method: 'POST', path: '/login', requestId: c.get('requestId') },
        error,
      );
    const { problem, retry_after: seconds } = error.details;
    if (seconds !== undefined) c.header('Retry-After', String(seconds));
    const said = `${error.message}${problem === undefined ? '' : ` (${problem})`}`;
    return c.html(documentOf('Log in', <LoginPage next={next} problem={said} />), error.status);
  }
}

const wanted = {
  message: 'This key was not accepted.',
  header: 'key',
  suggestion: 'Type a secret of DEWEY_API_KEYS or of "dewey keys add".',
};

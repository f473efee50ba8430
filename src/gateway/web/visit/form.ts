import type { Context } from 'hono';
import { ToolError } from '../../../handlers/tool/errors.ts';
import { maxBodyBytes } from '../../runtime/read-body.ts';

/**
 * The fields of a form as texts; files and repeated fields are left out.
 *
 * @param mostBytes what the form may have, before it is read.
 * @throws ToolError `too_large`; also without a length, which every browser sends.
 */
export async function formOf(
  c: Context,
  mostBytes = maxBodyBytes,
): Promise<Readonly<Record<string, string>>> {
  const bytes = Number(c.req.header('content-length') ?? Number.NaN);
  if (!(bytes <= mostBytes))
    throw new ToolError('too_large', `This form may have at most ${mostBytes.toLocaleString('en')} bytes.`, {
      limit: mostBytes,
    });
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

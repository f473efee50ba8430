import type { Context } from 'hono';

/** The fields of a form as texts; files and repeated fields are left out. */
export async function formOf(c: Context): Promise<Readonly<Record<string, string>>> {
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

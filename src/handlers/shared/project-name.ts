import { namesOfProject, projectsCalled, projectsLike } from '../../db/conversations/projects.ts';
import type { Deps } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';
import { projectOf, sees } from '../tool/rights.ts';

/**
 * The names by which the rows of a table belong to the project that a caller means, given by its path or the last part of it.
 * A key limited to a project reaches what has this very name.
 */
export async function projectsMeant(
  name: string | undefined,
  table: string,
  deps: Deps,
): Promise<string[] | undefined> {
  if (name === undefined) return undefined;
  return projectOf(deps) === undefined ? await namesOfProject(deps.db.sql, table, name) : [name];
}

/**
 * The project that a caller means: one of this name, or the only one whose path ends with it. Unknown names stay as they
 * are, and so do those of a key limited to a project, which is told nothing of others.
 *
 * @throws ToolError `invalid_input` that names the projects, where there are several.
 */
export async function projectNamed(name: string | undefined, deps: Deps): Promise<string | undefined> {
  if (name === undefined || /[\\/]/.test(name)) return name;
  if (projectOf(deps) !== undefined || !sees(deps, 'conversations')) return name;
  const [only, ...others] = await projectsCalled(deps.db.sql, name);
  if (only === undefined || others.length === 0) return only ?? name;
  const projects = [only, ...others];
  throw new ToolError(
    'invalid_input',
    `There are ${projects.length} projects called ${JSON.stringify(name)}.`,
    {
      field: 'project',
      problem: 'is the last part of several paths',
      received: name,
      candidates: projects,
      suggestion: `Give the whole path: ${projects.slice(0, 5).join(', ')}.`,
    },
  );
}

/**
 * What to tell who found nothing in a project of which there is no conversation; a misspelt name looks like that.
 *
 * @param asked whether conversations were searched.
 */
export async function noSuchProject(
  name: string | undefined,
  deps: Deps,
  asked = true,
): Promise<string | undefined> {
  if (name === undefined || projectOf(deps) !== undefined || !sees(deps, 'conversations')) return undefined;
  const like = await projectsLike(deps.db.sql, name);
  if (like[0] === name) return undefined;
  const hint =
    like.length > 0 ? `There is ${like.join(', ')}.` : 'dewey_list_conversations lists what there is.';
  const none = asked ? 'No conversation is of' : 'Nothing that was searched matches in';
  return `${none} the project ${JSON.stringify(name)}. ${hint}`;
}

import type { Deps, Files } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';

/**
 * File access for tools; errors about a path name the field that gave it.
 *
 * @throws ToolError `refused` when no folder is open to tools.
 */
export function filesOf({ files }: Deps, field: string): Files {
  if (files)
    return {
      read: (path, maxBytes) => files.read(path, maxBytes).catch((error) => throwAbout(error, field)),
      write: (path, content, how) =>
        files.write(path, content, how).catch((error) => throwAbout(error, field)),
    };
  throw new ToolError('refused', 'File access is disabled: DEWEY_FILES_ROOT is not set.', {
    field,
    suggestion: `Omit ${field} to work with inline text, or start Dewey with DEWEY_FILES_ROOT.`,
  });
}

function throwAbout(error: unknown, field: string): never {
  if (!(error instanceof ToolError)) throw error;
  throw new ToolError(error.kind, error.message, { ...error.details, field });
}

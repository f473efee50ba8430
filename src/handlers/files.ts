import type { Deps, Files } from './deps.ts';
import { ToolError } from './errors.ts';

/** @throws ToolError `refused` where no folder is open to tools. */
export function filesOf({ files }: Deps, field: string): Files {
  if (files) return files;
  throw new ToolError('refused', 'No files may be used: DEWEY_FILES_ROOT is not set.', {
    field,
    suggestion: `Leave ${field} out to work with inline text, or start Dewey with DEWEY_FILES_ROOT.`,
  });
}

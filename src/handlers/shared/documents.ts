import type { Deps, Documents } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';

/**
 * How this deployment takes documents apart.
 *
 * @throws ToolError `refused` where it does not.
 */
export function documentsOf({ documents }: Deps): Documents {
  if (documents) return documents;
  throw new ToolError('refused', 'This deployment takes no documents.', {
    suggestion: 'Serve the whole gateway, or give the tool a way to cut documents.',
  });
}

import type { Deps, Documents } from '../tool/deps.ts';
import { ToolError } from '../tool/errors.ts';

/**
 * Document processing of this deployment.
 *
 * @throws ToolError `refused` when the deployment has none.
 */
export function documentsOf({ documents }: Deps): Documents {
  if (documents) return documents;
  throw new ToolError('refused', 'This deployment does not accept documents.', {
    suggestion: 'Run the full gateway, or configure document processing for this tool.',
  });
}

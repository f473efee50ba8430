import { expect, it } from 'vitest';
import { documentSummary } from '../../../src/gateway/cli/document-report.ts';

it('counts one document as one', () => {
  const none = { revision: 0, unchanged: 0, deleted: 0, skipped: {}, skippedFiles: [], failed: [] };
  expect(documentSummary({ ...none, files: 1, new: 1, dryRun: false })).toBe(
    '1 document: 1 new, 0 changed, 0 unchanged\n',
  );
  expect(documentSummary({ ...none, files: 2, new: 2, dryRun: false })).toMatch(/^2 documents: 2 new/);
  expect(documentSummary({ ...none, files: 1, new: 0, dryRun: true })).toBe(
    '1 document would be stored, including existing ones\n',
  );
});

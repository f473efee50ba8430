import v8 from '@vitest/coverage-v8';
import type { CoverageProviderModule } from 'vitest/node';

type Script = { url: string };
type Read = { result: Script[] };
type Reading = { onFileRead(read: Read): void; onFinished(...project: never[]): Promise<void> };
/** What the provider does with the files of a run, which its type does not tell. */
type Reader = { readCoverageFiles(reading: Reading): Promise<void> };

/** Test files whose coverage is merged at once. */
const batch = 40;

/**
 * The coverage of V8, which is measured after each test file. Its provider merges each file into all before it, a source
 * file at a time; here they are merged by tens, with the same result.
 */
const coverage: CoverageProviderModule = {
  ...v8,
  async getProvider() {
    const provider = await v8.getProvider();
    const reader = provider as unknown as Reader; // see Reader
    const readEach = reader.readCoverageFiles.bind(reader);
    reader.readCoverageFiles = ({ onFileRead, onFinished, ...others }) => {
      let read: Script[] = [];
      let files = 0;
      const merge = () => {
        if (files > 0) onFileRead({ result: read });
        read = [];
        files = 0;
      };
      return readEach({
        ...others,
        onFileRead({ result }) {
          for (const script of result) read.push(script);
          files += 1;
          if (files === batch) merge();
        },
        onFinished(...project) {
          merge();
          return onFinished(...project);
        },
      });
    };
    return provider;
  },
};

export default coverage;

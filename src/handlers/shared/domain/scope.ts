export type ExperienceScope = 'user' | 'project';

/** Words that refer to one code base: repositories, build tools, containers, CI. */
const projectWords =
  /\b(repo(sitory)?|repositories|codebase|monorepo|feature branch|merge request|pull request|git|npm|pnpm|yarn|bun|node_modules|pip|poetry|cargo|maven|gradle|cmake|makefile|dockerfile|docker|compose|webpack|vite|vitest|jest|pytest|tsc|tsconfig|eslint|biome|drizzle|package\.json|pyproject|ci pipeline)\b/i;

/** A path of three or more parts, one that begins with `./`, `../` or `~/`, or one that ends with a slash. */
const path =
  /(^|[\s"'`(])((\.{1,2}|~)\/[\w.@-]+|(?=[\d_.@-]*[A-Za-z])[\w.@-]+\/([\w.@-]+\/[\w.@/-]*)?(?=[\s"'`),:;]|$))/;

/** A file name with a source file extension, with or without leading folders. */
const file =
  /[\w-]\.(ts|tsx|js|jsx|mjs|cjs|py|rs|go|java|kt|rb|php|c|h|cc|cpp|cs|swift|sql|sh|ya?ml|toml|json|md|lock|html|css)\b(?![\w/])/i;

/** `project` when the text names repositories, files or build tools, else `user`. */
export function scopeOf(text: string): ExperienceScope {
  const plain = text.replaceAll(/\bhttps?:\/\/\S+/gi, ' ');
  return projectWords.test(plain) || file.test(plain) || path.test(plain) ? 'project' : 'user';
}

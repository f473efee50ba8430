import type { Line } from './lines.ts';
import type { Reading } from './reading.ts';

/** `**Ana** - …` */
const bold =
  /^(?:\*\*|__)@?(\p{Lu}[\p{L}\p{M}.'’-]{0,30}(?: \p{L}[\p{L}\p{M}.'’-]{0,30}){0,3})(?:\*\*|__)[ \t]{1,3}[-–—][ \t]+(?=\S)/u;

/** Reads a line of minutes whose words stand behind the bold name of one who is known; true when it is one. */
export function spokenBehindDash({ build }: Reading, line: Line): boolean {
  const [head, name] = bold.exec(line.text.slice(0, 200)) ?? [];
  const speaker = name === undefined ? undefined : knownBy(name, build.model.names);
  if (head === undefined || speaker === undefined) return false;
  build.says(speaker, undefined);
  build.sectional = true;
  build.open(line.start + head.length, line.end, 'message');
  return true;
}

/** The known person of a name, or the only one whose name begins with a letter. */
function knownBy(name: string, names: ReadonlySet<string>): string | undefined {
  if (names.has(name)) return name;
  const meant = [...names].filter((one) =>
    name.length === 1 ? one.startsWith(name) : one.startsWith(`${name} `),
  );
  return meant.length === 1 ? meant[0] : undefined;
}

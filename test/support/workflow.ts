import type { Deps } from '../../src/handlers/tool/deps.ts';
import applyPreset from '../../src/handlers/workflow/apply-preset.ts';
import { call } from './call.ts';

export const minute = 60_000;

/** Deps with a clock that only moves when the test moves it. */
export function withClock(deps: Deps, start = '2026-03-01T12:00:00.000Z') {
  let now = Date.parse(start);
  return {
    deps: { ...deps, clock: () => new Date(now) },
    advance: (ms: number) => {
      now += ms;
    },
  };
}

let sessions = 0;

/** A new session under a preset, by its id. */
export async function workflow(deps: Deps, preset_name: string): Promise<string> {
  sessions += 1;
  const session_id = `session-${sessions}`;
  await call(applyPreset, { preset_name, session_id }, deps);
  return session_id;
}

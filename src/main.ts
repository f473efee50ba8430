#!/usr/bin/env node
// A hook holds up the agent's screen: it loads nothing but what it needs itself.
process.exitCode =
  process.argv[2] === 'hook' && process.argv[3] !== undefined && !process.argv[3].startsWith('-')
    ? await (await import('./gateway/capture/hook-command.ts')).hook(process.argv[3], process.env)
    : await (await import('./gateway/cli/program.ts')).run(process.argv);

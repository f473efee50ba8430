#!/usr/bin/env node
import { run } from './gateway/cli/program.ts';

process.exitCode = await run(process.argv);

import { testStalls } from '../support/stall.ts';

// With every shape for every tool: `test/long/stall.test.ts`.
testStalls(2);

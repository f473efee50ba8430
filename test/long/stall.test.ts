import { testStalls } from '../support/stall.ts';

testStalls(1);

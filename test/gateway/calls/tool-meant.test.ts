import { expect, it } from 'vitest';
import { toolQuestion } from '../../../src/gateway/calls/tool-meant.ts';
import { catalog } from '../../../src/handlers/index.ts';

it.each([
  ['capture_decision', 'Did you mean membria_capture_decision?'],
  ['decision-capture', 'Did you mean membria_capture_decision?'],
  ['mcp__dewey__dewey_store_message', 'Did you mean dewey_store_message?'],
  ['dewey_serch', 'Did you mean dewey_search?'],
  ['store', 'Did you mean memory_store?'],
  ['zeppelin', ''],
  ['', ''],
])('asks after %j', (name, question) => expect(toolQuestion(name, catalog).trim()).toBe(question));

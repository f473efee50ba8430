import { describe, expect, it } from 'vitest';
import { scopeCreep } from '../../../../../src/handlers/reasoning/domain/scope/scope-creep.ts';

const problem =
  'Loan searches take twelve seconds since the catalogue grew to a million books; make them fast again.';
const thread = ['The query scans the whole table.', 'There is no index on the reader.'];
const creep = (thought: string) => scopeCreep(thought, problem, thread);

describe('scopeCreep', () => {
  it.each([
    'An index on (reader, due) would let it read a few pages instead of the table.',
    'Check with EXPLAIN whether the planner believes its statistics; they are from before the import.',
    'If the list were fetched in pages, nobody would wait for rows that are never looked at.',
    'Memory could be the limit: the hash join spills to disk as soon as work_mem is exceeded.',
    'What happens on the replica? It has half the RAM, so the same plan may be worse there.',
    'Roll it out behind a flag, so that we can go back when writes become too slow.',
  ])('accepts work on the problem: %s', (thought) => {
    expect(creep(thought)).toBeUndefined();
  });

  it.each([
    'By the way, the catalogue could use a chat window with a language model.',
    'While we are at it, we could rewrite the import in Rust.',
    'The search page should get new colours and a nicer logo.',
    'A newsletter about the new catalogue would be interesting for the marketing team.',
    'We ought to agree on a naming convention for branches.',
    'Übrigens könnten wir auch die Startseite hübscher machen.',
  ])('detects a digression: %s', (thought) => {
    expect(creep(thought)).toEqual(expect.any(String));
  });

  it.each([
    'Readers keep asking for recommendations; I could draft a first model tonight.',
    'GraphQL would be nicer than these endpoints, I am sketching a schema for books and shelves.',
    'The catalogue code is a mess. Let me convert all modules to TypeScript while the team is away.',
    'Me gustaría añadir una galería de portadas con fotos nuevas para los lectores.',
  ])('detects what is near and does not serve the problem: %s', (thought) => {
    expect(creep(thought)).toContain('leads away');
  });

  it.each([
    'Does the planner use the index when the title is lower-cased? Run it twice and compare the plans.',
    'Wenn der Puffer zu klein ist, liest jede Anfrage von der Platte; messen, bevor wir etwas ändern.',
    'No test covers a million rows. A fixture with generated books must fail first.',
  ])('accepts work in other words: %s', (thought) => {
    expect(creep(thought)).toBeUndefined();
  });

  it('names the words that lead away', () => {
    expect(creep('By the way, a dark theme would be nicer')).toMatch(/^"by the way", /);
  });

  it('accepts a subject that the problem or the thread names', () => {
    const about = 'The buttons of the loan page have the wrong colour since the redesign.';
    expect(scopeCreep('The button inherits its colour from the old theme.', about, [])).toBeUndefined();
  });
});

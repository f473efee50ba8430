import { describe, expect, it } from 'vitest';
import { extractOffline } from '../../../../../src/handlers/events/extraction/offline/index.ts';
import { statesNothing } from '../../../../../src/handlers/events/extraction/offline/no-fact.ts';
import { sourceDocument } from '../../../../support/source-document.ts';

describe('a sentence that denies a decision', () => {
  it.each([
    'The group did not agree on Sunday opening.',
    'We did not decide on the venue.',
    'We didn’t choose a vendor.',
    'No decision was made about the budget.',
    'No agreement could be reached on the rent.',
    'We have not yet come to a decision.',
    'Wir haben uns nicht auf einen Raum geeinigt.',
    'Es wurde keine Entscheidung getroffen.',
    'Wir konnten uns nicht einigen.',
    "Nous n'avons pas décidé du lieu.",
    "Aucune décision n'a été prise.",
    "Nous ne nous sommes pas mis d'accord.",
    'No se decidió el lugar.',
    'No se tomó ninguna decisión.',
    'No hubo acuerdo sobre la fecha.',
  ])('states none: %s', (text) => {
    expect(statesNothing(text, 'Decision')).toBe(true);
  });

  it.each([
    'We decided not to build a kiosk.',
    'We agreed to not approve the plan.',
    'We not only agreed on a venue, we booked it.',
    'We did not find a room, so we agreed on the hall.',
    'We did not agree on the hall but we decided to rent the barn.',
    'Wir haben beschlossen, nicht zu bauen.',
    'Wir haben nicht nur beschlossen zu bauen.',
    'Nous avons décidé de ne pas adopter le plan.',
    'Se decidió no aprobar la moción.',
  ])('is not one that decides against something: %s', (text) => {
    expect(statesNothing(text, 'Decision')).toBe(false);
  });

  it('gives no event beside one that decides', () => {
    const text =
      'Date: Tuesday 3 November 2026\nPresent: Ana Lopez, Ben Okafor\n\nThe group did not agree on Sunday opening. No decision was made about the budget. We agreed to buy a lamp.\n';
    const { events } = extractOffline(sourceDocument(text, { artifactType: 'note' }));
    expect(events.map(({ category, evidence }) => [category, evidence[0]?.quote])).toEqual([
      ['Decision', 'We agreed to buy a lamp.'],
    ]);
  });
});

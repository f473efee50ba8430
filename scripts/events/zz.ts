import { extractOffline } from '../../src/handlers/events/extraction/offline/index.ts';
import { fitted } from '../../src/handlers/events/extraction/offline/scoring/fitted.ts';
import { pairUp } from '../../test/support/event-sets/match.ts';
import { readSet, sourceOf } from '../../test/support/event-sets/read.ts';

for (const doc of readSet(process.argv[2] ?? '')) {
  const pairs = pairUp(doc, extractOffline(sourceOf(doc), fitted).events);
  console.log(
    '##',
    doc.id,
    '| author',
    doc.author,
    '| participants',
    doc.participants.slice(0, 5).join(';'),
    '| type',
    doc.type,
  );
  for (const { label, found } of pairs)
    if (label && found && label.who.length)
      console.log(
        '  ',
        JSON.stringify(label.who),
        '<-',
        JSON.stringify(found.actors.map((a) => a.ref)),
        '|',
        label.quote.slice(0, 90).replace(/\n/g, ' '),
      );
}

import { lastPlace, position } from '../index/place-sources.ts';

/** A bit for each place of a text, and for as many before the first, which no place has. None is set between two texts. */
const marked = new Int32Array(2048);
const lastWord = marked.length - 1;

/** Marks what is so far after the places of a document. */
function markPlaces(places: Uint16Array, begin: number, gap: number): void {
  for (let i = begin, place = 0; (place & lastPlace) === 0; i++) {
    place = places[i] as number;
    const at = (place & position) + gap;
    const word = (at >> 5) & lastWord;
    marked[word] = (marked[word] as number) | (1 << at);
  }
}

function unmarkPlaces(places: Uint16Array, begin: number, gap: number): void {
  for (let i = begin, place = 0; (place & lastPlace) === 0; i++) {
    place = places[i] as number;
    marked[(((place & position) + gap) >> 5) & lastWord] = 0;
  }
}

function isMarked(places: Uint16Array, begin: number): boolean {
  let found = 0;
  for (let i = begin, place = 0; (place & lastPlace) === 0; i++) {
    place = places[i] as number;
    const at = place & position;
    found |= (marked[at >> 5] as number) >>> at;
  }
  return (found & 1) === 1;
}

/** Whether some place of a document is so far after one of another term; their places begin here, and are near. */
export function isFollowed(
  from: Uint16Array,
  begin: number,
  to: Uint16Array,
  beginTo: number,
  gap: number,
): boolean {
  markPlaces(from, begin, gap);
  const found = isMarked(to, beginTo);
  unmarkPlaces(from, begin, gap);
  return found;
}

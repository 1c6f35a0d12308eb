import { diffArrays } from 'diff';

/** A part of a text: paragraphs that are the same in both versions, or a place where the versions differ. */
export type Place =
  | { readonly kind: 'same'; readonly text: string }
  | {
      readonly kind: 'choice';
      readonly mine: string;
      readonly theirs: string;
      /** Whether the person who is saving has changed the place. False if only the other person has. */
      readonly isMine: boolean;
    };

/** Returns the paragraphs of a text, each with the empty lines after it. Joined, they are the text. */
const paragraphsOf = (text: string): string[] => text.match(/(?:[^\n]+\n?|\n)(?:[^\S\n]*\n)*/gu) ?? [];

/** For each paragraph of `base`, the position of the same paragraph in the other list; undefined if it is not there. */
function positionsIn(base: readonly string[], other: readonly string[]): ReadonlyMap<number, number> {
  const positions = new Map<number, number>();
  let [at, otherAt] = [0, 0];
  for (const { value, added, removed } of diffArrays([...base], [...other])) {
    if (!added && !removed) value.forEach((_, index) => positions.set(at + index, otherAt + index));
    if (!added) at += value.length;
    if (!removed) otherAt += value.length;
  }
  return positions;
}

const joined = (paragraphs: readonly string[], from: number, to: number): string => paragraphs.slice(from, to).join('');

/**
 * Compares two versions of a text with the text from which both were made, paragraph by paragraph.
 * @returns the parts of the text in their order. A place that both versions have changed in the same way is no choice.
 */
export function placesOf(base: string, mine: string, theirs: string): Place[] {
  const [bases, minePart, theirPart] = [paragraphsOf(base), paragraphsOf(mine), paragraphsOf(theirs)];
  const [inMine, inTheirs] = [positionsIn(bases, minePart), positionsIn(bases, theirPart)];
  const places: Place[] = [];
  let [baseAt, mineAt, theirsAt] = [0, 0, 0];

  const addUntil = (baseEnd: number, mineEnd: number, theirsEnd: number): void => {
    // Paragraphs that follow each other and have only been changed are separate places.
    const count = baseEnd - baseAt;
    if (count > 1 && mineEnd - mineAt === count && theirsEnd - theirsAt === count) {
      for (let left = count; left > 0; left -= 1) addUntil(baseAt + 1, mineAt + 1, theirsAt + 1);
      return;
    }
    const was = joined(bases, baseAt, baseEnd);
    const [one, other] = [joined(minePart, mineAt, mineEnd), joined(theirPart, theirsAt, theirsEnd)];
    if (one !== other) places.push({ kind: 'choice', mine: one, theirs: other, isMine: one !== was });
    else if (one !== '') addSame(one);
    [baseAt, mineAt, theirsAt] = [baseEnd, mineEnd, theirsEnd];
  };
  const addSame = (text: string): void => {
    const last = places.at(-1);
    if (last?.kind === 'same') places[places.length - 1] = { kind: 'same', text: last.text + text };
    else places.push({ kind: 'same', text });
  };

  // Paragraphs that all three texts have separate the places.
  bases.forEach((paragraph, index) => {
    const [ofMine, ofTheirs] = [inMine.get(index), inTheirs.get(index)];
    if (ofMine === undefined || ofTheirs === undefined || ofMine < mineAt || ofTheirs < theirsAt) return;
    addUntil(index, ofMine, ofTheirs);
    addSame(paragraph);
    [baseAt, mineAt, theirsAt] = [index + 1, ofMine + 1, ofTheirs + 1];
  });
  addUntil(bases.length, minePart.length, theirPart.length);
  return places;
}

/** Returns the text with the chosen version of each place. @param ofMine the positions of the places that are kept */
export const mergedText = (places: readonly Place[], ofMine: ReadonlySet<number> = new Set()): string =>
  places
    .map((place, index) => (place.kind === 'same' ? place.text : ofMine.has(index) ? place.mine : place.theirs))
    .join('');

import type { SearchTerm, TagId } from '@portcullis/domain';

/**
 * The letters before the words of each field, in the order of `searchFields`. A word is indexed with the letter of
 * its field and with the letter of each later field, so that one look-up with a letter finds the word in that field
 * and in all fields that rank higher. The stem of a word has the same letters in upper case. A tag is indexed as `t`
 * with its id.
 */
export const fieldLetters = ['a', 'b', 'c', 'd'] as const;

/** A term of a query with the stem and the tags that it also finds. */
export interface ExpandedTerm extends SearchTerm {
  /** The stem in the language of the search. Absent if words are not stemmed. */
  readonly stem: string | undefined;
  /** The tags in whose names the term is found. */
  readonly tags: readonly TagId[];
}

/** Returns a list for each rank, with the `tsquery` for each term. */
export function termQueries(terms: readonly ExpandedTerm[], filter: TagId | undefined): readonly (readonly string[])[] {
  return fieldLetters.map((letter, rank) => {
    const queries = terms.map(({ word, isPrefix, stem, tags }) => {
      const plain = `${quoted(letter + word)}${isPrefix ? ':*' : ''}`;
      const stemmed = stem === undefined ? [] : [quoted(letter.toUpperCase() + stem)];
      // Tags rank with the headings, which are second.
      const tagged = rank === 0 ? [] : tags.map((id) => quoted(`t${id}`));
      return `(${[plain, ...stemmed, ...tagged].join(' | ')})`;
    });
    return filter === undefined ? queries : [...queries, quoted(`t${filter}`)];
  });
}

/** Returns the `tsquery` for the contents of each rank and of those before it. */
export const rankQueries = (queries: readonly (readonly string[])[]): readonly string[] =>
  queries.map((terms) => `(${terms.join(' & ')})`);

const quoted = (lexeme: string): string => `'${lexeme.replaceAll(`'`, `''`).replaceAll('\\', '\\\\')}'`;

import type { SearchTerm, TagId } from '@portcullis/domain';

/**
 * The letters before the words of each field, in the order of `searchFields`. A word has the letters of its field and of
 * all fields after it, so that one look-up finds it in a field or any field that ranks higher. Its stem has the same
 * letter in upper case, and a tag is `t` with its id.
 */
export const fieldLetters = ['a', 'b', 'c', 'd'] as const;

/** A term with what else it finds. */
export interface ExpandedTerm extends SearchTerm {
  /** The stem in the language of the search. Absent if words are not stemmed. */
  readonly stem: string | undefined;
  /** The tags whose names it finds. */
  readonly tags: readonly TagId[];
}

/** Returns the `tsquery` for each term, by rank. */
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

/** Returns the `tsquery` for the contents of each rank. Each content belongs to the first rank with all terms. */
export function rankQueries(queries: readonly (readonly string[])[]): readonly string[] {
  const all = queries.map((terms) => `(${terms.join(' & ')})`);
  return all.map((query, rank) => (rank === 0 ? query : `${query} & !${all[rank - 1]}`));
}

const quoted = (lexeme: string): string => `'${lexeme.replaceAll(`'`, `''`).replaceAll('\\', '\\\\')}'`;

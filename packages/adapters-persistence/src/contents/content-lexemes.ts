import type { TagId } from '@portcullis/domain/internal/shared/ids';
import type { SearchTerm } from '@portcullis/domain/internal/contents/search';

/**
 * The prefix letter of each field, in the order of `searchFields`. A word is indexed with the letter of its field and
 * with the letter of each later field. A search for a word with one of these prefixes therefore finds the word in the
 * field of that letter and in all earlier fields. Stems have the same letters in upper case. A tag is indexed as `t`
 * followed by the id of the tag.
 */
export const fieldLetters = ['a', 'b', 'c', 'd'] as const;

/** A search term with its stem and with the tags that match it. */
export interface ExpandedTerm extends SearchTerm {
  /**
   * The stem in the search language. Undefined for stop words, for Chinese, Japanese and Korean words, and if the
   * language has no stemming.
   */
  readonly stem: string | undefined;
  /** The tags whose names match the term. */
  readonly tags: readonly TagId[];
}

/**
 * Returns a list for each rank, with one `tsquery` expression for each term. The expressions of the first list find
 * their terms in the first field of `searchFields`, those of the second list in the first two fields, and so on. A tag
 * filter adds another expression to each list.
 */
export function termQueries(terms: readonly ExpandedTerm[], filter: TagId | undefined): readonly (readonly string[])[] {
  return fieldLetters.map((letter, rank) => {
    const queries = terms.map(({ word, isPrefix, stem, tags }) => {
      const plain = `${quoted(letter + word)}${isPrefix ? ':*' : ''}`;
      const stemmed = stem === undefined ? [] : [quoted(letter.toUpperCase() + stem)];
      // A match in a tag ranks like a match in a heading, which is the second field. Each rank includes the matches of
      // the ranks before it, so all ranks except the first include the tags.
      const tagged = rank === 0 ? [] : tags.map((id) => quoted(`t${id}`));
      return `(${[plain, ...stemmed, ...tagged].join(' | ')})`;
    });
    return filter === undefined ? queries : [...queries, quoted(`t${filter}`)];
  });
}

/** Returns one `tsquery` for each rank, which matches the indexed parts that contain all terms at this rank. */
export const rankQueries = (queries: readonly (readonly string[])[]): readonly string[] =>
  queries.map((terms) => `(${terms.join(' & ')})`);

const quoted = (lexeme: string): string => `'${lexeme.replaceAll(`'`, `''`).replaceAll('\\', '\\\\')}'`;

import { isMarkdown } from '@portcullis/domain/internal/contents/content';
import { stateAt } from '@portcullis/domain/internal/contents/schedule';
import {
  matchesTerm,
  searchedParts,
  searchFields,
  searchTerms,
  searchWords,
} from '@portcullis/domain/internal/contents/search';
import type { ContentSearchQuery, FoundContent } from '@portcullis/application/internal/ports/contents';
import { matchesFilter, pageOf } from './pages.ts';
import type { State, StoredContent } from './state.ts';
import { linksOf } from './tables.ts';
import { isBelow, isReadable, itemOf } from './content-items.ts';

/** Maximum length of `FoundContent.bodyStart` in characters. */
const bodyStart = 10_000;

/** The words of each field of a content. They are kept with the content, because large texts take long to split. */
const splitContents = new WeakMap<StoredContent, readonly ReadonlySet<string>[]>();

/** Returns the words of each field, in the order of `searchFields`. */
function wordsOf(content: StoredContent): readonly ReadonlySet<string>[] {
  const known = splitContents.get(content);
  if (known !== undefined) return known;
  const parts = [...searchedParts(content)];
  const words = searchFields.map((field) => new Set(parts.flatMap((part) => [...searchWords(part[field])])));
  splitContents.set(content, words);
  return words;
}

/** Searches contents without an index: it compares the query with the words of every content. */
export function searchContents(state: State, query: ContentSearchQuery, now: Date) {
  const { q, status, categoryId, tagId, reach, page, pageSize } = query;
  const terms = searchTerms(q);
  const found = [...state.contents.values()].flatMap((stored) => {
    const content = stateAt(stored, now);
    const item = itemOf(state, content);
    const isWanted =
      matchesFilter(status, content.status) &&
      (categoryId === undefined || isBelow(state, content.categoryId, categoryId)) &&
      (tagId === undefined || item.tagIds.includes(tagId)) &&
      isReadable(state, item, reach);
    const score = isWanted ? scoreOf(state, content, terms) : 0;
    return score === 0 ? [] : [foundContent(state, content, score)];
  });
  const result = pageOf(
    found,
    { page, pageSize },
    {
      sort: { score: ({ score, createdAt }) => [score, createdAt] },
      defaultSort: { by: 'score', order: 'desc' },
    },
  );
  return { ...result, stems: [] };
}

/** Returns the score of a content, or 0 if a term is missing. The score is highest if the title has all terms. */
function scoreOf(state: State, content: StoredContent, terms: ReturnType<typeof searchTerms>): number {
  const tags = tagNames(state, content).map((name) => new Set(searchWords(name)));
  const words = new Set<string>();
  for (const [rank, ofField] of wordsOf(content).entries()) {
    for (const word of ofField) words.add(word);
    const isFound = terms.every(
      (term) => matchesTerm(term, words) || (rank > 0 && tags.some((tag) => matchesTerm(term, tag))),
    );
    if (isFound) return searchFields.length - rank;
  }
  return 0;
}

const tagNames = (state: State, { id }: StoredContent): readonly string[] =>
  linksOf(state.contentTags, id)
    .map((tag) => state.tags.get(tag)?.name ?? '')
    .toSorted();

function foundContent(state: State, content: StoredContent, score: number): FoundContent {
  const isHtml = !isMarkdown(content.editorType) || content.contentMd === null;
  const body = isHtml ? content.contentHtml : content.contentMd;
  return {
    ...itemOf(state, content),
    score,
    tagNames: tagNames(state, content),
    isHtml,
    bodyStart: body === null ? null : [...body].slice(0, bodyStart).join(''),
  };
}

import type { Reach } from '@portcullis/domain/internal/access/reach';
import {
  excerptFinder,
  isCjk,
  plainText,
  searchWords,
  type Excerpt,
} from '@portcullis/domain/internal/contents/search';
import type {
  ContentListItem,
  ContentSearchQuery,
  ContentViews,
  FoundContent,
  FoundContents,
} from '../ports/contents.ts';
import type { Page } from '../ports/lists.ts';
import type { UnitOfWork, Uses } from '../ports/unit-of-work.ts';

/** The text around a match in one field of a content. */
export interface Highlight extends Excerpt {
  readonly field: 'title' | 'tag' | 'summary' | 'body';
}

/**
 * A content that a search found, with the text around its matches. `highlights` contains at most one match for the
 * title, for the summary, for the body and for each tag.
 */
export interface ContentMatch extends ContentListItem {
  readonly score: number;
  readonly highlights: readonly Highlight[];
}

/** What `searchContents` needs. */
export interface SearchContentsInput {
  readonly query: ContentSearchQuery;
  /** Returns which unpublished contents the reader may read. */
  readonly reach: () => Promise<Reach>;
}

interface Dependencies {
  readonly contents: ContentViews;
}

/**
 * Searches contents. Without a filter by status, only published contents are found. By another status, readers
 * find only contents that they may read.
 */
export const searchContents =
  ({ contents }: Dependencies) =>
  async ({ query, reach }: SearchContentsInput): Promise<Page<ContentMatch>> => {
    const { page, pageSize, status = 'PUBLISHED' } = query;
    const reached = status === 'PUBLISHED' || (await reach());
    if (reached === false) return { items: [], total: 0, page, pageSize };
    const found = await contents.search({ ...query, status, ...(reached !== true && { reach: reached }) });
    const read = found.items.map((item) => ({ item, texts: textsOf(item) }));
    const find = excerptFinder(
      query.q,
      await otherForms(
        contents,
        found,
        read.flatMap(({ texts }) => texts),
      ),
    );
    return { items: read.map((each) => highlighted(each, find)), total: found.total, page, pageSize };
  };

/** A found content with the texts in which matches are highlighted. */
interface ReadContent {
  readonly item: FoundContent;
  readonly texts: readonly FieldText[];
}

function highlighted(
  { item: { tagNames: _tagNames, isHtml: _isHtml, bodyStart: _bodyStart, ...item }, texts }: ReadContent,
  find: (text: string) => Excerpt | undefined,
): ContentMatch {
  const highlights = texts.flatMap(([field, text]) => {
    const excerpt = find(text);
    return excerpt === undefined ? [] : [{ field, ...excerpt }];
  });
  return { ...item, highlights };
}

type FieldText = readonly [field: Highlight['field'], text: string];

const textsOf = ({ title, tagNames, summary, isHtml, bodyStart }: FoundContent): readonly FieldText[] => [
  ['title', title],
  ...tagNames.map((name) => ['tag', name] as const),
  ['summary', summary ?? ''],
  ['body', isHtml ? plainText(bodyStart ?? '') : (bodyStart ?? '')],
];

/** Returns the words of the given texts that are other forms of a word of the query in the search language. */
async function otherForms(
  contents: ContentViews,
  { stems }: FoundContents,
  texts: readonly FieldText[],
): Promise<readonly string[]> {
  if (stems.length === 0) return [];
  const words = new Set(texts.flatMap(([, text]) => [...searchWords(text)]));
  return contents.wordsWithStems(
    [...words].filter((word) => !isCjk(word)),
    stems,
  );
}

/**
 * Maximum number of contents that one transaction indexes. It is small, so that writers wait less than a second for
 * locked rows.
 */
const batch = 200;

/**
 * Adds one batch of contents to the search index: contents that another program wrote, the
 * remaining parts of long contents, and all contents after a change of the search language.
 * @returns the number of indexed contents; 0 when none are left or another process is indexing
 */
export const indexContents =
  ({ work }: { readonly work: UnitOfWork<Uses<'contents' | 'tryAdvisoryLock'>> }) =>
  (): Promise<number> =>
    work.run(async (tx) => {
      if (!(await tx.tryAdvisoryLock('index contents'))) return 0;
      const ids = await tx.contents.queuedForSearch(batch);
      await tx.contents.addToSearch(await tx.contents.lockAll(ids));
      return ids.length;
    });

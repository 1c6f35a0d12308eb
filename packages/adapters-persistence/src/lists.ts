import type { ListQuery, Page } from '@portcullis/application';
import { isKept, pageStatement, type ListSource } from './list-statements.ts';
import type { Reader, Statement } from './statements.ts';

type Query<SortField extends string, Filter extends string> = ListQuery<SortField> &
  Partial<Readonly<Record<Filter, unknown>>>;

interface Counted {
  /** Of items on all pages. */
  readonly total: number;
}

/** A page that begins before this row is found about as fast as a row by its key, where nothing is counted for it. */
const nearRows = 500;

/** A page that may be larger than this, in bytes, gets a connection for itself: it would hold up what comes after it. */
const largestBriefPage = 1024 * 1024;

/** Makes the reader of one list: a page and its total, by one statement. */
export function listOf<Item extends object, SortField extends string, Filter extends string>(
  source: ListSource<SortField, Filter>,
): (reader: Reader, query: Query<SortField, Filter>) => Promise<Page<Item>> {
  const prepared = new Map<string, Statement>();
  const names = Object.keys(source.filters).filter((name): name is Filter => name in source.filters);
  return async (reader, query) => {
    const { page, pageSize, search } = query;
    const filters = names.filter((name) => query[name] !== undefined);
    const searched = search === undefined ? undefined : matching(search);
    const by = query.sortBy ?? source.defaultSort.by;
    const order = query.sortOrder ?? (query.sortBy === undefined ? source.defaultSort.order : 'asc');
    const shape = { filters, searched, by, order };
    const skipped = (page - 1) * pageSize;
    const isShort = pageSize * source.rowBytes <= largestBriefPage;
    const isBrief = isShort && isKept(source, shape) && skipped < nearRows;
    const key = [...filters, searched, by, order, isBrief].join(' ');
    const statement = prepared.get(key) ?? { ...pageStatement(source, shape), isBrief };
    prepared.set(key, statement);
    const { rows, whole } = await reader.answer<Item, Counted>(statement, [
      pageSize,
      skipped,
      ...filters.map((name): unknown => query[name]),
      ...(search === undefined ? [] : [containing(search)]),
      // Once more, as the text that its total is kept under.
      ...(isKept(source, shape) ? filters.map((name) => String(query[name])) : []),
    ]);
    return { items: rows, total: whole?.total ?? 0, page, pageSize };
  };
}

/** The LIKE pattern of a text that occurs anywhere; its characters match literally. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * The condition of a search. Without three letters or digits in a row there is nothing that the index of trigrams could
 * look up, and it would be read from end to end to no avail: the text is hidden from it.
 */
const matching = (search: string): string =>
  /[\p{L}\p{N}]{3}/u.test(search) ? 't.search_text ILIKE ?' : `(t.search_text || '') ILIKE ?`;

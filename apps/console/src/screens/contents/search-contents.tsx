import type { Schemas } from '@portcullis/client';
import { searchContentsQuery } from '@portcullis/client/fields';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { choicesOf, Options, ScreenHead, Time } from '../../parts/elements.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { Empty, LoadBoundary, useLoad } from '../../parts/load.tsx';
import { Pager } from '../../parts/table.tsx';
import { categoryChoices, loadReferences } from '../../resources/references.ts';
import { currentLocation, hrefOf, readListState } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { ContentStatus, statuses } from './content-status.tsx';

type Match = Schemas['ContentMatch'];

const list = { filters: ['status', 'categoryId', 'tagId'], sorts: [] } as const;

const nothing = { items: [], total: 0 };

function Highlighted({ before, match, after }: Omit<Schemas['Highlight'], 'field'>) {
  return (
    <>
      {before}
      <mark>{match}</mark>
      {after}
    </>
  );
}

function FoundContent({ content: { id, title, status, updatedAt, highlights } }: { readonly content: Match }) {
  const text = texts().editorial;
  const inTitle = highlights.find(({ field }) => field === 'title');
  return (
    <li class="search-result">
      <p>
        <a href={hrefOf(`/contents/${id}`)}>{inTitle === undefined ? title : <Highlighted {...inTitle} />}</a>{' '}
        {status === 'PUBLISHED' ? undefined : <ContentStatus status={status} />}{' '}
        <span class="quiet">
          <Time value={updatedAt} />
        </span>
      </p>
      {highlights
        .filter(({ field }) => field !== 'title')
        .map((highlight) => (
          <p key={`${highlight.field} ${highlight.before}`}>
            <span class="quiet">{text.fields[highlight.field]}:</span> <Highlighted {...highlight} />
          </p>
        ))}
    </li>
  );
}

/** Searches the texts of contents. The best matches come first. The search text and the filters are in the URL. */
export function SearchContents({ up }: ScreenProps) {
  const text = texts().editorial;
  const contents = texts().contents;
  const state = readListState(currentLocation.value.query, list);
  const references = useLoad(loadReferences, []);
  const status = statuses.find((known) => known === state.filters.status) ?? 'PUBLISHED';
  const q = state.search.trim().slice(0, searchContentsQuery.q.maxLength);
  const { categoryId, tagId } = state.filters;
  const query = {
    q,
    status,
    page: state.page,
    pageSize: state.pageSize,
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(tagId === undefined ? {} : { tagId }),
  };
  const found = useLoad(
    async (signal) => (q === '' ? nothing : api.get('/api/contents/search', { params: { query }, signal })),
    [JSON.stringify(query)],
  );
  const { categories, tags } = references.data ?? { categories: [], tags: new Map<string, string>() };
  return (
    <>
      <ScreenHead title={text.search} up={up} />
      <FilterBar
        state={state}
        searchIn={text.searchIn}
        filters={[
          {
            name: 'status',
            label: texts().fields.status,
            input: (_value, choose) => (
              <select value={status} onChange={(event) => choose(event.currentTarget.value)}>
                <Options of={choicesOf(contents.statuses)} />
              </select>
            ),
          },
          { name: 'categoryId', label: contents.category, choices: categoryChoices(categories) },
          { name: 'tagId', label: contents.tag, choices: [...tags].map(([value, label]) => ({ value, label })) },
        ]}
      />
      <LoadBoundary of={found}>
        {({ items, total }) =>
          total === 0 ? (
            <Empty hint={q === '' ? text.searchHint : text.nothingFound({ words: q })} />
          ) : (
            <>
              <ol class="search-results">
                {items.map((content) => (
                  <FoundContent key={content.id} content={content} />
                ))}
              </ol>
              <Pager page={state.page} pageSize={state.pageSize} total={total} />
            </>
          )
        }
      </LoadBoundary>
    </>
  );
}

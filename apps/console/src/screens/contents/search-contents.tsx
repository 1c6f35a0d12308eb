import type { Schemas } from '@portcullis/client';
import { searchContentsQuery } from '@portcullis/client/fields';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { choicesOf, Options, ScreenHead, Time } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { useLoad } from '../../parts/load.tsx';
import { categoryChoices, loadReferences } from '../../resources/references.ts';
import { hrefOf } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { ContentStatus, statuses } from './content-status.tsx';

type Match = Schemas['ContentMatch'];

const nothing: { readonly items: readonly Match[]; readonly total: number } = { items: [], total: 0 };

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

const statusOf = (chosen: string | undefined) => statuses.find((known) => known === chosen) ?? 'PUBLISHED';

/** Searches the texts of contents. The best matches come first. The search text and the filters are in the URL. */
export function SearchContents({ up }: ScreenProps) {
  const text = texts().editorial;
  const contents = texts().contents;
  const references = useLoad(loadReferences, []);
  const found = useList(
    { filters: ['status', 'categoryId', 'tagId'], sorts: [] },
    async ({ search = '', page, pageSize }, filters, signal) => {
      const q = search.trim().slice(0, searchContentsQuery.q.maxLength);
      const query = { q, page, pageSize, ...filters, status: statusOf(filters.status) };
      return q === '' ? nothing : api.get('/api/contents/search', { params: { query }, signal });
    },
  );
  const { categories, tags } = references.data ?? { categories: [], tags: new Map<string, string>() };
  return (
    <>
      <ScreenHead title={text.search} up={up} />
      <ListView
        title={text.search}
        list={found}
        columns={() => []}
        searchIn={text.searchIn}
        filters={[
          {
            name: 'status',
            label: texts().fields.status,
            input: (chosen, choose) => (
              <select value={statusOf(chosen)} onChange={(event) => choose(event.currentTarget.value)}>
                <Options of={choicesOf(contents.statuses)} />
              </select>
            ),
          },
          { name: 'categoryId', label: contents.category, choices: categoryChoices(categories) },
          { name: 'tagId', label: contents.tag, choices: [...tags].map(([value, label]) => ({ value, label })) },
        ]}
        emptyHint={text.searchHint}
        body={({ items }) => (
          <ol class="search-results">
            {items.map((content) => (
              <FoundContent key={content.id} content={content} />
            ))}
          </ol>
        )}
      />
    </>
  );
}

import type { Schemas } from '@portcullis/client';
import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead } from '../../parts/elements.tsx';
import { DataTable } from '../../parts/table.tsx';
import { FilterBar, choicesOf } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary, Empty } from '../../parts/load.tsx';
import { listQuery, readListState, setQuery, hrefOf, currentLocation, type ListState } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { BatchActions, BatchResults } from './batch-actions.tsx';
import { contentColumns, contentSorts } from './content-columns.tsx';
import { categoryNames, categoryChoices, loadReferences } from '../../resources/references.ts';
import { editorTypes, statuses } from './content-status.tsx';
import { editorialMessages } from './editorial-messages.ts';
import { contentsMessages } from './messages.ts';

const list = { filters: ['status', 'categoryId', 'tagId', 'editorType'], sorts: contentSorts } as const;

type State = ListState<(typeof list.filters)[number], (typeof contentSorts)[number]>;

/** Reads the state of the list from the URL. If the URL has no sorting, the latest changes come first. */
function readState(): State {
  const state = readListState(currentLocation.value.query, list);
  return state.sortBy === undefined ? { ...state, sortBy: 'updatedAt', sortOrder: 'desc' } : state;
}

function filtersOf({ filters: { status, editorType, categoryId, tagId } }: State) {
  const knownStatus = statuses.find((known) => known === status);
  const knownType = editorTypes.find((known) => known === editorType);
  return {
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(knownType === undefined ? {} : { editorType: knownType }),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(tagId === undefined ? {} : { tagId }),
  };
}

export function Contents({ title }: ScreenProps) {
  const text = contentsMessages();
  const [refused, setRefused] = useState<ComponentProps<typeof BatchResults>['results']>([]);
  const [acted, setActed] = useState<readonly Schemas['ContentListItem'][]>([]);
  const state = readState();
  const references = useLoad(loadReferences, []);
  const query = { ...listQuery(state), ...filtersOf(state) };
  const contents = useLoad(
    (signal) => api.get('/api/contents', { params: { query }, signal }),
    [JSON.stringify(query)],
  );
  const { categories, tags } = references.data ?? { categories: [], tags: new Map<string, string>() };
  const isUnfiltered = state.search === '' && Object.keys(state.filters).length === 0;
  return (
    <>
      <ScreenHead title={title}>
        <a
          class="button"
          href={hrefOf(`/contents/search${state.search === '' ? '' : `?search=${encodeURIComponent(state.search)}`}`)}
        >
          {editorialMessages().search}
        </a>
        <a class="button button-main" href={hrefOf('/contents/new')}>
          {text.create}
        </a>
      </ScreenHead>
      <FilterBar
        state={state}
        searchIn={text.searchIn}
        filters={[
          {
            name: 'status',
            label: text.status,
            choices: choicesOf(text.statuses),
          },
          { name: 'categoryId', label: text.category, choices: categoryChoices(categories) },
          { name: 'tagId', label: text.tag, choices: [...tags].map(([value, label]) => ({ value, label })) },
          {
            name: 'editorType',
            label: text.editorType,
            choices: choicesOf(text.editorTypes),
          },
        ]}
      />
      <LoadBoundary of={contents}>
        {(page) =>
          page.total === 0 && isUnfiltered ? (
            <Empty hint={text.createFirst} />
          ) : (
            <DataTable
              caption={title}
              columns={contentColumns({ categories: new Map(categoryNames(categories)), tags })}
              page={page}
              state={state}
              idOf={({ id }) => id}
              nameOf={(content) => content.title}
              bulk={
                <BatchActions
                  items={page.items.filter(({ id }) => state.selected.has(id))}
                  onDone={(results) => {
                    setActed(page.items);
                    setRefused(results);
                    setQuery({ selected: '' }, { replace: true });
                    contents.reload();
                  }}
                />
              }
            />
          )
        }
      </LoadBoundary>
      {refused.length === 0 ? undefined : (
        <BatchResults results={refused} items={acted} onClose={() => setRefused([])} />
      )}
    </>
  );
}

import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import type { ComponentProps } from 'preact';
import { DataTable, type Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { Time, ScreenHead } from '../../parts/elements.tsx';
import { hrefOf, listQuery, readListState, setQuery, currentLocation, type ListState } from '../../routing/location.ts';
import { ContentStatus, editorTypes, statuses } from './content-status.tsx';
import { editorialMessages } from './editorial-messages.ts';
import { contentsMessages } from './messages.ts';
import { attempt, confirmFirst, Dialog, notify } from '../../parts/actions.tsx';
import { api } from '../../session/session.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { FilterBar, choicesOf } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary, Empty } from '../../parts/load.tsx';
import { categoryNames, categoryChoices, loadReferences } from '../../resources/references.ts';

/** The fields by which the list of contents can be sorted. */
export const contentSorts = ['title', 'slug', 'status', 'publishedAt', 'createdAt', 'updatedAt'] as const;

interface Names {
  readonly categories: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
}

/** Shows the status of a content, and the time of a scheduled change. */
function statusOf({ status, publishAt, unpublishAt }: Schemas['ContentListItem']) {
  const text = editorialMessages();
  return (
    <>
      <ContentStatus status={status} />
      {publishAt === null ? undefined : (
        <span class="content-slug quiet">
          {text.scheduledFor} <Time value={publishAt} />
        </span>
      )}
      {unpublishAt === null ? undefined : (
        <span class="content-slug quiet">
          {text.endsAt} <Time value={unpublishAt} />
        </span>
      )}
    </>
  );
}

export const contentColumns = ({
  categories,
  tags,
}: Names): readonly Column<Schemas['ContentListItem'], (typeof contentSorts)[number]>[] => {
  const text = contentsMessages();
  return [
    {
      name: 'title',
      label: text.titleField,
      sort: 'title',
      cell: ({ id, title, slug }) => (
        <>
          <a href={hrefOf(`/contents/${id}`)}>{title}</a>
          <span class="content-slug quiet">{slug}</span>
        </>
      ),
    },
    { name: 'status', label: text.status, sort: 'status', cell: statusOf },
    {
      name: 'category',
      label: text.category,
      isMinor: true,
      cell: ({ categoryId }) => (categoryId === null ? '–' : (categories.get(categoryId) ?? '–')),
    },
    {
      name: 'tags',
      label: text.tags,
      isMinor: true,
      cell: ({ tagIds }) =>
        tagIds.map((id) => (
          <span key={id} class="tag">
            {tags.get(id) ?? '…'}
          </span>
        )),
    },
    {
      name: 'publishedAt',
      label: text.publishedAt,
      sort: 'publishedAt',
      isMinor: true,
      cell: ({ publishedAt }) => <Time value={publishedAt} />,
    },
    {
      name: 'updatedAt',
      label: commonMessages().updated,
      sort: 'updatedAt',
      cell: ({ updatedAt }) => <Time value={updatedAt} />,
    },
  ];
};

type Item = Pick<Schemas['ContentListItem'], 'id' | 'title'>;

const actions = [
  'publish',
  'unpublish',
  'archive',
  'delete',
] as const satisfies readonly Schemas['BatchBody']['action'][];

type Action = (typeof actions)[number];

const changeAll = (ids: string[], action: Action) =>
  api.post('/api/contents/batch', { body: { ids, action, atomic: false } });

type Result = Awaited<ReturnType<typeof changeAll>>[number];

interface BatchResultsProps {
  readonly results: readonly Result[];
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

/** Shows the result of an action for each selected content. */
export function BatchResults({ results, items, onClose }: BatchResultsProps) {
  const text = editorialMessages();
  return (
    <Dialog title={text.results} onClose={onClose}>
      <ul class="rows">
        {results.map(({ id, ok, message }) => (
          <li key={id}>
            <span>{items.find((item) => item.id === id)?.title ?? id}</span>
            <span class={ok ? 'tag tag-good' : 'tag tag-off'}>{ok ? text.changed : message}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface BatchActionsProps {
  /** The selected contents. */
  readonly items: readonly Item[];
  /**
   * Called with the results of all selected contents if some of them were not changed; otherwise called with an empty
   * list.
   */
  readonly onDone: (results: readonly Result[]) => void;
}

/** Publishes, unpublishes, archives or deletes the selected contents. */
export function BatchActions({ items, onDone }: BatchActionsProps) {
  const text = editorialMessages();
  const contents = contentsMessages();
  const common = commonMessages();
  const [isBusy, setBusy] = useState(false);
  const labels: Readonly<Record<Action, string>> = {
    publish: contents.publish,
    unpublish: contents.unpublish,
    archive: contents.archive,
    delete: common.delete,
  };

  async function change(action: Action): Promise<void> {
    const { title, consequence, done } = text.many[action];
    if (!(await confirmFirst({ title: title(items.length), consequence, action: labels[action] }))) return;
    setBusy(true);
    await attempt(async () => {
      const results = await changeAll(
        items.map(({ id }) => id),
        action,
      );
      notify(done(results.filter(({ ok }) => ok).length));
      onDone(results.every(({ ok }) => ok) ? [] : results);
    });
    setBusy(false);
  }

  return (
    <>
      {actions.map((action) => (
        <button
          key={action}
          type="button"
          class={action === 'delete' ? 'button-danger' : undefined}
          disabled={isBusy || items.length === 0}
          onClick={() => void change(action)}
        >
          {labels[action]}
        </button>
      ))}
    </>
  );
}

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

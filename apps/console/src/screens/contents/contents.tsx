import type { OperationId, Schemas } from '@portcullis/client';
import type { ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { attempt, Dialog } from '../../parts/actions.tsx';
import { choicesOf, ScreenHead, Time } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { useLoad } from '../../parts/load.tsx';
import { notifyWithUndo, postpone } from '../../parts/notices.tsx';
import { timeColumn, type Column } from '../../parts/table.tsx';
import { confirmFirst } from '../../parts/questions.ts';
import { Thumbnail } from '../../resources/media-view.tsx';
import { categoryChoices, categoryNames, loadReferences } from '../../resources/references.ts';
import { hrefOf, setQuery } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { ContentStatus, editorTypes, statuses } from './content-status.tsx';

/** The fields by which the list of contents can be sorted. */
const contentSorts = ['title', 'slug', 'status', 'publishedAt', 'createdAt', 'updatedAt'] as const;

interface Names {
  readonly categories: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, string>;
}

/** Shows the status of a content, and the time of a scheduled change. */
function statusOf({ status, publishAt, unpublishAt }: Schemas['ContentListItem']) {
  const text = texts().editorial;
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

const contentColumns = ({
  categories,
  tags,
}: Names): readonly Column<Schemas['ContentListItem'], (typeof contentSorts)[number]>[] => {
  const text = texts().contents;
  return [
    {
      name: 'title',
      label: text.titleField,
      sort: 'title',
      cell: ({ id, title, slug, cover }) => (
        <div class="with-thumbnail">
          {cover === null ? undefined : <Thumbnail media={{ ...cover, type: 'image' }} />}
          <div>
            <a href={hrefOf(`/contents/${id}`)}>{title}</a>
            <span class="content-slug quiet">{slug}</span>
          </div>
        </div>
      ),
    },
    { name: 'status', label: texts().fields.status, sort: 'status', cell: statusOf },
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
    timeColumn('publishedAt', text.publishedAt, { isMinor: true }),
    timeColumn('updatedAt', texts().common.updated),
  ];
};

type Item = Pick<Schemas['ContentListItem'], 'id' | 'title' | 'status'>;

const actions = [
  'publish',
  'unpublish',
  'archive',
  'delete',
] as const satisfies readonly Schemas['BatchBody']['action'][];

type Action = (typeof actions)[number];

/** For each action, the operation that does the same to one content. A batch asks for the same roles and permissions. */
const operations = {
  publish: 'publishContent',
  unpublish: 'unpublishContent',
  archive: 'archiveContent',
  delete: 'deleteContent',
} as const satisfies Record<Action, OperationId>;

const allowedActions = (): readonly Action[] =>
  can('changeContents') ? actions.filter((action) => can(operations[action])) : [];

const changeAll = (ids: string[], action: Action) =>
  api.post('/api/contents/batch', { body: { ids, action, atomic: false } });

/** The actions that bring contents to a status. */
const actionsBack = { DRAFT: 'unpublish', PUBLISHED: 'publish', ARCHIVED: 'archive' } as const;

/**
 * Whether another action brings the contents back to their status. An archived content becomes a draft only by being
 * published, which readers would see.
 */
const isReversible = (action: Action, items: readonly Item[]): boolean =>
  action !== 'delete' && !(action === 'archive' && items.some(({ status }) => status === 'DRAFT'));

/** Returns the actions that bring the contents back to the status that they had, each with the ids of the contents. */
function reversalsOf(items: readonly Item[]): readonly (readonly [Action, string[]])[] {
  return statuses.map((status) => [
    actionsBack[status],
    items.flatMap((item) => (item.status === status ? [item.id] : [])),
  ]);
}

type Result = Awaited<ReturnType<typeof changeAll>>[number];

interface BatchResultsProps {
  readonly results: readonly Result[];
  readonly items: readonly Item[];
  readonly onClose: () => void;
}

/** Shows the result of an action for each selected content. */
function BatchResults({ results, items, onClose }: BatchResultsProps) {
  const text = texts().editorial;
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
function BatchActions({ items, onDone }: BatchActionsProps) {
  const text = texts().editorial;
  const contents = texts().contents;
  const common = texts().common;
  const [isBusy, setBusy] = useState(false);
  const labels: Readonly<Record<Action, string>> = {
    publish: contents.publish,
    unpublish: contents.unpublish,
    archive: contents.archive,
    delete: common.delete,
  };

  async function change(action: Action): Promise<void> {
    const { title, consequence, done } = text.many[action];
    if (!(await confirmFirst({ title: title({ count: items.length }), consequence, action: labels[action] }))) return;
    const ids = items.map(({ id }) => id);
    const changeNow = async (): Promise<readonly string[]> => {
      const results = await changeAll(ids, action);
      onDone(results.every(({ ok }) => ok) ? [] : results);
      return results.flatMap(({ id, ok }) => (ok ? [id] : []));
    };
    if (isReversible(action, items)) {
      setBusy(true);
      await attempt(async () => {
        const changed = await changeNow();
        notifyWithUndo(done({ count: changed.length }), async () => {
          const reversed = reversalsOf(items.filter(({ id }) => changed.includes(id)));
          for (const [back, group] of reversed) if (group.length > 0) await changeAll(group, back);
          onDone([]);
        });
      });
      setBusy(false);
      return;
    }
    postpone({
      ids: action === 'delete' ? ids : [],
      doing: text.many[action === 'delete' ? 'delete' : 'archive'].doing({ count: ids.length }),
      done: done({ count: ids.length }),
      action: async () => (await changeNow()).length === ids.length,
    });
    setQuery({ selected: '' }, { replace: true });
  }

  return (
    <>
      {allowedActions().map((action) => (
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

const options = {
  filters: ['status', 'categoryId', 'tagId', 'editorType'],
  sorts: contentSorts,
  initial: { sortBy: 'updatedAt', sortOrder: 'desc' },
  kind: 'content',
} as const;

export function Contents({ title }: ScreenProps) {
  const text = texts().contents;
  const [refused, setRefused] = useState<ComponentProps<typeof BatchResults>['results']>([]);
  const [acted, setActed] = useState<readonly Schemas['ContentListItem'][]>([]);
  const references = useLoad(loadReferences, []);
  const contents = useList(options, (query, { status, editorType, ...filters }, signal) => {
    const knownStatus = statuses.find((known) => known === status);
    const knownType = editorTypes.find((known) => known === editorType);
    const known = {
      ...(knownStatus === undefined ? {} : { status: knownStatus }),
      ...(knownType === undefined ? {} : { editorType: knownType }),
    };
    return api.get('/api/contents', { params: { query: { ...query, ...filters, ...known } }, signal });
  });
  const { state } = contents;
  const { categories, tags } = references.data ?? { categories: [], tags: new Map<string, string>() };
  return (
    <>
      <ScreenHead title={title}>
        <a
          class="button"
          href={hrefOf(`/contents/search${state.search === '' ? '' : `?search=${encodeURIComponent(state.search)}`}`)}
        >
          {texts().editorial.search}
        </a>
        {can('createContent') ? (
          <a class="button button-main" href={hrefOf('/contents/new')}>
            {text.create}
          </a>
        ) : undefined}
      </ScreenHead>
      <ListView
        title={title}
        list={contents}
        columns={() => contentColumns({ categories: new Map(categoryNames(categories)), tags })}
        searchIn={text.searchIn}
        filters={[
          {
            name: 'status',
            label: texts().fields.status,
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
        emptyHint={text.createFirst}
        nameOf={allowedActions().length === 0 ? undefined : (content) => content.title}
        bulk={(_page, selected) => (
          <BatchActions
            items={selected}
            onDone={(results) => {
              setActed(selected);
              setRefused(results);
              setQuery({ selected: '' }, { replace: true });
              contents.reload();
            }}
          />
        )}
      />
      {refused.length === 0 ? undefined : (
        <BatchResults results={refused} items={acted} onClose={() => setRefused([])} />
      )}
    </>
  );
}

import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attempt, Dialog } from '../../parts/actions.tsx';
import { Button, choicesOf, isKeyOf, Labels, ScreenHead, Time } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { useLoad } from '../../parts/load.tsx';
import { notify, notifyWithUndo, confirmFirst } from '../../parts/notices.tsx';
import { timeColumn, type Column } from '../../parts/table.tsx';
import { Thumbnail } from '../../resources/media-view.tsx';
import { categoryChoices, categoryNames, loadReferences, type References } from '../../resources/references.ts';
import { hrefOf, setQuery } from '../../routing/location.ts';
import { api, can, moduleParts } from '../../session/session.ts';
import { ChangeDialog } from './change-contents.tsx';
import { ContentStatus } from './content-status.tsx';
import { type Action, actions, changeAll, isReversible, operations, type Result, undoAction } from './undo-change.ts';

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
      {status === 'PUBLISHED' ? undefined : <ContentStatus status={status} />}
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
      cell: ({ tagIds }) => <Labels of={tagIds.map((id) => tags.get(id) ?? '…')} />,
    },
    timeColumn('publishedAt', text.publishedAt, { isMinor: true }),
    timeColumn('updatedAt', texts().common.updated),
  ];
};

type Item = Schemas['ContentListItem'];

const allowedActions = (): readonly Action[] =>
  can('changeContents') ? actions.filter((action) => can(operations[action])) : [];

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
  readonly references: References;
  /**
   * Called with the results of all selected contents if some of them were not changed; otherwise called with an empty
   * list.
   */
  readonly onDone: (results: readonly Result[]) => void;
}

/** Changes, publishes, unpublishes, archives or deletes the selected contents. */
function BatchActions({ items, references, onDone }: BatchActionsProps) {
  const text = texts().editorial;
  const contents = texts().contents;
  const [isBusy, setBusy] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const labels: Readonly<Record<Action, string>> = { ...contents, delete: texts().common.delete };

  /** Says what was done, with a button that undoes it if that is possible. */
  function report(
    results: readonly Result[],
    done: string,
    undo: ((changed: readonly Item[]) => Promise<unknown>) | undefined,
  ) {
    onDone(results.every(({ ok }) => ok) ? [] : results);
    const changed = items.filter(({ id }) => results.some((result) => result.ok && result.id === id));
    if (changed.length === 0) return;
    if (undo === undefined) notify(done);
    else notifyWithUndo(done, () => undo(changed).finally(() => onDone([])));
  }

  async function change(action: Action): Promise<void> {
    const { title, consequence, done } = text.many[action];
    const canUndo = isReversible(action, items);
    const isAsked = !canUndo || action === 'publish' || action === 'unpublish';
    const question = { title: title({ count: items.length }), consequence, action: labels[action] };
    if (isAsked && !(await confirmFirst(question))) return;
    setBusy(true);
    await attempt(async () => {
      const results = await changeAll(
        items.map(({ id }) => id),
        action,
      );
      const count = results.filter(({ ok }) => ok).length;
      report(results, done({ count }), canUndo ? (changed) => undoAction(action, changed) : undefined);
    });
    setBusy(false);
  }

  return (
    <>
      {can('updateContent') ? <Button onClick={() => setChanging(true)}>{text.change}</Button> : undefined}
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
      {isChanging ? (
        <ChangeDialog
          items={items}
          references={references}
          onClose={() => setChanging(false)}
          onDone={(results, undo) =>
            report(results, text.changedNotice({ count: results.filter(({ ok }) => ok).length }), undo)
          }
        />
      ) : undefined}
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
  const [refused, setRefused] = useState<readonly Result[]>([]);
  const [acted, setActed] = useState<readonly Item[]>([]);
  const references = useLoad(loadReferences, []);
  const contents = useList(options, (query, { status, editorType, ...filters }, signal) => {
    const filter = {
      ...(isKeyOf(text.statuses, status) && { status }),
      ...(isKeyOf(text.editorTypes, editorType) && { editorType }),
    };
    return api.get('/api/contents', { params: { query: { ...query, ...filters, ...filter } }, signal });
  });
  const { state } = contents;
  const known = references.data ?? { categories: [], tags: new Map<string, string>() };
  const { categories, tags } = known;
  return (
    <>
      <ScreenHead title={title}>
        <a
          class="button"
          href={hrefOf(`/contents/search${state.search === '' ? '' : `?search=${encodeURIComponent(state.search)}`}`)}
        >
          {texts().editorial.search}
        </a>
        {can('listRemovedContents') && moduleParts.value.contentBinDays > 0 ? (
          <a class="button" href={hrefOf('/contents/bin')}>
            {texts().bin.title}
          </a>
        ) : undefined}
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
          { name: 'status', label: texts().fields.status, choices: choicesOf(text.statuses) },
          { name: 'categoryId', label: text.category, choices: categoryChoices(categories) },
          { name: 'tagId', label: text.tag, choices: [...tags].map(([value, label]) => ({ value, label })) },
          { name: 'editorType', label: text.editorType, choices: choicesOf(text.editorTypes) },
        ]}
        emptyHint={text.createFirst}
        nameOf={allowedActions().length === 0 && !can('updateContent') ? undefined : (content) => content.title}
        bulk={(selected) => (
          <BatchActions
            items={selected}
            references={known}
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

import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import { ScreenLink } from '../../navigation/screen-link.tsx';
import type { ScreenProps } from '../../navigation/screens.ts';
import { attemptEach, Dialog } from '../../parts/actions.tsx';
import { Button, ScreenHead } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { postpone } from '../../parts/notices.tsx';
import { fieldColumn, sortedColumn, timeColumn, type Column } from '../../parts/table.tsx';
import { confirmFirst } from '../../parts/questions.ts';
import { setQuery } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { NewTagForm, TagBatchForm, TagForm } from './tag-forms.tsx';

type Tag = Schemas['Tag'];

/** The fields by which the list of tags can be sorted. */
const tagSorts = ['name', 'slug', 'createdAt', 'updatedAt'] as const;

const tagColumns = (onEdit: (tag: Tag) => void): readonly Column<Tag, (typeof tagSorts)[number]>[] => {
  const text = texts().tags;
  return [
    {
      name: 'name',
      label: texts().fields.name,
      sort: 'name',
      cell: (tag) => (
        <button
          type="button"
          class="button-link cell-button"
          aria-label={text.edit({ name: tag.name })}
          onClick={() => onEdit(tag)}
        >
          {tag.name}
        </button>
      ),
    },
    sortedColumn('slug', { isMinor: true }),
    fieldColumn('description', { isMinor: true }),
    {
      name: 'contentCount',
      label: text.contentCount,
      isNumber: true,
      cell: ({ id, name, contentCount }) => (
        <ScreenLink path={`/contents?tagId=${id}`} label={`${contentCount}: ${text.contentsOf({ name })}`}>
          {contentCount}
        </ScreenLink>
      ),
    },
    timeColumn('updatedAt', texts().common.updated, { isMinor: true }),
  ];
};

const deleteTag = (id: string) => api.delete('/api/tags/{id}', { params: { path: { id } } });

/**
 * The open dialog: one new tag, several new tags, or the existing tag that is edited. Undefined if no dialog is open.
 */
type Open = 'one' | 'many' | Tag | undefined;

export function Tags({ title }: ScreenProps) {
  const text = texts().tags;
  const common = texts().common;
  const [open, setOpen] = useState<Open>(undefined);
  const tags = useList(
    { filters: [], sorts: tagSorts, initial: { sortBy: 'name', sortOrder: 'asc' }, kind: 'tag' },
    (query, _filters, signal) => api.get('/api/tags', { params: { query }, signal }),
  );

  async function remove(ids: readonly string[], question: string, consequence: string): Promise<void> {
    if (!(await confirmFirst({ title: question, consequence, action: common.delete }))) return;
    postpone({
      ids,
      doing: text.deleting({ count: ids.length }),
      done: text.deletedNotice({ count: ids.length }),
      action: async () => {
        const count = await attemptEach(ids, deleteTag);
        tags.reload();
        return count === ids.length;
      },
    });
    setOpen(undefined);
    setQuery({ selected: '' }, { replace: true });
  }
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    tags.reload();
  };
  const edited = typeof open === 'object' ? open : undefined;

  return (
    <>
      <ScreenHead title={title}>
        {can('createTags') ? <Button onClick={() => setOpen('many')}>{text.createMany}</Button> : undefined}
        {can('createTag') ? (
          <Button kind="main" onClick={() => setOpen('one')}>
            {text.create}
          </Button>
        ) : undefined}
      </ScreenHead>
      <ListView
        title={title}
        list={tags}
        columns={() => tagColumns(setOpen)}
        searchIn={text.searchIn}
        emptyHint={text.empty}
        nameOf={can('deleteTag') ? ({ name }) => name : undefined}
        bulk={(_page, selected) => (
          <Button
            kind="danger"
            onClick={() =>
              remove(
                selected.map(({ id }) => id),
                text.deleteManyTitle({ count: selected.length }),
                text.deleteManyConsequence,
              )
            }
          >
            {common.delete}
          </Button>
        )}
      />
      {open === 'many' ? (
        <Dialog title={text.createMany} onClose={close}>
          <TagBatchForm onDone={done} onCancel={close} />
        </Dialog>
      ) : undefined}
      {open === undefined || open === 'many' ? undefined : (
        <Dialog title={edited === undefined ? text.create : text.edit({ name: edited.name })} onClose={close}>
          {edited === undefined ? (
            <NewTagForm onDone={done} onCancel={close} />
          ) : (
            <TagForm tag={edited} onDone={done} onCancel={close} />
          )}
          {edited === undefined || !can('deleteTag') ? undefined : (
            <button
              type="button"
              class="button-danger dialog-delete"
              onClick={() =>
                void remove(
                  [edited.id],
                  text.deleteTitle({ name: edited.name }),
                  text.deleteConsequence({ name: edited.name }),
                )
              }
            >
              {common.delete}
            </button>
          )}
        </Dialog>
      )}
    </>
  );
}

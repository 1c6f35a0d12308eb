import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { DataTable, type Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { Time, ScreenHead, Button } from '../../parts/elements.tsx';
import { hrefOf, listQuery, readListState, setQuery, currentLocation } from '../../routing/location.ts';
import { tagsMessages } from './messages.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { confirmFirst, Dialog, notify } from '../../parts/actions.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary, Empty, messageOf } from '../../parts/load.tsx';
import { ifAnyVersion } from '../../forms/values.ts';
import { api } from '../../session/session.ts';
import { NewTagForm, TagBatchForm, TagForm } from './tag-forms.tsx';

type Tag = Schemas['Tag'];

/** The fields by which the list of tags can be sorted. */
export const tagSorts = ['name', 'slug', 'createdAt', 'updatedAt'] as const;

export const tagColumns = (onEdit: (tag: Tag) => void): readonly Column<Tag, (typeof tagSorts)[number]>[] => {
  const text = tagsMessages();
  return [
    {
      name: 'name',
      label: text.name,
      sort: 'name',
      cell: (tag) => (
        <button
          type="button"
          class="button-link cell-button"
          aria-label={text.edit(tag.name)}
          onClick={() => onEdit(tag)}
        >
          {tag.name}
        </button>
      ),
    },
    { name: 'slug', label: text.slug, sort: 'slug', isMinor: true, cell: ({ slug }) => slug },
    {
      name: 'description',
      label: text.description,
      isMinor: true,
      cell: ({ description }) => description ?? '–',
    },
    {
      name: 'contentCount',
      label: text.contentCount,
      isNumber: true,
      cell: ({ id, name, contentCount }) => (
        <a href={hrefOf(`/contents?tagId=${id}`)} aria-label={`${contentCount}: ${text.contentsOf(name)}`}>
          {contentCount}
        </a>
      ),
    },
    {
      name: 'updatedAt',
      label: commonMessages().updated,
      sort: 'updatedAt',
      isMinor: true,
      cell: ({ updatedAt }) => <Time value={updatedAt} />,
    },
  ];
};

/** Deletes tags one after another, and shows an error for each failure. @returns the number of deleted tags */
async function deleteAll(ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const id of ids) {
    try {
      await api.delete('/api/tags/{id}', { params: { path: { id }, header: ifAnyVersion } });
      count += 1;
    } catch (error) {
      notify(messageOf(error), 'error');
    }
  }
  return count;
}

/**
 * The open dialog: one new tag, several new tags, or the existing tag that is edited. Undefined if no dialog is open.
 */
type Open = 'one' | 'many' | Tag | undefined;

export function Tags({ title }: ScreenProps) {
  const text = tagsMessages();
  const common = commonMessages();
  const [open, setOpen] = useState<Open>(undefined);
  const found = readListState(currentLocation.value.query, { filters: [], sorts: tagSorts });
  const state = found.sortBy === undefined ? { ...found, sortBy: 'name' as const } : found;
  const query = listQuery(state);
  const tags = useLoad((signal) => api.get('/api/tags', { params: { query }, signal }), [JSON.stringify(query)]);

  async function remove(ids: readonly string[], question: string, consequence: string): Promise<void> {
    if (!(await confirmFirst({ title: question, consequence, action: common.delete }))) return;
    notify(text.deletedNotice(await deleteAll(ids)));
    setOpen(undefined);
    setQuery({ selected: '' }, { replace: true });
    tags.reload();
  }
  const close = (): void => setOpen(undefined);
  const done = (): void => {
    close();
    tags.reload();
  };
  const selected = [...state.selected];
  const edited = typeof open === 'object' ? open : undefined;

  return (
    <>
      <ScreenHead title={title}>
        <Button onClick={() => setOpen('many')}>{text.createMany}</Button>
        <Button kind="main" onClick={() => setOpen('one')}>
          {text.create}
        </Button>
      </ScreenHead>
      <FilterBar state={state} searchIn={text.searchIn} filters={[]} />
      <LoadBoundary of={tags}>
        {(page) =>
          page.total === 0 && state.search === '' ? (
            <Empty hint={text.empty} />
          ) : (
            <DataTable
              caption={title}
              columns={tagColumns(setOpen)}
              page={page}
              state={state}
              idOf={({ id }) => id}
              nameOf={({ name }) => name}
              bulk={
                <Button
                  kind="danger"
                  onClick={() =>
                    void remove(selected, text.deleteManyTitle(selected.length), text.deleteManyConsequence)
                  }
                >
                  {common.delete}
                </Button>
              }
            />
          )
        }
      </LoadBoundary>
      {open === 'many' ? (
        <Dialog title={text.createMany} onClose={close}>
          <TagBatchForm onDone={done} onCancel={close} />
        </Dialog>
      ) : undefined}
      {open === undefined || open === 'many' ? undefined : (
        <Dialog title={edited === undefined ? text.create : text.edit(edited.name)} onClose={close}>
          {edited === undefined ? (
            <NewTagForm onDone={done} onCancel={close} />
          ) : (
            <TagForm tag={edited} onDone={done} onCancel={close} />
          )}
          {edited === undefined ? undefined : (
            <button
              type="button"
              class="button-danger dialog-delete"
              onClick={() =>
                void remove([edited.id], text.deleteTitle(edited.name), text.deleteConsequence(edited.name))
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

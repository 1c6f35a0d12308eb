import type { Schemas } from '@portcullis/client';
import { tagBody, updateTagBody } from '@portcullis/client/fields';
import { useState } from 'preact/hooks';
import { useResourceForm } from '../../forms/edit-form.ts';
import { TextArea, TextField } from '../../forms/fields.tsx';
import { FormView, useForm, type Form } from '../../forms/form.tsx';
import { linesOf, textsOf, withNulls } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { ScreenLink, type ScreenProps } from '../../navigation/screens.tsx';
import { attemptEach, CreateButton, Dialog } from '../../parts/actions.tsx';
import { Button, ScreenHead } from '../../parts/elements.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { InvalidInput } from '../../parts/load.tsx';
import { postpone, notify, confirmFirst } from '../../parts/notices.tsx';
import { fieldColumn, sortedColumn, timeColumn, type Column } from '../../parts/table.tsx';
import { setQuery } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';

interface DoneProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const valuesOf = (tag?: Schemas['Tag']) => textsOf(['name', 'slug', 'description'], tag);

type TagValues = ReturnType<typeof valuesOf>;

const bodyOf = (values: TagValues) => withNulls(values, ['description']);

function TagFields({ form, isNew = false }: { readonly form: Form<TagValues>; readonly isNew?: boolean }) {
  const text = texts().tags;
  return (
    <>
      <TextField form={form} name="name" autoFocus />
      <TextField form={form} name="slug" hint={isNew ? text.slugHint : undefined} />
      <TextArea form={form} name="description" rows={3} />
    </>
  );
}

function NewTagForm({ onDone, onCancel }: DoneProps) {
  const form = useForm({
    limits: tagBody,
    initial: valuesOf(),
    save: async (values) => {
      const { slug, ...body } = bodyOf(values);
      const created = await api.post('/api/tags', { body: { ...body, ...(slug === '' ? {} : { slug }) } });
      notify(texts().tags.createdNotice({ name: created.name }));
      onDone();
    },
  });
  return (
    <FormView form={form} action={texts().common.create} onCancel={onCancel}>
      <TagFields form={form} isNew />
    </FormView>
  );
}

function TagForm({ tag, onDone, onCancel }: DoneProps & { readonly tag: Schemas['Tag'] }) {
  const form = useResourceForm({
    resource: '/api/tags/{id}',
    limits: updateTagBody,
    stored: tag,
    valuesOf,
    bodyOf,
    onSaved: onDone,
  });
  return (
    <FormView form={form} onCancel={onCancel} isReadOnly={!can('updateTag')}>
      <TagFields form={form} />
    </FormView>
  );
}

/** The form that creates several tags with one request. */
function TagBatchForm({ onDone, onCancel }: DoneProps) {
  const text = texts().tags;
  const form = useForm({
    initial: { names: '' },
    save: async ({ names }) => {
      const wanted = linesOf(names);
      if (wanted.length === 0) throw new InvalidInput('names', text.noNames);
      const created = await api.post('/api/tags/batch', { body: { names: wanted } });
      notify(text.createdManyNotice({ count: created.length }));
      onDone();
    },
  });
  return (
    <FormView form={form} action={texts().common.create} onCancel={onCancel}>
      <TextArea form={form} name="names" label={text.names} hint={text.namesHint} rows={8} />
    </FormView>
  );
}

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

export function Tags({ title }: ScreenProps) {
  const text = texts().tags;
  const common = texts().common;
  const [edited, setEdited] = useState<Tag | undefined>(undefined);
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
    setEdited(undefined);
    setQuery({ selected: '' }, { replace: true });
  }
  const close = (): void => setEdited(undefined);
  const closing = (end: () => void) => ({
    onCancel: end,
    onDone: () => {
      end();
      tags.reload();
    },
  });

  return (
    <>
      <ScreenHead title={title}>
        {can('createTags') ? (
          <CreateButton label={text.createMany} isSecondary>
            {(end) => <TagBatchForm {...closing(end)} />}
          </CreateButton>
        ) : undefined}
        {can('createTag') ? (
          <CreateButton label={text.create}>{(end) => <NewTagForm {...closing(end)} />}</CreateButton>
        ) : undefined}
      </ScreenHead>
      <ListView
        title={title}
        list={tags}
        columns={() => tagColumns(setEdited)}
        searchIn={text.searchIn}
        emptyHint={text.empty}
        nameOf={can('deleteTag') ? ({ name }) => name : undefined}
        bulk={(selected) => (
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
      {edited === undefined ? undefined : (
        <Dialog title={text.edit({ name: edited.name })} onClose={close}>
          <TagForm tag={edited} {...closing(close)} />
          {can('deleteTag') ? (
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
          ) : undefined}
        </Dialog>
      )}
    </>
  );
}

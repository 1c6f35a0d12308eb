import type { Schemas } from '@portcullis/client';
import { tagBody, updateTagBody } from '@portcullis/client/fields';
import { useEditForm } from '../../forms/edit-form.ts';
import { TextArea, TextField } from '../../forms/fields.tsx';
import { FormView, useForm, type Form } from '../../forms/form.tsx';
import { linesOf, textsOf, withNulls } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { InvalidInput } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { api, can } from '../../session/session.ts';

interface DoneProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

const valuesOf = (tag?: Schemas['Tag']) => textsOf(['name', 'slug', 'description'], tag);

type TagValues = ReturnType<typeof valuesOf>;

const bodyOf = (values: TagValues) => withNulls(values, ['description']);

interface TagFieldsProps {
  readonly form: Form<TagValues>;
  readonly isNew?: boolean;
}

function TagFields({ form, isNew = false }: TagFieldsProps) {
  const text = texts().tags;
  return (
    <>
      <TextField form={form} name="name" autoFocus />
      <TextField form={form} name="slug" hint={isNew ? text.slugHint : undefined} />
      <TextArea form={form} name="description" rows={3} />
    </>
  );
}

export function NewTagForm({ onDone, onCancel }: DoneProps) {
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

export function TagForm({ tag, onDone, onCancel }: DoneProps & { readonly tag: Schemas['Tag'] }) {
  const path = { id: tag.id };
  const form = useEditForm({
    limits: updateTagBody,
    stored: tag,
    draft: `tag ${tag.id}`,
    read: () => api.get('/api/tags/{id}', { params: { path } }),
    valuesOf,
    bodyOf,
    write: (body, header) => api.patch('/api/tags/{id}', { params: { path, header }, body }),
    onSaved: onDone,
  });
  return (
    <FormView form={form} onCancel={onCancel} isReadOnly={!can('updateTag')}>
      <TagFields form={form} />
    </FormView>
  );
}

/** The form that creates several tags with one request. */
export function TagBatchForm({ onDone, onCancel }: DoneProps) {
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

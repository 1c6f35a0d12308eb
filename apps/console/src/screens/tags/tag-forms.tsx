import type { Schemas } from '@portcullis/client';
import { FormView, useForm } from '../../parts/form.tsx';
import { InvalidInput } from '../../parts/form-errors.ts';
import { commonMessages } from '../../parts/messages.ts';
import { notify } from '../../parts/status.tsx';
import { TextArea, TextField } from '../../parts/fields.tsx';
import { changesOf, orNull } from '../../parts/values.ts';
import { api } from '../../session/session.ts';
import { tagsMessages } from './messages.ts';
import { namesIn } from './tag-names.ts';

interface DoneProps {
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

interface TagValues {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
}

const bodyOf = ({ name, slug, description }: TagValues) => ({ name, slug, description: orNull(description) });

/** The form of a tag, or of a new one. */
export function TagForm({ tag, onDone, onCancel }: DoneProps & { readonly tag?: Schemas['Tag'] | undefined }) {
  const text = tagsMessages();
  const common = commonMessages();
  const form = useForm<TagValues>({
    initial: { name: tag?.name ?? '', slug: tag?.slug ?? '', description: tag?.description ?? '' },
    save: async (values, stored) => {
      if (tag === undefined) {
        const { slug, ...body } = bodyOf(values);
        const created = await api.post('/api/tags', { body: { ...body, ...(slug === '' ? {} : { slug }) } });
        notify(text.createdNotice(created.name));
      } else {
        const body = changesOf(bodyOf(stored), bodyOf(values));
        await api.patch('/api/tags/{id}', { params: { path: { id: tag.id } }, body });
        notify(common.saved);
      }
      onDone();
    },
  });
  return (
    <FormView form={form} action={tag === undefined ? common.create : common.save} onCancel={onCancel}>
      <TextField form={form} name="name" label={text.name} autoFocus />
      <TextField
        form={form}
        name="slug"
        label={text.slug}
        hint={tag === undefined ? text.slugHint : undefined}
        isOptional={tag === undefined}
      />
      <TextArea form={form} name="description" label={text.description} rows={3} isOptional />
    </FormView>
  );
}

/** Creates many tags at once. */
export function TagBatchForm({ onDone, onCancel }: DoneProps) {
  const text = tagsMessages();
  const form = useForm({
    initial: { names: '' },
    save: async ({ names }) => {
      const wanted = namesIn(names);
      if (wanted.length === 0) throw new InvalidInput('names', text.noNames);
      const created = await api.post('/api/tags/batch', { body: { names: wanted } });
      notify(text.createdManyNotice(created.length));
      onDone();
    },
  });
  return (
    <FormView form={form} action={commonMessages().create} onCancel={onCancel}>
      <TextArea form={form} name="names" label={text.names} hint={text.namesHint} rows={8} />
    </FormView>
  );
}

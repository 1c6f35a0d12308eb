import type { Schemas } from '@portcullis/client';
import { createContentBody, updateContentBody } from '@portcullis/client/fields';
import { useSignal, type ReadonlySignal, type Signal } from '@preact/signals';
import { keepDraft } from '../../forms/drafts.ts';
import { useEditForm } from '../../forms/edit-form.ts';
import { useForm, type Form } from '../../forms/form.tsx';
import { changesOf } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { notify } from '../../parts/notices.tsx';
import { createMissingTags, loadMissingTagNames } from '../../resources/references.ts';
import { splitTags, type TagNames } from '../../resources/tag-names.ts';
import { go } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { bodyOf, valuesOf, type ContentValues } from './content-values.ts';

type Content = Schemas['Content'];

/** The form of a content, and what its fields show besides the values. */
export interface Editing {
  readonly form: Form<ContentValues>;
  readonly names: ReadonlySignal<TagNames>;
}

export interface StoredEditing extends Editing {
  /** The content as it was last stored. */
  readonly content: Signal<Content>;
  /** The content as somebody else has saved it; undefined while there was no conflict. */
  readonly theirs: ReadonlySignal<Content | undefined>;
}

/** Returns values with the ids of the tags, if there are any. Tags that do not exist are created. */
export async function withTagIds<Values extends { readonly tags?: readonly string[] }>(
  { tags, ...values }: Values,
  names: Signal<TagNames>,
) {
  if (tags === undefined) return values;
  names.value = await createMissingTags(tags, names.value);
  return { ...values, tagIds: splitTags(tags, names.value).ids };
}

/** Returns the name of the draft of a content. */
export const draftOf = (id = 'new'): string => `content-${id}`;

/** Creates the form of a new content. */
export function useNewContent(tags: TagNames): Editing {
  const names = useSignal(tags);
  const form: Form<ContentValues> = useForm<ContentValues>({
    limits: createContentBody,
    initial: valuesOf(),
    draft: draftOf(),
    save: async (values) => {
      const { slug, ...body } = bodyOf(values);
      const filed = await withTagIds(body, names);
      const created = await api.post('/api/contents', { body: { ...filed, ...(slug !== '' && { slug }) } });
      notify(texts().contents.createdNotice({ title: created.title }));
      // The person may have typed while the content was created. The editor of the new content shows this as an unsaved change.
      const [typed, base] = [changesOf(values, form.values.peek()), valuesOf(created, names.value)];
      form.reset();
      if (Object.keys(typed).length > 0)
        keepDraft(draftOf(created.id), { values: { ...base, ...typed }, base, version: created.version });
      go(`/contents/${created.id}`, { replace: true });
    },
  });
  return { form, names };
}

/** Creates the form of a stored content. */
export function useStoredContent(stored: Schemas['ReadContent'], tags: TagNames): StoredEditing {
  const names = useSignal(tags);
  const content = useSignal<Content>(stored);
  const theirs = useSignal<Content | undefined>(undefined);
  const path = { id: stored.id };
  const form = useEditForm({
    limits: updateContentBody,
    stored: content.peek(),
    draft: draftOf(stored.id),
    read: async () => {
      const current = await api.get('/api/contents/{id}', { params: { path } });
      names.value = await loadMissingTagNames(names.value, current.tagIds);
      theirs.value = current;
      return current;
    },
    valuesOf: (current) => valuesOf(current, names.value),
    bodyOf,
    write: async (changes, header) => {
      const body = await withTagIds(changes, names);
      content.value = await api.patch('/api/contents/{id}', { params: { path, header }, body });
      return content.value;
    },
    onSaved: () => undefined,
  });
  return { form, names, content, theirs };
}

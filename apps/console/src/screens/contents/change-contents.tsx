import { ifVersion, type Schemas } from '@portcullis/client';
import { scheduleBody } from '@portcullis/client/fields';
import { SelectField, TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { timeOf, timeZone } from '../../forms/local-time.ts';
import { orNull } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { Dialog } from '../../parts/actions.tsx';
import { choicesOf } from '../../parts/elements.tsx';
import { messageOf } from '../../parts/load.tsx';
import { categoryChoices, createMissingTags, type References } from '../../resources/references.ts';
import { splitTags } from '../../resources/tag-names.ts';
import { api, can } from '../../session/session.ts';
import { TagField } from './content-fields.tsx';
import { setSchedule, type Result } from './undo-change.ts';

type Item = Schemas['ContentListItem'];

/** The choice that leaves a field of all contents as it is. */
const unchanged = 'unchanged';

const initial = {
  categoryId: unchanged,
  tags: [] as readonly string[],
  tagChange: 'add' as 'add' | 'remove' | 'replace',
  publishAt: '',
  unpublishAt: '',
};

/** Stores the category, the tags and the schedule of a content, as far as they differ. @returns its new version */
async function store(
  item: Item,
  to: Pick<Item, 'categoryId' | 'tagIds' | 'publishAt' | 'unpublishAt'>,
): Promise<number> {
  const isFiledAnew = to.categoryId !== item.categoryId || to.tagIds.join() !== item.tagIds.join();
  let { version } = item;
  if (isFiledAnew) {
    const params = { path: { id: item.id }, header: ifVersion(version) };
    const body = { categoryId: to.categoryId, tagIds: [...to.tagIds] };
    ({ version } = await api.patch('/api/contents/{id}', { params, body }));
  }
  if (to.publishAt !== item.publishAt || to.unpublishAt !== item.unpublishAt)
    ({ version } = await setSchedule({ id: item.id, version }, to));
  return version;
}

interface ChangeDialogProps {
  readonly items: readonly Item[];
  readonly references: References;
  readonly onClose: () => void;
  /** Called with what became of each content, and with what undoes the change of contents. */
  readonly onDone: (results: readonly Result[], undo: (changed: readonly Item[]) => Promise<unknown>) => void;
}

/** Changes the category, the tags and the schedule of several contents. What is not chosen stays as it is. */
export function ChangeDialog({ items, references, onClose, onDone }: ChangeDialogProps) {
  const text = texts().editorial;
  const contents = texts().contents;
  const form = useForm({
    limits: scheduleBody,
    initial,
    draft: false,
    save: async ({ categoryId, tags, tagChange, ...times }: typeof initial) => {
      const { ids: chosen } = splitTags(tags, await createMissingTags(tags, references.tags));
      const publishAt = timeOf('publishAt', times.publishAt);
      const unpublishAt = timeOf('unpublishAt', times.unpublishAt);
      const stored = new Map<string, Item>();
      const results: Result[] = [];
      for (const item of items) {
        const kept = tagChange === 'replace' ? [] : item.tagIds.filter((id) => !chosen.includes(id));
        const to = {
          categoryId: categoryId === unchanged ? item.categoryId : orNull(categoryId),
          tagIds: tags.length === 0 ? item.tagIds : tagChange === 'remove' ? kept : [...kept, ...chosen].toSorted(),
          publishAt: publishAt ?? item.publishAt,
          unpublishAt: unpublishAt ?? item.unpublishAt,
        };
        try {
          stored.set(item.id, { ...item, ...to, version: await store(item, to) });
          results.push({ id: item.id, ok: true });
        } catch (error) {
          results.push({ id: item.id, ok: false, message: messageOf(error) });
        }
      }
      onClose();
      onDone(results, async (changed) => {
        for (const item of changed) await store(stored.get(item.id) ?? item, item);
      });
    },
  });
  return (
    <Dialog title={text.changeTitle({ count: items.length })} onClose={onClose}>
      <FormView form={form} action={text.changeAction({ count: items.length })} onCancel={onClose}>
        <SelectField
          form={form}
          name="categoryId"
          choices={[
            { value: unchanged, label: text.unchanged },
            { value: '', label: contents.noCategory },
            ...categoryChoices(references.categories),
          ]}
        />
        <SelectField form={form} name="tagChange" label={text.tagChange} choices={choicesOf(text.tagChanges)} />
        <TagField form={form} known={[...references.tags.values()]} />
        {can('scheduleContent') ? (
          <>
            <TextField form={form} name="publishAt" label={text.publishAt} />
            <TextField
              form={form}
              name="unpublishAt"
              label={text.unpublishAt}
              hint={text.scheduleHint({ zone: timeZone() })}
            />
          </>
        ) : undefined}
      </FormView>
    </Dialog>
  );
}

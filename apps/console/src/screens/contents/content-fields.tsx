import { tagBody } from '@portcullis/client/fields';
import { useEffect, useId, useState } from 'preact/hooks';
import { FieldFrame, SelectField, TextArea, TextField, useField, useFieldText } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { DialogButton } from '../../parts/actions.tsx';
import { ChoiceList } from '../../parts/choice-list.tsx';
import { choicesOf, labelIn } from '../../parts/elements.tsx';
import { categoryChoices, type References } from '../../resources/references.ts';
import { isSameName, type TagNames } from '../../resources/tag-names.ts';
import { api, can } from '../../session/session.ts';
import { CoverField, type CoverFieldProps } from './cover-field.tsx';

interface Tagged {
  readonly tags: readonly string[];
}

interface TagFieldProps {
  readonly form: Form<Tagged>;
  /** Names of existing tags. */
  readonly known: readonly string[];
}

/** The search for tags starts this many milliseconds after the last keystroke. */
const pause = 250;

/** @returns names of tags that contain the typed text. */
function useSuggestions(typed: string): readonly string[] {
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    const search = async (): Promise<void> => {
      try {
        const query = { search: typed.trim(), sortBy: 'name', pageSize: 20 } as const;
        const { items } = await api.get('/api/tags', { params: { query }, signal: controller.signal });
        setFound(items.map(({ name }) => name));
      } catch {
        // The error is ignored, because the person can type a tag without suggestions.
      }
    };
    const timer = setTimeout(() => void search(), pause);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [typed]);
  return found;
}

/** The field for tags of contents. Tags can be removed, selected from suggestions, or typed. */
export function TagField({ form, known }: TagFieldProps) {
  const text = texts().contents;
  const { id, error, attributes } = useField(form, 'tags', text.tags, (names) =>
    (Array.isArray(names) ? names : []).join('\n'),
  );
  const listId = useId();
  const [typed, setTyped] = useState('');
  const suggestions = useSuggestions(typed);
  const { tags } = form.values.value;

  const set = (names: readonly string[]): void => form.set({ tags: names });
  function add(): void {
    const names = typed.split(/[,，\n]/u).map((name) => name.trim());
    const added = [...tags];
    for (const name of names) {
      if (name === '' || added.some((tag) => isSameName(tag, name))) continue;
      added.push([...suggestions, ...known].find((tag) => isSameName(tag, name)) ?? name);
    }
    setTyped('');
    if (added.length > tags.length) set(added);
  }

  return (
    <FieldFrame label={text.tags} hint={can('createTags') ? text.tagHint : text.existingTagHint} error={error} id={id}>
      <div class="tag-field">
        {tags.map((tag) => (
          <span key={tag} class="tag tag-chosen">
            <bdi>{tag}</bdi>
            {known.some((name) => isSameName(name, tag)) ||
            suggestions.some((name) => isSameName(name, tag)) ||
            !can('createTags') ? undefined : (
              <em>{text.newTag}</em>
            )}
            <button
              type="button"
              class="button-plain"
              aria-label={text.removeTag({ name: tag })}
              onClick={() => set(tags.filter((other) => other !== tag))}
            >
              ✕
            </button>
          </span>
        ))}
        <input
          {...attributes}
          list={listId}
          autocomplete="off"
          maxLength={tagBody.name.maxLength}
          placeholder={text.tagPlaceholder}
          value={typed}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onBlur={add}
          onKeyDown={(event) => {
            if (event.isComposing) return;
            if (event.key === 'Backspace' && typed === '') set(tags.slice(0, -1));
            if (event.key !== 'Enter' && event.key !== ',') return;
            event.preventDefault();
            add();
          }}
        />
        <datalist id={listId}>
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {known.length === 0 ? undefined : (
          <DialogButton label={text.chooseTags} dialog={text.chooseTags}>
            {() => (
              <ChoiceList
                choices={known.map((name) => ({ value: name, label: name }))}
                chosen={tags}
                name="tag-choice"
                isMultiple
                onToggle={(name, isChosen) =>
                  set(isChosen ? [...tags, name] : tags.filter((other) => !isSameName(other, name)))
                }
              />
            )}
          </DialogButton>
        )}
      </div>
    </FieldFrame>
  );
}

interface ContentFieldsProps extends CoverFieldProps {
  readonly categories: References['categories'];
  readonly names: TagNames;
}

/** The fields of a content, except its title and its text. */
export function ContentFields({ form, categories, names, stored, theirs }: ContentFieldsProps) {
  const isNew = stored === undefined;
  const text = texts().contents;
  const formats = choicesOf(text.editorTypes);
  // The format cannot be changed after the content was created, but the conflict dialog shows it.
  useFieldText(form, 'editorType', text.editorType, (type) => labelIn(formats, type));
  return (
    <>
      <TextField form={form} name="slug" hint={isNew ? text.slugHint : undefined} />
      <SelectField
        form={form}
        name="categoryId"
        choices={[{ value: '', label: text.noCategory }, ...categoryChoices(categories)]}
      />
      <TagField form={form} known={[...names.values()]} />
      <TextArea form={form} name="summary" rows={4} />
      <CoverField form={form} stored={stored} theirs={theirs} />
      {isNew ? <SelectField form={form} name="editorType" label={text.editorType} choices={formats} /> : undefined}
    </>
  );
}

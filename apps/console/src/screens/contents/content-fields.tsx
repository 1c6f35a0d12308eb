import { tagBody } from '@portcullis/client/fields';
import { useId, useState, useRef } from 'preact/hooks';
import { FieldFrame, SelectField, TextArea, TextField, useField, useFieldText, Notes } from '../../forms/fields.tsx';
import { isSaveKey } from './save-key.ts';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { DialogButton } from '../../parts/actions.tsx';
import { ChoiceList } from '../../parts/choice-list.tsx';
import { choicesOf, labelIn, Button, fieldName } from '../../parts/elements.tsx';
import { useLoad, useSettled } from '../../parts/load.tsx';
import { categoryChoices, type References } from '../../resources/references.ts';
import { isSameName, type TagNames } from '../../resources/tag-names.ts';
import { api, can } from '../../session/session.ts';
import type { Schemas } from '@portcullis/client';
import type { ReadonlySignal } from '@preact/signals';
import { MediaPickerButton } from '../../resources/media-picker.tsx';
import { Thumbnail } from '../../resources/media-view.tsx';
import type { ContentValues } from './content-values.ts';

/** The cover of a stored content. `cover` is null if there is none, or if the file was deleted. */
export type StoredCover = Pick<Schemas['Content'], 'coverId' | 'cover'>;

type Cover = NonNullable<StoredCover['cover']>;

/** Returns a text that identifies a picture where pictures cannot be shown, such as in a comparison. */
const textOf = ({ alt, url }: Pick<Cover, 'alt' | 'url'>): string => (alt === null || alt === '' ? url : alt);

/** Returns the texts of the covers of contents by the ids of the pictures. */
export const coverTexts = (contents: readonly (StoredCover | undefined)[]): (readonly [string, string])[] =>
  contents.flatMap((content) =>
    content?.coverId && content.cover ? [[content.coverId, textOf(content.cover)] as const] : [],
  );

/** Returns the picture with an id; undefined until it is loaded, and if it does not exist. */
function usePicture(id: string, stored: StoredCover | undefined): Cover | undefined {
  const isLoaded = id !== '' && id !== stored?.coverId && can('getMedia');
  const loaded = useLoad(
    async (signal) => (isLoaded ? api.get('/api/media/{id}', { params: { path: { id } }, signal }) : undefined),
    [id, isLoaded],
  );
  if (id === stored?.coverId) return stored.cover ?? undefined;
  return loaded.data?.id === id ? loaded.data : undefined;
}

export interface CoverFieldProps {
  readonly form: Form<ContentValues>;
  /** The cover of the stored content; undefined for a new content. */
  readonly stored: StoredCover | undefined;
  /** The cover that somebody else has saved meanwhile. */
  readonly theirs?: ReadonlySignal<StoredCover | undefined> | undefined;
}

/** The field for the picture that lists show beside a content. */
function CoverField({ form, stored, theirs }: CoverFieldProps) {
  const text = texts().contents;
  const frame = useRef<HTMLFieldSetElement>(null);
  const { coverId } = form.values.value;
  const picture = usePicture(coverId, stored);
  const label = fieldName('coverId');
  const { id, error } = useField(form, 'coverId', label, (value) => {
    const known = new Map(coverTexts([stored, theirs?.value, { coverId, cover: picture ?? null }]));
    return value === '' ? '' : (known.get(String(value)) ?? text.otherCover);
  });
  if (coverId === '' && !can('listMedia')) return null;
  const remove = (): void => {
    form.set({ coverId: '' });
    // This button disappears, so the focus moves to the one that chooses a picture.
    frame.current?.querySelector('button')?.focus();
  };
  return (
    <fieldset ref={frame} class="field" aria-describedby={`${id}-hint ${id}-error`}>
      <legend>
        {label} <span class="quiet">({texts().common.optional})</span>
      </legend>
      <div class="with-thumbnail">
        {picture === undefined ? undefined : (
          <Thumbnail media={{ ...picture, type: 'image' }} alt={picture.alt ?? ''} />
        )}
        {coverId !== '' && coverId === stored?.coverId && picture === undefined ? (
          <span class="tag tag-off">{text.lostCover}</span>
        ) : undefined}
        <MediaPickerButton
          label={coverId === '' ? text.chooseCover : text.changeCover}
          onChoose={(media) => form.set({ coverId: media.id })}
        />
        {coverId === '' ? undefined : <Button onClick={remove}>{text.removeCover}</Button>}
      </div>
      <Notes id={id} hint={text.coverHint} error={error} />
    </fieldset>
  );
}

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
  const search = useSettled(typed.trim(), pause);
  const query = { search, sortBy: 'name', pageSize: 20 } as const;
  // An error is ignored, because the person can type a tag without suggestions.
  const found = useLoad((signal) => api.get('/api/tags', { params: { query }, signal }), [search]);
  return (found.data?.items ?? []).map(({ name }) => name);
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
            if (isSaveKey(event)) add();
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

import type { Schemas } from '@portcullis/client';
import type { ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { Notes, useField } from '../../forms/fields.tsx';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { Button } from '../../parts/elements.tsx';
import { fieldName } from '../../parts/field-names.ts';
import { useLoad } from '../../parts/load.tsx';
import { MediaPickerButton } from '../../resources/media-picker.tsx';
import { Thumbnail } from '../../resources/media-view.tsx';
import { api, can } from '../../session/session.ts';
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
export function CoverField({ form, stored, theirs }: CoverFieldProps) {
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

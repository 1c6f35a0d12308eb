import { PortcullisError, type Schemas, ifVersion } from '@portcullis/client';
import { updateMediaBody } from '@portcullis/client/fields';
import { useResourceForm } from '../../forms/edit-form.ts';
import { CheckboxField, TextArea, TextField, useField } from '../../forms/fields.tsx';
import { FormView, type Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { attempt } from '../../parts/actions.tsx';
import { Button, Panel, ScreenHead, fieldName } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { notify, confirmFirst } from '../../parts/notices.tsx';
import { lacksAlt, pictureUrl } from '../../resources/media-view.tsx';
import type { Media } from '../../resources/uploads.ts';
import { go } from '../../routing/location.ts';
import { api, can, usernameOf } from '../../session/session.ts';
import { FileFacts, FileUsage } from './file-panels.tsx';
import { focusAt, movedFocus, positionInSquare, type Focus } from './crop-region.ts';
import { orNull } from '../../forms/values.ts';

/** The values of the form of a file. */
const valuesOf = ({ alt, title, folder, focus }: Pick<Media, 'alt' | 'title' | 'folder' | 'focus'>) => ({
  alt: alt ?? '',
  /** Whether a picture only decorates, so that it needs no alternative text. */
  isDecorative: alt === '',
  title: title ?? '',
  folder: folder ?? '',
  focus,
});
type FileValues = ReturnType<typeof valuesOf>;

const bodyOf = ({ alt, isDecorative, title, folder, focus }: FileValues) => ({
  alt: isDecorative ? '' : orNull(alt),
  title: orNull(title),
  folder: orNull(folder),
  focus,
});

const middle: Focus = { x: 0.5, y: 0.5 };

const percent = (fraction: number): number => Math.round(100 * fraction);

/** Returns the place of a focus in words. */
function focusText(focus: unknown): string {
  const text = texts().media;
  if (typeof focus !== 'object' || focus === null || !('x' in focus) || !('y' in focus)) return text.middle;
  return text.focusAt({ x: percent(Number(focus.x)), y: percent(Number(focus.y)) });
}

/** The field for the point of a picture that stays visible when it is cropped. It is set by a click or by arrow keys. */
function FocusField({ form, media }: { readonly form: Form<FileValues>; readonly media: Media }) {
  const text = texts().media;
  const label = fieldName('focus');
  const { id, error, value } = useField(form, 'focus', label, focusText);
  const { width, height } = media;
  const focus = value ?? middle;
  const set = (to: Focus | null): void => form.set({ focus: to });
  const url = pictureUrl(media, 640);
  return (
    <div class="field">
      <span class="field-label" id={id}>
        {label}
      </span>
      <div class="focus-field">
        <div class="focus-frame" dir="ltr">
          <img
            src={url}
            alt={media.alt ?? ''}
            width={width ?? undefined}
            height={height ?? undefined}
            draggable={false}
            onClick={(event) => {
              const { left, top, width: shownWidth, height: shownHeight } = event.currentTarget.getBoundingClientRect();
              set(focusAt((event.clientX - left) / shownWidth, (event.clientY - top) / shownHeight));
            }}
          />
          <button
            type="button"
            class="focus-mark"
            aria-label={`${label}: ${focusText(value)}`}
            aria-describedby={`${id}-hint`}
            style={{ insetInlineStart: `${percent(focus.x)}%`, insetBlockStart: `${percent(focus.y)}%` }}
            onKeyDown={(event) => {
              const moved = movedFocus(focus, event.key, event.shiftKey);
              if (moved === undefined) return;
              event.preventDefault();
              set(moved);
            }}
          />
        </div>
        <figure class="focus-square">
          <img
            src={url}
            alt=""
            style={{ objectPosition: positionInSquare(focus, { width: width ?? 1, height: height ?? 1 }) }}
          />
          <figcaption class="quiet">{text.cropped}</figcaption>
        </figure>
      </div>
      <p class="field-hint" id={`${id}-hint`}>
        {text.focusHint}{' '}
        {value === null ? undefined : (
          <Button kind="link" onClick={() => set(null)}>
            {text.toMiddle}
          </Button>
        )}
      </p>
      <p class="field-error">{error}</p>
    </div>
  );
}

type Reference = Schemas['UsedBy']['usedBy'][number];

/** Returns what refers to a file if the service therefore did not delete it; undefined for other errors. */
function referencesIn(error: unknown): readonly Reference[] | undefined {
  if (!(error instanceof PortcullisError) || error.errors === null) return undefined;
  return 'usedBy' in error.errors ? error.errors.usedBy : undefined;
}

/** Reads the title of an article; undefined if the person may not read it. */
async function titleOf({ contentId }: Reference): Promise<string | undefined> {
  try {
    return (await api.get('/api/contents/{id}', { params: { path: { id: contentId } } })).title;
  } catch {
    return undefined;
  }
}

/** Asks whether to delete a file that articles show. */
async function confirmInUse(name: string, references: readonly Reference[]): Promise<boolean> {
  const text = texts().media;
  const titles = await Promise.all(references.map(titleOf));
  return confirmFirst({
    title: text.inUseTitle({ name }),
    consequence: text.inUseConsequence,
    details: (
      <ul class="rows">
        {references.map(({ contentId, isWorkingCopy }, index) => (
          <li key={`${contentId} ${isWorkingCopy}`}>
            <span dir="auto">{titles[index] ?? text.hiddenArticle}</span>
            {isWorkingCopy ? <span class="tag">{texts().revisions.workingCopy}</span> : undefined}
          </li>
        ))}
      </ul>
    ),
    action: text.deleteAnyway,
  });
}

/** Deletes a file after a confirmation, and opens the library. */
async function deleteFile({ id, name, version }: Media): Promise<void> {
  const text = texts().media;
  const params = { path: { id }, header: ifVersion(version) };
  const question = {
    title: text.deleteTitle({ name }),
    consequence: text.deleteConsequence,
    action: texts().common.delete,
  };
  if (!can('deleteMedia') || !(await confirmFirst(question))) return;
  await attempt(async () => {
    try {
      await api.delete('/api/media/{id}', { params });
    } catch (error) {
      const references = referencesIn(error);
      // What entries of modules refer to, nobody can delete.
      if (references === undefined || references.length === 0) throw error;
      if (!(await confirmInUse(name, references))) return;
      await api.delete('/api/media/{id}', { params: { ...params, query: { force: true } } });
    }
    notify(text.deletedNotice({ name }));
    go('/media', { replace: true });
  });
}

/** Shows a file as far as browsers can. */
function Preview({ media }: { readonly media: Media }) {
  const { type, url, alt, name, width, height } = media;
  return (
    <div class="media-preview">
      {type === 'image' ? (
        <img src={pictureUrl(media, 1280)} alt={alt ?? ''} width={width ?? undefined} height={height ?? undefined} />
      ) : undefined}
      {type === 'video' ? <video src={url} controls preload="metadata" aria-label={name} /> : undefined}
      {type === 'audio' ? <audio src={url} controls preload="metadata" aria-label={name} /> : undefined}
      <a href={url} target="_blank" rel="noopener noreferrer">
        {texts().media.openFile}
      </a>
    </div>
  );
}

function FileForm({ media, onSaved }: { readonly media: Media; readonly onSaved: () => void }) {
  const text = texts().media;
  const isPicture = media.type === 'image';
  const form = useResourceForm({
    resource: '/api/media/{id}',
    limits: updateMediaBody,
    stored: media,
    valuesOf,
    bodyOf,
    onSaved,
  });
  const { isDecorative } = form.values.value;
  return (
    <FormView form={form} isReadOnly={!can('updateMedia')}>
      {lacksAlt(media) ? (
        <p class="form-problem" role="note">
          <strong>{text.noAlt}.</strong> {text.noAltHint}
        </p>
      ) : undefined}
      {isPicture && !isDecorative ? (
        <TextArea form={form} name="alt" rows={2} hint={text.altHint} isOptional={false} />
      ) : undefined}
      {isPicture ? <CheckboxField form={form} name="isDecorative" label={text.decorative} /> : undefined}
      <TextField form={form} name="title" />
      <TextField form={form} name="folder" hint={text.folderHint} />
      {isPicture ? <FocusField form={form} media={media} /> : undefined}
    </FormView>
  );
}

/** Shows a file: what it contains, what is written about it, and which articles show it. */
export function MediaFile({ id, title, up }: ScreenProps) {
  const loaded = useLoad(
    async (signal) => {
      const params = { path: { id } };
      const [media, usage] = await Promise.all([
        api.get('/api/media/{id}', { params, signal }),
        can('getMediaUsage') ? api.get('/api/media/{id}/usage', { params, signal }) : undefined,
      ]);
      const { uploaderId } = media;
      return { media, usage, uploader: uploaderId === null ? undefined : await usernameOf(uploaderId, signal) };
    },
    [id],
    concerns('media', id),
  );
  const media = loaded.data?.media;
  return (
    <>
      <ScreenHead title={media?.name ?? title} up={up}>
        {media !== undefined && can('deleteMedia') ? (
          <Button kind="danger" onClick={() => deleteFile(media)}>
            {texts().common.delete}
          </Button>
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={loaded}>
        {(found) => (
          <div class="panels">
            <div class="panel-column">
              <Panel title={texts().media.preview}>
                <Preview media={found.media} />
              </Panel>
              <Panel title={texts().media.profile}>
                <FileForm media={found.media} onSaved={loaded.reload} />
              </Panel>
            </div>
            <div class="panel-column">
              <FileFacts media={found.media} uploader={found.uploader} />
              {found.usage === undefined ? undefined : <FileUsage usage={found.usage} />}
            </div>
          </div>
        )}
      </LoadBoundary>
    </>
  );
}

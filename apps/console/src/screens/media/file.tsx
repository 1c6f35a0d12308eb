import { PortcullisError, type Schemas, ifVersion } from '@portcullis/client';
import { updateMediaBody } from '@portcullis/client/fields';
import { useEditForm } from '../../forms/edit-form.ts';
import { CheckboxField, TextArea, TextField } from '../../forms/fields.tsx';
import { FormView } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { attempt } from '../../parts/actions.tsx';
import { Button, Panel, ScreenHead } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { confirmFirst } from '../../parts/questions.ts';
import { concerns } from '../../parts/reported-changes.ts';
import { lacksAlt, pictureUrl } from '../../resources/media-view.tsx';
import type { Media } from '../../resources/uploads.ts';
import { go } from '../../routing/location.ts';
import { api, can, usernameOf } from '../../session/session.ts';
import { FileFacts, FileUsage } from './file-panels.tsx';
import { bodyOf, valuesOf } from './file-values.ts';
import { FocusField } from './focus-field.tsx';

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
      if (references === undefined) throw error;
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

interface FileFormProps {
  readonly media: Media;
  readonly onSaved: () => void;
}

function FileForm({ media, onSaved }: FileFormProps) {
  const text = texts().media;
  const path = { id: media.id };
  const isPicture = media.type === 'image';
  const form = useEditForm(
    {
      limits: updateMediaBody,
      stored: media,
      read: () => api.get('/api/media/{id}', { params: { path } }),
      valuesOf,
      bodyOf,
      write: (body, header) => api.patch('/api/media/{id}', { params: { path, header }, body }),
      onSaved,
    },
    media.id,
  );
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

import { ifVersion } from '@portcullis/client';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { attempt } from '../parts/actions.tsx';
import { bytesText, Button } from '../parts/elements.tsx';
import { messageOf } from '../parts/load.tsx';
import { watchUnsaved } from '../parts/unsaved.ts';
import { api, can } from '../session/session.ts';
import { lacksAlt, Thumbnail } from './media-view.tsx';
import { createUploads, isRunning, type Media, type Upload, type Uploads } from './uploads.ts';

/**
 * Creates the uploads of a part of the page. They end when the part disappears.
 * @param folder the folder of the uploaded files
 */
export function useUploads(onStored: (upload: Upload, media: Media) => void, folder?: string): Uploads {
  const latest = useRef({ onStored, folder });
  latest.current = { onStored, folder };
  const uploads = useMemo(
    () =>
      createUploads({
        send: (file, options) => {
          const { folder: into } = latest.current;
          return api.upload(file, { ...options, ...(into === undefined ? {} : { folder: into }) });
        },
        onStored: (upload, media) => latest.current.onStored(upload, media),
      }),
    [],
  );
  useEffect(() => uploads.removeAll, []);
  return uploads;
}

/**
 * Takes files that are dropped or pasted on the page. Without this, the browser would leave the page and show the file.
 * @returns whether files are dragged over the page
 */
export function useIncomingFiles(onFiles: ((files: readonly File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    if (onFiles === undefined) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const take = (event: Event, data: DataTransfer | null): void => {
      setOver(false);
      if (event.defaultPrevented || data === null || data.files.length === 0) return;
      event.preventDefault();
      latest.current?.([...data.files]);
    };
    const over = (event: DragEvent): void => {
      if (event.defaultPrevented || event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) setOver(false);
    };
    const paste = (event: ClipboardEvent): void => {
      const isInField = event.target instanceof Element && event.target.matches('input, textarea, .text-editor');
      if (!isInField) take(event, event.clipboardData);
    };
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal });
    window.addEventListener('paste', paste, { signal });
    return () => controller.abort();
  }, [onFiles === undefined]);
  return isOver;
}

interface AltQuestionProps {
  readonly media: Media;
  readonly onDescribed: (media: Media) => void;
  readonly onLater: () => void;
}

/** Asks for the alternative text of an uploaded picture. It is no form, because it can be within the form of an article. */
export function AltQuestion({ media, onDescribed, onLater }: AltQuestionProps) {
  const text = texts().media;
  const [alt, setAlt] = useState('');
  const { id, version, name } = media;
  const save = (written: string) =>
    attempt(async () => {
      const params = { path: { id }, header: ifVersion(version) };
      onDescribed(await api.patch('/api/media/{id}', { params, body: { alt: written } }));
    });
  const saveTyped = () => (alt.trim() === '' ? undefined : save(alt.trim()));
  return (
    <div class="alt-question">
      <input
        dir="auto"
        aria-label={text.altOf({ name })}
        placeholder={text.altHint}
        maxLength={1000}
        value={alt}
        onInput={(event) => setAlt(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.isComposing) return;
          event.preventDefault();
          void saveTyped();
        }}
      />
      <Button isDisabled={alt.trim() === ''} onClick={saveTyped}>
        {texts().common.save}
      </Button>
      <Button onClick={() => save('')}>{text.onlyDecorates}</Button>
      <Button kind="link" onClick={onLater}>
        {text.later}
      </Button>
    </div>
  );
}

function stateText({ state, sent, error }: Upload): string {
  const text = texts().media;
  if (state === 'failed') return error === undefined ? text.cancelled : messageOf(error);
  if (state === 'waiting') return text.waiting;
  if (state === 'stored') return text.stored;
  return sent < 1 ? text.sent({ percent: Math.floor(100 * sent) }) : text.checking;
}

interface UploadRowProps {
  readonly upload: Upload;
  readonly uploads: Uploads;
  readonly onDescribed: (media: Media) => void;
}

function UploadRow({ upload, uploads, onDescribed }: UploadRowProps) {
  const text = texts().media;
  const common = texts().common;
  const { id, file, state, sent, media } = upload;
  const { name } = file;
  const remove = (): void => uploads.remove(id);
  return (
    <li class={`upload upload-${state}`}>
      {media === undefined ? undefined : <Thumbnail media={media} />}
      <span class="upload-name" dir="auto">
        {name}
      </span>
      <span class="quiet">{bytesText(file.size)}</span>
      {isRunning(upload) ? <progress aria-label={text.progressOf({ name })} value={sent} max={1} /> : undefined}
      <span class={state === 'failed' ? 'field-error' : 'quiet'} role={state === 'failed' ? 'alert' : undefined}>
        {stateText(upload)}
      </span>
      {isRunning(upload) ? (
        <Button label={text.cancelOf({ name })} onClick={() => uploads.cancel(id)}>
          {common.cancel}
        </Button>
      ) : undefined}
      {state === 'failed' ? (
        <>
          <Button label={text.retryOf({ name })} onClick={() => uploads.retry(id)}>
            {common.retry}
          </Button>
          <Button kind="link" label={text.removeOf({ name })} onClick={remove}>
            {text.remove}
          </Button>
        </>
      ) : undefined}
      {media === undefined ? undefined : (
        <AltQuestion
          media={media}
          onLater={remove}
          onDescribed={(described) => {
            remove();
            onDescribed(described);
          }}
        />
      )}
    </li>
  );
}

/** Whether a stored file needs nothing more from the person, so that its upload disappears from the list. */
export const isComplete = (media: Media): boolean => !lacksAlt(media) || !can('updateMedia');

interface UploadListProps {
  readonly uploads: Uploads;
  /** Called when the person has written the alternative text of an uploaded picture. */
  readonly onDescribed: (media: Media) => void;
}

/** Shows the uploads that are not finished, have failed, or need an alternative text. */
export function UploadList({ uploads, onDescribed }: UploadListProps) {
  const text = texts().media;
  const view = useRef<HTMLDivElement>(null);
  const list = uploads.list.value;
  const running = list.filter(isRunning).length;
  useEffect(
    () =>
      watchUnsaved({
        element: () => view.current,
        isChanged: () => uploads.list.peek().some(isRunning),
        discard: uploads.removeAll,
      }),
    [uploads],
  );
  return (
    <div ref={view}>
      <p class="visually-hidden" role="status">
        {running === 0 ? '' : text.running({ count: running })}
      </p>
      {list.length === 0 ? undefined : (
        <ul class="uploads" aria-label={text.uploads}>
          {list.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} onDescribed={onDescribed} />
          ))}
        </ul>
      )}
    </div>
  );
}

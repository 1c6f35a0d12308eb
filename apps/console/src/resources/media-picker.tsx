import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { texts } from '../language/language.ts';
import { DialogButton } from '../parts/actions.tsx';
import { ChoicePages, SearchInput } from '../parts/choice-list.tsx';
import { FileButton } from '../parts/file-button.tsx';
import { LoadBoundary, useLoad, useSettled } from '../parts/load.tsx';
import { api, can } from '../session/session.ts';
import { AltWarning, Thumbnail } from './media-view.tsx';
import { AltQuestion, isComplete, UploadList, useUploads } from './upload-list.tsx';
import type { Media } from './uploads.ts';

/** Number of pictures on a page. */
const pageSize = 24;

/** The search starts this many milliseconds after the last keystroke. */
const pause = 250;

interface PictureGridProps {
  readonly pictures: readonly Media[];
  readonly onChoose: (media: Media) => void;
}

const PictureGrid = ({ pictures, onChoose }: PictureGridProps) => (
  <ul class="media-grid">
    {pictures.map((media) => (
      <li key={media.id}>
        <button type="button" aria-label={texts().media.chooseOf({ name: media.name })} onClick={() => onChoose(media)}>
          <Thumbnail media={media} />
          <span class="media-name" dir="auto">
            {media.name}
          </span>
        </button>
        <span class="media-facts">
          <AltWarning media={media} />
        </span>
      </li>
    ))}
  </ul>
);

interface MediaPickerProps {
  readonly onChoose: (media: Media) => void;
  readonly onClose: () => void;
}

/**
 * The dialog that chooses a picture of the library, or uploads one. It asks for the alternative text of a chosen picture
 * that has none.
 */
function MediaPicker({ onChoose, onClose }: MediaPickerProps) {
  const text = texts().media;
  const common = texts().common;
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), pause);
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Media | undefined>(undefined);
  useEffect(() => setPage(1), [search]);
  const found = useLoad(
    (signal) => {
      const query = { type: 'image', page, pageSize, ...(search === '' ? {} : { search }) } as const;
      return api.get('/api/media', { params: { query }, signal });
    },
    [search, page],
  );
  const uploads = useUploads(({ id }, media) => {
    found.reload();
    if (isComplete(media)) uploads.remove(id);
  });
  const finish = (media: Media): void => {
    onChoose(media);
    onClose();
  };
  const pages = Math.max(1, Math.ceil((found.data?.total ?? 0) / pageSize));
  return asked === undefined ? (
    <>
      <div class="picker-tools">
        <SearchInput
          label={common.search}
          placeholder={text.searchIn}
          class="search"
          value={typed}
          autofocus
          onType={setTyped}
        />
        {can('uploadMedia') ? (
          <FileButton label={text.upload} class="upload-button" accept="image/*" isMultiple onFiles={uploads.add} />
        ) : undefined}
      </div>
      <UploadList uploads={uploads} onDescribed={found.reload} />
      <LoadBoundary of={found}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="quiet">{text.noPictures}</p>
          ) : (
            <PictureGrid pictures={items} onChoose={(media) => (isComplete(media) ? finish(media) : setAsked(media))} />
          )
        }
      </LoadBoundary>
      <ChoicePages page={page} pages={pages} onPage={setPage} />
    </>
  ) : (
    <>
      <div class="media-preview">
        <Thumbnail media={asked} />
      </div>
      <p>
        <strong dir="auto">{asked.name}</strong>: {text.noAlt}. {text.noAltHint}
      </p>
      <AltQuestion media={asked} onDescribed={finish} onLater={() => finish(asked)} />
    </>
  );
}

interface MediaPickerButtonProps {
  readonly label: string;
  /** Shown instead of the label, which is then the tooltip. */
  readonly icon?: ComponentChildren;
  readonly class?: string;
  readonly onChoose: (media: Media) => void;
}

/** The button that opens the dialog for choosing a picture. People who may not read the library have none. */
export const MediaPickerButton = ({ label, icon, class: name, onChoose }: MediaPickerButtonProps) =>
  can('listMedia') ? (
    <DialogButton
      class={name}
      title={icon === undefined ? undefined : label}
      aria-label={label}
      label={icon ?? label}
      dialog={texts().media.choose}
      wide
    >
      {(close) => <MediaPicker onChoose={onChoose} onClose={close} />}
    </DialogButton>
  ) : null;

import { useId } from 'preact/hooks';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { bytesText, choicesOf, isKeyOf, Options, ScreenHead } from '../../parts/elements.tsx';
import { FileButton } from '../../parts/file-button.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { disappearing, notify } from '../../parts/notices.tsx';
import { storedChoice } from '../../parts/stored-choice.ts';
import { fieldColumn, sortedColumn, timeColumn, type Column } from '../../parts/table.tsx';
import { AltWarning, pixelsText, Thumbnail } from '../../resources/media-view.tsx';
import { isComplete, UploadList, useIncomingFiles, useUploads } from '../../resources/upload-list.tsx';
import type { Media } from '../../resources/uploads.ts';
import { hrefOf, setQuery } from '../../routing/location.ts';
import { api, can, ifAllowed, profile } from '../../session/session.ts';

/** The fields by which the list of files can be sorted. */
const mediaSorts = ['createdAt', 'updatedAt', 'name', 'bytes'] as const;

const options = {
  filters: ['type', 'folder', 'uploaderId', 'unused'],
  sorts: mediaSorts,
  initial: { sortBy: 'createdAt', sortOrder: 'desc' },
  kind: 'media',
} as const;

const views = ['grid', 'list'] as const;
const view = storedChoice('portcullis.files', views);

const columns = (): readonly Column<Media, (typeof mediaSorts)[number]>[] => {
  const text = texts().media;
  return [
    { name: 'preview', label: text.preview, cell: (media) => <Thumbnail media={media} /> },
    {
      name: 'name',
      label: texts().fields.name,
      sort: 'name',
      cell: (media) => (
        <>
          <a href={hrefOf(`/media/${media.id}`)} dir="auto">
            {media.name}
          </a>{' '}
          <AltWarning media={media} />
        </>
      ),
    },
    fieldColumn('type', { isMinor: true, shown: (type: Media['type']) => text.types[type] }),
    { name: 'pixels', label: text.size, isMinor: true, cell: (media) => pixelsText(media) ?? '–' },
    fieldColumn('folder', { isMinor: true }),
    {
      ...sortedColumn('bytes', { shown: (bytes: number) => <span class="nowrap">{bytesText(bytes)}</span> }),
      isNumber: true,
    },
    timeColumn('createdAt', texts().common.created, { isMinor: true }),
  ];
};

/** Shows files as pictures with their names. */
const Grid = ({ items }: { readonly items: readonly Media[] }) => (
  <ul class="media-grid">
    {items
      .filter(({ id }) => !disappearing.value.has(id))
      .map((media) => (
        <li key={media.id}>
          <a href={hrefOf(`/media/${media.id}`)}>
            <Thumbnail media={media} />
            <span class="media-name" dir="auto">
              {media.name}
            </span>
          </a>
          <span class="media-facts quiet">
            {bytesText(media.bytes)} <AltWarning media={media} />
          </span>
        </li>
      ))}
  </ul>
);

interface FolderInputProps {
  readonly value: string;
  readonly folders: readonly string[];
  readonly onChoose: (folder: string) => void;
}

/** The filter for a folder, with suggestions: the folders of the files that are shown. */
function FolderInput({ value, folders, onChoose }: FolderInputProps) {
  const listId = useId();
  return (
    <>
      <input
        class="folder-filter"
        dir="auto"
        list={listId}
        value={value}
        maxLength={255}
        onChange={(event) => onChoose(event.currentTarget.value.trim())}
      />
      <datalist id={listId}>
        {folders.map((folder) => (
          <option key={folder} value={folder} />
        ))}
      </datalist>
    </>
  );
}

const sortOf = ({ sortBy, sortOrder }: { readonly sortBy?: string | undefined; readonly sortOrder: string }): string =>
  `${sortBy ?? options.initial.sortBy} ${sortOrder}`;

/** The sorting of the grid, which has no column headings, and the buttons that choose between grid and list. */
function Tools({ sort }: { readonly sort: string }) {
  const text = texts().media;
  const sorts: Readonly<Record<string, string>> = text.sorts;
  return (
    <span class="library-tools">
      {view.get() === 'grid' ? (
        <select
          aria-label={text.sort}
          value={sort}
          onChange={(event) => {
            const [sortBy = '', sortOrder = ''] = event.currentTarget.value.split(' ');
            setQuery({ sortBy, sortOrder });
          }}
        >
          <Options of={choicesOf(sort in sorts ? sorts : { ...sorts, [sort]: '–' })} />
        </select>
      ) : undefined}
      <span class="panes-switch" role="group" aria-label={text.view}>
        {views.map((name) => (
          <button key={name} type="button" aria-pressed={view.get() === name} onClick={() => view.set(name)}>
            {text.views[name]}
          </button>
        ))}
      </span>
    </span>
  );
}

/** The library: all files that contents can show. Files are uploaded by dropping, pasting or choosing them. */
export function Library({ title }: ScreenProps) {
  const text = texts().media;
  const files = useList(options, (query, { type, unused, ...filters }, ended) => {
    const found = {
      ...(isKeyOf(text.types, type) && { type }),
      ...(unused === undefined ? {} : { unused: unused === 'true' }),
    };
    return api.get('/api/media', { params: { query: { ...query, ...filters, ...found } }, signal: ended });
  });
  const { state } = files;
  const { folder } = state.filters;
  const uploads = useUploads(({ id }, media) => {
    files.reload();
    if (!isComplete(media)) return;
    uploads.remove(id);
    notify(text.storedNotice({ name: media.name }));
  }, folder);
  const isOver = useIncomingFiles(ifAllowed('uploadMedia', uploads.add));
  const folders = [...new Set((files.data?.items ?? []).flatMap((file) => file.folder ?? []))].toSorted();
  return (
    <div class={isOver ? 'library is-drop-target' : 'library'} data-drop={text.drop}>
      <ScreenHead title={title}>
        {can('uploadMedia') ? (
          <FileButton label={text.upload} class="button-main upload-button" isMultiple onFiles={uploads.add} />
        ) : undefined}
      </ScreenHead>
      <UploadList uploads={uploads} onDescribed={files.reload} />
      <ListView
        title={title}
        list={files}
        columns={columns}
        searchIn={text.searchIn}
        filters={[
          { name: 'type', label: texts().fields.type, choices: choicesOf(text.types) },
          {
            name: 'folder',
            label: texts().fields.folder,
            input: (value, choose) => <FolderInput value={value} folders={folders} onChoose={choose} />,
          },
          { name: 'uploaderId', label: text.uploader, choices: choicesOf({ [profile.value?.id ?? '']: text.mine }) },
          { name: 'unused', label: text.usedIn, choices: choicesOf({ true: text.unused, false: text.used }) },
        ]}
        emptyHint={text.none}
        tools={<Tools sort={sortOf(state)} />}
        body={view.get() === 'grid' ? ({ items }) => <Grid items={items} /> : undefined}
      />
    </div>
  );
}

import type { Schemas } from '@portcullis/client';
import { signal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form } from '../../forms/form.tsx';
import { editorIcons } from '../../icons/editor-icons.ts';
import { texts } from '../../language/language.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { IconShape } from '../../parts/icon.tsx';
import { notify, confirmFirst } from '../../parts/notices.tsx';
import { useSettled } from '../../parts/load.tsx';
import { readText } from '../../parts/read-text.ts';
import { Toolbar } from '../../parts/toolbar.tsx';
import { MediaPickerButton } from '../../resources/media-picker.tsx';
import { UploadList, isComplete, useIncomingFiles, useUploads } from '../../resources/upload-list.tsx';
import type { ContentValues } from './content-values.ts';
import type { TextEditor } from '../../editor/editor-view.ts';
import { marks, type Mark } from '../../editor/markdown-marks.ts';
import { Preview, pauseFor } from './preview.tsx';
import { TextEditorField } from '../../editor/text-editor.tsx';
import { countWords } from './word-count.ts';
import { isRunning, type Media, type Uploads } from '../../resources/uploads.ts';
import { can } from '../../session/session.ts';
import { describedIn, textOfFile } from './file-text.ts';
import type { InsertedText } from '../../editor/text-places.ts';

interface TextUploadsOptions {
  readonly form: Form<ContentValues>;
  readonly editor: { readonly current: TextEditor | undefined };
  readonly isReadOnly: boolean;
}

interface TextUploads {
  readonly uploads: Uploads;
  /** Uploads files, and inserts them at the cursor. @returns false if the person may not */
  readonly take: (files: readonly File[]) => boolean;
  /** Inserts a stored file at the cursor. */
  readonly insert: (media: Media) => void;
  /** Adds the alternative text of a picture wherever the text shows the picture without one. */
  readonly describe: (media: Media) => void;
}

/** Uploads files that are dropped on an article or pasted into its text, and inserts them when they are stored. */
function useTextUploads({ form, editor, isReadOnly }: TextUploadsOptions): TextUploads {
  /** The ids of the uploads of several files together, which become paragraphs. */
  const paragraphs = useRef(new Set<number>());
  const isMarkdown = (): boolean => form.values.peek().editorType !== 'RICHTEXT';

  function write(inserted: InsertedText): void {
    if (editor.current === undefined) form.set({ text: `${form.values.peek().text}\n\n${inserted.text}` });
    else editor.current.insert(inserted);
  }

  const uploads = useUploads(({ id }, media) => {
    const isParagraph = paragraphs.current.has(id);
    write({ text: textOfFile(media, isMarkdown()), placeId: id, isParagraph });
    if (isComplete(media)) uploads.remove(id);
  });

  const isAllowed = !isReadOnly && can('uploadMedia');
  function take(files: readonly File[]): boolean {
    if (!isAllowed) return false;
    const added = uploads.add(files);
    if (added.length > 1) for (const { id } of added) paragraphs.current.add(id);
    editor.current?.addPlaces(
      added.map(({ id, file: { name } }) => ({ id, label: texts().media.placeholder({ name }) })),
    );
    return true;
  }
  useIncomingFiles(isAllowed ? take : undefined);

  useSignalEffect(() => {
    const running = uploads.list.value.filter(isRunning);
    editor.current?.showPlaces(new Set(running.map(({ id }) => id)));
  });

  return {
    uploads,
    take,
    insert: (media) => write({ text: textOfFile(media, isMarkdown()) }),
    describe: (media) => form.set({ text: describedIn(form.values.peek().text, media, isMarkdown()) }),
  };
}

/** The maximum size of a text that the service accepts, in bytes. */
const largestFile = 10 * 1024 * 1024;

/** Asks before the text is replaced. Undo in the editor brings the text back. */
async function replaceBy(form: Form<ContentValues>, file: File): Promise<void> {
  const text = texts().contents;
  if (file.size > largestFile) {
    notify(text.uploadTooLarge, 'error');
    return;
  }
  const question = {
    title: text.uploadReplacesTitle,
    consequence: text.uploadReplaces({ name: file.name }),
    action: text.replace,
  };
  const read = await readText(file);
  if (read === undefined) return;
  if (form.values.value.text !== '' && !(await confirmFirst(question))) return;
  form.set({ text: read });
}

const ReadFileButton = ({ form }: { readonly form: Form<ContentValues> }) => (
  <FileButton
    label={texts().contents.upload}
    icon={<IconShape icon={editorIcons['mdi:file-upload-outline']} />}
    class="button-plain"
    accept=".md,.markdown,.txt,text/markdown,text/plain"
    onFiles={([file]) => (file === undefined ? undefined : void replaceBy(form, file))}
  />
);

const iconsOfMarks: Readonly<Record<Mark, string>> = {
  heading: 'mdi:format-header-2',
  bold: 'mdi:format-bold',
  italic: 'mdi:format-italic',
  strike: 'mdi:format-strikethrough',
  code: 'mdi:code-tags',
  link: 'mdi:link-variant',
  list: 'mdi:format-list-bulleted',
  numbers: 'mdi:format-list-numbered',
  tasks: 'mdi:format-list-checks',
  quote: 'mdi:format-quote-close',
  table: 'mdi:table',
};

const views = ['write', 'both', 'preview'] as const;
type View = (typeof views)[number];

/** The view stays the same from article to article until the console is loaded again. */
const view = signal<View>('write');

/** Hides everything except the article, so that nothing distracts the person. Escape shows the rest again. */
function useFullScreen() {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    if (!isFull) return undefined;
    const { classList } = document.documentElement;
    const end = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented && document.querySelector('dialog[open]') === null)
        setFull(false);
    };
    classList.add('is-full-screen');
    window.addEventListener('keydown', end);
    return () => {
      classList.remove('is-full-screen');
      window.removeEventListener('keydown', end);
    };
  }, [isFull]);
  return { isFull, toggle: () => setFull(!isFull) };
}

interface TextPanesProps {
  readonly form: Form<ContentValues>;
  /** The stored content or working copy; undefined for a new content. */
  readonly stored: Pick<Schemas['Content'], 'contentHtml' | 'contentRaw'> | undefined;
  readonly isReadOnly: boolean;
}

/** Shows the text, its preview, or both side by side. */
export function TextPanes({ form, stored, isReadOnly }: TextPanesProps) {
  const text = texts().contents;
  const { editorType, text: source } = form.values.value;
  const isMarkdown = editorType !== 'RICHTEXT';
  const editor = useRef<TextEditor | undefined>(undefined);
  const { isFull, toggle } = useFullScreen();
  const settled = useSettled(source, pauseFor(source));
  const files = useTextUploads({ form, editor, isReadOnly });

  return (
    <div class="panes" data-view={view.value}>
      <div class="panes-head">
        <div class="panes-switch" role="group" aria-label={text.view}>
          {views.map((name) => (
            <button
              key={name}
              type="button"
              class={`view-${name}`}
              aria-pressed={view.value === name}
              onClick={() => {
                view.value = name;
              }}
            >
              {text.views[name]}
            </button>
          ))}
        </div>
        {isMarkdown && !isReadOnly && view.value !== 'preview' ? (
          <Toolbar label={text.toolbar}>
            {marks.map((by) => (
              <button
                key={by}
                type="button"
                class="button-plain"
                title={text.marks[by]}
                aria-label={text.marks[by]}
                onClick={() => editor.current?.mark(by)}
              >
                <IconShape icon={editorIcons[iconsOfMarks[by]]} />
              </button>
            ))}
            <MediaPickerButton
              label={texts().media.insert}
              icon={<IconShape icon={editorIcons['mdi:image-plus-outline']} />}
              class="button-plain"
              onChoose={files.insert}
            />
            <ReadFileButton form={form} />
          </Toolbar>
        ) : undefined}
        <button type="button" class="full-screen" aria-pressed={isFull} onClick={toggle}>
          {text.fullScreen}
        </button>
      </div>
      <div class="panes-text">
        <TextEditorField
          form={form}
          name="text"
          label={isMarkdown ? text.markdown : text.html}
          isMarkdown={isMarkdown}
          isReadOnly={isReadOnly}
          onFiles={files.take}
          onReady={(ready) => {
            editor.current = ready;
          }}
        />
        <UploadList uploads={files.uploads} onDescribed={files.describe} />
        <p class="text-foot">
          <span>{text.words({ count: countWords(settled) })}</span>
          {isMarkdown ? <span>{text.shortcuts}</span> : undefined}
        </p>
        {/* `contentRaw` is the text in the format of another editing program. */}
        {!isMarkdown && (stored?.contentRaw ?? null) !== null ? <p class="hint">{text.rawHint}</p> : undefined}
      </div>
      {view.value === 'write' ? undefined : (
        <div class="panes-preview">
          <Preview editorType={editorType} text={source} storedHtml={stored?.contentHtml ?? null} />
        </div>
      )}
    </div>
  );
}

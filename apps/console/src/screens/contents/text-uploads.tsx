import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Form } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { isComplete, useIncomingFiles, useUploads } from '../../resources/upload-list.tsx';
import { isRunning, type Media, type Uploads } from '../../resources/uploads.ts';
import { can } from '../../session/session.ts';
import type { ContentValues } from './content-values.ts';
import type { TextEditor } from '../../editor/editor-view.ts';
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
export function useTextUploads({ form, editor, isReadOnly }: TextUploadsOptions): TextUploads {
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

  useEffect(
    () =>
      effect(() => {
        const running = uploads.list.value.filter(isRunning);
        editor.current?.showPlaces(new Set(running.map(({ id }) => id)));
      }),
    [uploads],
  );

  return {
    uploads,
    take,
    insert: (media) => write({ text: textOfFile(media, isMarkdown()) }),
    describe: (media) => form.set({ text: describedIn(form.values.peek().text, media, isMarkdown()) }),
  };
}

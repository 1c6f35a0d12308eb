import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { isMarkdown } from '@portcullis/domain/internal/contents/content';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { readWholeText } from '../contents/content-body.ts';
import { updateContent } from '../contents/contents.ts';
import type { ContentRecordDependencies } from '../contents/record-content.ts';
import type { CreateDependencies } from '../dependencies.ts';
import type { ContentViews } from '../ports/contents.ts';
import type { MarkdownRenderer } from '../ports/system.ts';
import { pictureAddressesOf, type PicturedContent, type pictureImport } from './import-pictures.ts';

export interface RetryDependencies
  extends CreateDependencies<
      | 'contents'
      | 'removedContents'
      | 'revisions'
      | 'workingCopies'
      | 'categories'
      | 'tags'
      | 'media'
      | 'events'
      | 'now'
      | 'imports'
    >,
    ContentRecordDependencies {
  readonly contents: ContentViews;
  readonly markdown: MarkdownRenderer;
}

interface RetryInput {
  readonly actor: Actor;
  readonly id: ContentId;
  readonly takePictures: ReturnType<typeof pictureImport>;
  /** The content as the file has it. */
  readonly source: PicturedContent;
}

/**
 * Takes the pictures into the library that an earlier import of a content could not receive, if the content still shows
 * them at their earlier addresses.
 * @returns notes about those that cannot be received now
 */
export async function retryPictures(
  deps: RetryDependencies,
  { actor, id, takePictures, source }: RetryInput,
): Promise<readonly string[]> {
  const addresses = pictureAddressesOf(source);
  const stored = addresses.length === 0 ? undefined : await deps.contents.find(id);
  if (stored === undefined) return [];
  const isText = isMarkdown(stored.editorType);
  const whole = async (text: typeof stored.contentMd) => (text === null ? null : readWholeText(text));
  const { cover } = source;
  // A cover that was received and is missing was removed by an editor.
  const isLost = cover !== null && stored.coverId === null;
  const isNew = isLost && (await deps.work.run((tx) => tx.imports.mediaAt(cover))) === undefined;
  const present = {
    contentMd: isText ? await whole(stored.contentMd) : null,
    contentHtml: isText ? null : await whole(stored.contentHtml),
    cover: isNew ? cover : null,
  };
  const { notes, coverId, contentMd, contentHtml } = await takePictures(present, (address) =>
    addresses.includes(address),
  );
  const change = {
    ...(coverId !== null && { coverId }),
    ...(contentMd !== present.contentMd && { contentMd }),
    ...(contentHtml !== present.contentHtml && { contentHtml }),
  };
  if (Object.keys(change).length === 0) return notes;
  try {
    await updateContent(deps)({ actor, id, change, ifMatch: [stored.version], reach: undefined });
    return notes;
  } catch (error) {
    // The next run tries again.
    if (error instanceof BusinessError) return [...notes, `Its pictures were not replaced: ${error.message}`];
    throw error;
  }
}

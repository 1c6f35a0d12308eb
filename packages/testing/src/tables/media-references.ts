import type { MediaReference } from '@portcullis/domain/internal/shared/errors';
import type { MediaId } from '@portcullis/domain/internal/shared/ids';
import { mediaIdsIn } from '@portcullis/domain/internal/media/shown-picture';
import type { State, StoredRevision } from './state.ts';

interface Referring {
  readonly coverId: MediaId | null;
  readonly contentMd: string | null;
  readonly contentHtml: string | null;
  readonly contentRaw: string | null;
}

/**
 * Returns the ids of the files to which a content, a working copy or a revision refers, the picture first. The triggers of
 * the database find any number of files.
 */
export const referredBy = ({ coverId, contentMd, contentHtml, contentRaw }: Referring): readonly MediaId[] => {
  const inTexts = [contentMd, contentHtml, contentRaw].flatMap((text) => mediaIdsIn(text ?? '', Infinity));
  return coverId === null ? inTexts : [coverId, ...inTexts];
};

const refersTo = (id: MediaId, referring: Referring): boolean => referredBy(referring).includes(id);

/** Returns the contents and working copies that refer to a file, also removed ones. */
export function referencesTo(
  { contents, removedContents, workingCopies }: State,
  id: MediaId,
): readonly MediaReference[] {
  const ofContents = [...contents.values(), ...removedContents.values()]
    .filter((content) => refersTo(id, content))
    .map((content) => ({ contentId: content.id, isWorkingCopy: false }));
  const ofCopies = [...workingCopies.values()]
    .filter((copy) => refersTo(id, copy))
    .map((copy) => ({ contentId: copy.id, isWorkingCopy: true }));
  return [...ofContents, ...ofCopies];
}

/** Returns the revisions that refer to a file. */
export const revisionsReferringTo = ({ revisions }: State, id: MediaId): readonly StoredRevision[] =>
  [...revisions.values()].flat().filter((revision) => refersTo(id, revision));

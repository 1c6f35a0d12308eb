import { mediaIdsIn, type MediaId, type MediaReference } from '@portcullis/domain/internal';
import type { State, StoredRevision } from './state.ts';

interface Texts {
  readonly contentMd: string | null;
  readonly contentHtml: string | null;
  readonly contentRaw: string | null;
}

/** The triggers of the database find any number of files. */
const refersTo = (id: MediaId, { contentMd, contentHtml, contentRaw }: Texts): boolean =>
  [contentMd, contentHtml, contentRaw].some((text) => mediaIdsIn(text ?? '', Infinity).includes(id));

/** Returns the contents and working copies that refer to a file. */
export function referencesTo({ contents, workingCopies }: State, id: MediaId): readonly MediaReference[] {
  const ofContents = [...contents.values()]
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

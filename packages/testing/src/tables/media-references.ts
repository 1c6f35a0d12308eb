import type { MediaId, MediaReference } from '@portcullis/domain/internal';
import type { State, StoredRevision } from './state.ts';

interface Texts {
  readonly contentMd: string | null;
  readonly contentHtml: string | null;
  readonly contentRaw: string | null;
}

const pattern = /\/media\/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\//gi;

/** Returns the ids of the files to which texts refer, as the triggers of the database find them. */
const mediaIdsIn = ({ contentMd, contentHtml, contentRaw }: Texts): ReadonlySet<string> =>
  new Set(
    [contentMd, contentHtml, contentRaw].flatMap((text) =>
      [...(text ?? '').matchAll(pattern)].map(([, id = '']) => id.toLowerCase()),
    ),
  );

const refersTo = (id: MediaId, texts: Texts): boolean => mediaIdsIn(texts).has(id);

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

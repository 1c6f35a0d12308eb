import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead } from '../../parts/elements.tsx';
import { isMissing, useLoad, LoadBoundary } from '../../parts/load.tsx';
import { hrefOf } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { loadReferences, loadMissingTagNames } from '../../resources/references.ts';
import { revisionMessages } from './revision-messages.ts';
import { WorkingCopyEditor } from './working-copy-editor.tsx';

/** @returns the working copy of a content; undefined if there is none. */
async function loadCopy(id: string, signal: AbortSignal) {
  try {
    return await api.get('/api/contents/{id}/draft', { params: { path: { id } }, signal });
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The screen of a working copy. Readers do not see a working copy until it is published. */
export function WorkingCopy({ id }: ScreenProps) {
  const text = revisionMessages();
  const loaded = useLoad(
    async (signal) => {
      const [content, copy, references] = await Promise.all([
        api.get('/api/contents/{id}', { params: { path: { id } }, signal }),
        loadCopy(id, signal),
        loadReferences(),
      ]);
      const tags = await loadMissingTagNames(references.tags, (copy ?? content).tagIds);
      return { content, copy, references: { ...references, tags } };
    },
    [id],
  );
  return (
    <>
      {loaded.data === undefined ? (
        <ScreenHead title={text.workingCopy} up={{ href: hrefOf(`/contents/${id}`), label: text.workingCopy }} />
      ) : undefined}
      <LoadBoundary of={loaded}>{(found) => <WorkingCopyEditor key={id} {...found} />}</LoadBoundary>
    </>
  );
}

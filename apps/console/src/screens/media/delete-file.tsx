import { PortcullisError, type Schemas, ifVersion } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import { attempt } from '../../parts/actions.tsx';
import { notify } from '../../parts/notices.tsx';
import { confirmFirst } from '../../parts/questions.ts';
import type { Media } from '../../resources/uploads.ts';
import { go } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';

type Reference = Schemas['UsedBy']['usedBy'][number];

/** Returns what refers to a file if the service therefore did not delete it; undefined for other errors. */
function referencesIn(error: unknown): readonly Reference[] | undefined {
  if (!(error instanceof PortcullisError) || error.errors === null) return undefined;
  return 'usedBy' in error.errors ? error.errors.usedBy : undefined;
}

/** Reads the title of an article; undefined if the person may not read it. */
async function titleOf({ contentId }: Reference): Promise<string | undefined> {
  try {
    return (await api.get('/api/contents/{id}', { params: { path: { id: contentId } } })).title;
  } catch {
    return undefined;
  }
}

/** Asks whether to delete a file that articles show. */
async function confirmInUse(name: string, references: readonly Reference[]): Promise<boolean> {
  const text = texts().media;
  const titles = await Promise.all(references.map(titleOf));
  return confirmFirst({
    title: text.inUseTitle({ name }),
    consequence: text.inUseConsequence,
    details: (
      <ul class="rows">
        {references.map(({ contentId, isWorkingCopy }, index) => (
          <li key={`${contentId} ${isWorkingCopy}`}>
            <span dir="auto">{titles[index] ?? text.hiddenArticle}</span>
            {isWorkingCopy ? <span class="tag">{texts().revisions.workingCopy}</span> : undefined}
          </li>
        ))}
      </ul>
    ),
    action: text.deleteAnyway,
  });
}

/** Deletes a file after a confirmation, and opens the library. */
export async function deleteFile({ id, name, version }: Media): Promise<void> {
  const text = texts().media;
  const params = { path: { id }, header: ifVersion(version) };
  const question = {
    title: text.deleteTitle({ name }),
    consequence: text.deleteConsequence,
    action: texts().common.delete,
  };
  if (!can('deleteMedia') || !(await confirmFirst(question))) return;
  await attempt(async () => {
    try {
      await api.delete('/api/media/{id}', { params });
    } catch (error) {
      const references = referencesIn(error);
      if (references === undefined) throw error;
      if (!(await confirmInUse(name, references))) return;
      await api.delete('/api/media/{id}', { params: { ...params, query: { force: true } } });
    }
    notify(text.deletedNotice({ name }));
    go('/media', { replace: true });
  });
}

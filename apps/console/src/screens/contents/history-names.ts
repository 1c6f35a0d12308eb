import type { Schemas } from '@portcullis/client';
import { isMissing } from '../../parts/load.tsx';
import { api, hasPermission } from '../../session/session.ts';
import { categoryNames, loadReferences } from '../../resources/references.ts';

/**
 * @returns the names of authors, categories and tags by their ids. For a deleted author, the name is the id. Deleted
 * categories and tags are missing. If the person may not read users, all authors are missing.
 */
export async function loadNames(
  revisions: readonly Schemas['Revision'][],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    revisions.flatMap(({ authorId }) => (authorId === null || !hasPermission('user.read') ? [] : [authorId])),
  );
  const nameOf = async (id: string): Promise<readonly [string, string]> => {
    try {
      return [id, (await api.get('/api/users/{id}', { params: { path: { id } }, signal })).username];
    } catch (error) {
      if (isMissing(error)) return [id, id];
      throw error;
    }
  };
  const [{ categories, tags }, authors] = await Promise.all([loadReferences(), Promise.all([...ids].map(nameOf))]);
  return new Map([...categoryNames(categories), ...tags, ...authors]);
}

import type { Schemas } from '@portcullis/client';
import { texts } from '../language/language.ts';
import type { Choice } from '../parts/elements.tsx';
import { InvalidInput } from '../parts/load.tsx';
import { indentedChoices, rowsOf } from '../parts/tree-moves.ts';
import { api, can } from '../session/session.ts';
import { isSameName, splitTags, type TagNames } from './tag-names.ts';

/** A user as the service shows it to the caller. The e-mail address is null if the caller may not see it. */
export type ShownUser = Schemas['VisibleUser'];

type CategoryNode = Schemas['CategoryNode'];

/** Maximum number of pages of 100 tags that are loaded in advance. Other tags are loaded by name or id when needed. */
const mostPages = 10;

/** The categories and tags to which contents refer. */
export interface References {
  readonly categories: readonly CategoryNode[];
  readonly tags: TagNames;
}

async function loadTags(): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (let page = 1; page <= mostPages; page += 1) {
    const { items, total } = await api.get('/api/tags', { params: { query: { page, pageSize: 100, sortBy: 'name' } } });
    for (const { id, name } of items) names.set(id, name);
    if (items.length === 0 || names.size >= total) break;
  }
  return names;
}

/** Loads the names of the tags that are missing in `names`. @returns all names */
export async function loadMissingTagNames(names: TagNames, ids: readonly string[]): Promise<TagNames> {
  const missing = ids.filter((id) => !names.has(id));
  if (missing.length === 0) return names;
  const tags = await Promise.all(missing.map((id) => api.get('/api/tags/{id}', { params: { path: { id } } })));
  return new Map([...names, ...tags.map(({ id, name }) => [id, name] as const)]);
}

/** @throws {InvalidInput} if there is no tag with this name */
async function findTag(wanted: string): Promise<Schemas['Tag']> {
  const query = { search: wanted, sortBy: 'name', pageSize: 100 } as const;
  const { items } = await api.get('/api/tags', { params: { query } });
  const found = items.find(({ name }) => isSameName(name, wanted));
  if (found === undefined) throw new InvalidInput('tags', texts().references.noSuchTag({ name: wanted }));
  return found;
}

/**
 * Creates the tags that do not exist yet.
 * @returns the names, including those of the created tags
 * @throws {InvalidInput} if a tag does not exist, and the person may not create tags
 */
export async function createMissingTags(tagNames: readonly string[], names: TagNames): Promise<TagNames> {
  const { unknown } = splitTags(tagNames, names);
  if (unknown.length === 0) return names;
  if (!can('createTags')) {
    const found = await Promise.all(unknown.map(findTag));
    return new Map([...names, ...found.map(({ id, name }) => [id, name] as const)]);
  }
  const created = await api.post('/api/tags/batch', { body: { names: unknown } });
  return new Map([...names, ...created.map(({ id, name }) => [id, name] as const)]);
}

export async function loadReferences(): Promise<References> {
  const [categories, tags] = await Promise.all([api.get('/api/categories/tree'), loadTags()]);
  return { categories, tags };
}

/** @returns every category as a choice, indented by its level. */
export const categoryChoices = (nodes: readonly CategoryNode[]): Choice[] => indentedChoices(nodes, ({ name }) => name);

/** @returns the ids and names of categories from all levels. */
export const categoryNames = (nodes: readonly CategoryNode[]): (readonly [string, string])[] =>
  rowsOf(nodes).map(({ node: { id, name } }) => [id, name]);

import { caseKey, compareText, slugFrom, type Actor, type TagId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { addTag } from './create-tag.ts';

export interface CreateTagsInput {
  readonly actor: Actor;
  readonly names: readonly string[];
}

/**
 * Finds tags by name and creates those that are missing.
 * @returns the ids of the tags in the order of `names`, without duplicates
 * @throws {BusinessError} tag-name-taken or slug-taken, if another transaction creates or renames a tag concurrently
 */
export const createTags =
  (deps: CreateDependencies<'tags' | 'events'>) =>
  ({ actor, names }: CreateTagsInput): Promise<readonly TagId[]> =>
    deps.work.run(async (tx) => {
      const nameByKey = new Map(names.toReversed().map((name) => [caseKey(name), name]));
      const idByKey = new Map<string, TagId>();
      const missing: string[] = [];
      for (const [key, name] of [...nameByKey].toSorted(([a], [b]) => compareText(a, b))) {
        const found = await tx.tags.lockName(name);
        if (found === undefined) missing.push(name);
        else idByKey.set(key, found);
      }
      for (const name of missing.toSorted((a, b) => compareText(slugFrom(a, a), slugFrom(b, b)))) {
        idByKey.set(caseKey(name), (await addTag(tx, deps, { actor, name, description: null })).id);
      }
      return [...new Set(names.map(caseKey))].flatMap((key) => idByKey.get(key) ?? []);
    });

export type CreateTags = ReturnType<typeof createTags>;

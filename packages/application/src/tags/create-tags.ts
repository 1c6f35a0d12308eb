import { caseKey, compareText, slugFrom, type TagId } from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { addTagWithin } from './create-tag.ts';

/**
 * Finds tags by name and makes those that are missing, so that a writer can tag without looking first.
 * @returns the tag of each name, in the order given, each once
 * @throws {BusinessError} tag-name-taken, slug-taken, where somebody else made or renamed one tag meanwhile
 */
export const createTags =
  (use: CreateDependencies) =>
  (names: readonly string[]): Promise<readonly TagId[]> =>
    use.work.run(async (tx) => {
      const nameByKey = new Map(names.toReversed().map((name) => [caseKey(name), name]));
      const idByKey = new Map<string, TagId>();
      const missing: string[] = [];
      for (const [key, name] of [...nameByKey].toSorted(([a], [b]) => compareText(a, b))) {
        const found = await tx.tags.lockName(name);
        if (found === undefined) missing.push(name);
        else idByKey.set(key, found);
      }
      for (const name of missing.toSorted((a, b) => compareText(slugFrom(a, a), slugFrom(b, b)))) {
        idByKey.set(caseKey(name), (await addTagWithin(tx, use, { name, description: null })).id);
      }
      return [...new Set(names.map(caseKey))].flatMap((key) => idByKey.get(key) ?? []);
    });

export type CreateTags = ReturnType<typeof createTags>;

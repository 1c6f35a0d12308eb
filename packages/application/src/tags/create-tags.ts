import { caseKey, compareText, slugFrom, type TagId } from '@portcullis/domain';
import type { Clock, IdSource } from '../ports/system.ts';
import type { UnitOfWork } from '../ports/unit-of-work.ts';
import { addTagWithin } from './create-tag.ts';

interface Dependencies {
  readonly work: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Finds tags by name and makes those that are missing, so that a writer can tag without looking first. */
export class CreateTags {
  readonly #use: Dependencies;

  constructor(use: Dependencies) {
    this.#use = use;
  }

  /**
   * Answers the tag of each name, in the order given, each once. All names are locked before the first tag is made, and
   * the tags are made in the order of their slugs: two batches wait for each other, never in a ring.
   * Refuses: tag-name-taken, slug-taken, where somebody else made or renamed one tag meanwhile.
   */
  execute(names: readonly string[]): Promise<readonly TagId[]> {
    return this.#use.work.run(async (tx) => {
      const nameByKey = new Map(names.toReversed().map((name) => [caseKey(name), name]));
      const idByKey = new Map<string, TagId>();
      const missing: string[] = [];
      for (const [key, name] of [...nameByKey].toSorted(([a], [b]) => compareText(a, b))) {
        const found = await tx.tags.lockName(name);
        if (found === undefined) missing.push(name);
        else idByKey.set(key, found);
      }
      for (const name of missing.toSorted((a, b) => compareText(slugFrom(a, a), slugFrom(b, b)))) {
        idByKey.set(caseKey(name), (await addTagWithin(tx, this.#use, { name, description: null })).id);
      }
      return [...new Set(names.map(caseKey))].flatMap((key) => idByKey.get(key) ?? []);
    });
  }
}

import { caseKey, type TagId } from '@portcullis/domain';
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

  /** Answers the tag of each name, in the order given, each once. */
  execute(names: readonly string[]): Promise<readonly TagId[]> {
    return this.#use.work.run(async (tx) => {
      const nameByKey = new Map(names.toReversed().map((name) => [caseKey(name), name]));
      const idByKey = new Map<string, TagId>();
      // In one order, so that two batches that share names wait for each other and not in a ring.
      for (const key of [...nameByKey.keys()].toSorted()) {
        const name = nameByKey.get(key) ?? key;
        const found = await tx.tags.lockName(name);
        idByKey.set(key, found ?? (await addTagWithin(tx, this.#use, { name, description: null })).id);
      }
      return [...new Set(names.map(caseKey))].flatMap((key) => idByKey.get(key) ?? []);
    });
  }
}

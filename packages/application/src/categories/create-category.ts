import {
  categoryEvents,
  checkCategoryPlace,
  checkSlug,
  firstVersion,
  slugFrom,
  type Actor,
  type Category,
  type EditableCategory,
} from '@portcullis/domain';
import type { CreateDependencies } from '../dependencies.ts';
import { recordEvent } from '../record-event.ts';

export type CreateCategoryInput = Omit<EditableCategory, 'slug'> & {
  readonly actor: Actor;
  /** If absent, the slug is made from the name. */
  readonly slug?: string | undefined;
};

/**
 * Adds a category at the root or below another category.
 * @throws {BusinessError} slug-unacceptable, unknown-parent-category, category-too-deep, slug-taken
 */
export const createCategory =
  (deps: CreateDependencies) =>
  ({ actor, slug, ...draft }: CreateCategoryInput): Promise<Category> =>
    deps.work.run(async (tx) => {
      if (slug !== undefined) checkSlug(slug);
      const id = deps.ids.next<'Category'>();
      checkCategoryPlace(await tx.categories.lockTree(), { id, parentId: draft.parentId });
      const at = deps.clock.now();
      const free = slug ?? (await tx.categories.freeSlug(slugFrom(draft.name, id.slice(0, 8))));
      const category: Category = { id, ...draft, slug: free, version: firstVersion, createdAt: at, updatedAt: at };
      await tx.categories.add(category);
      await recordEvent(tx, deps, {
        event: categoryEvents.created,
        actor,
        subject: category,
        after: category,
      });
      return category;
    });

export type CreateCategory = ReturnType<typeof createCategory>;

import { caseKey } from '@portcullis/domain';
import type { TagRepository } from '../../ports/tags.ts';
import type { State } from '../state.ts';
import { existingIdsIn, freeSlug, table, unlink } from '../tables.ts';

export const tagRepository = (state: State): TagRepository => ({
  ...table(state.tags, {
    unique: [
      ['tag-name-taken', ({ name }) => caseKey(name)],
      ['slug-taken', ({ slug }) => slug],
    ],
    beforeRemove: (id) => unlink(state.contentTags, id),
  }),
  existingIds: existingIdsIn(state.tags),
  lockName: async (name) => [...state.tags.values()].find((tag) => caseKey(tag.name) === caseKey(name))?.id,
  freeSlug: (base) => freeSlug(state.tags.values(), base),
});

import { caseKey } from '@portcullis/domain';
import type { TagRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { existingIdsIn, freeSlug } from '../tables.ts';
import { unlinkOwners, versionedTable } from '../versioned-tables.ts';

export const tagRepository = (state: State): TagRepository => ({
  ...versionedTable(
    { rows: state.tags, counted: state.counted },
    {
      unique: [
        ['tag-name-taken', ({ name }) => caseKey(name)],
        ['slug-taken', ({ slug }) => slug],
      ],
      beforeRemove: (id) => unlinkOwners(state.contentTags, { rows: state.contents, counted: state.counted }, id),
    },
  ),
  existingIds: existingIdsIn(state.tags),
  lockName: async (name) => [...state.tags.values()].find((tag) => caseKey(tag.name) === caseKey(name))?.id,
  freeSlug: (base) => freeSlug(state.tags.values(), base),
});

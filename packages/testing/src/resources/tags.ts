import { stateAt } from '@portcullis/domain/internal/contents/schedule';
import type { Tag, TagView } from '@portcullis/domain/internal/contents/tag';
import { caseKey } from '@portcullis/domain/internal/names/text';
import type { ListQuery } from '@portcullis/application/internal/ports/lists';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type { TagRepository, TagSortField, TagViews } from '@portcullis/application/internal/ports/tags';
import type { State } from '../tables/state.ts';
import { addWithFreeSlug, existingIdsIn, linksOf } from '../tables/tables.ts';
import { incrementVersion, unlinkOwners, versionedTable } from '../tables/versioned-tables.ts';
import { rowsOf } from '../tables/grants.ts';
import { asRead, type ListRules, pageOf, sortedBy } from '../tables/pages.ts';

export const contracts = [() => import('../contracts/tags.ts')];

function readsOf(state: State, clock: Clock): Pick<TagViews, 'find' | 'findAll'> {
  const { find, findAll } = views(() => state, clock);
  return { find, findAll };
}

export function repository(state: State, clock: Clock): TagRepository {
  const rows = versionedTable(
    { rows: state.tags, counted: state.counted },
    {
      unique: [
        ['tag-name-taken', ({ name }) => caseKey(name)],
        ['slug-taken', ({ slug }) => slug],
      ],
      beforeRemove: (id) => {
        const { contents, removedContents, contentTags, counted } = state;
        for (const [owner, linked] of contentTags) {
          if (linked.includes(id)) incrementVersion({ rows: removedContents, counted }, owner);
        }
        return unlinkOwners(contentTags, { rows: contents, counted }, id);
      },
    },
  );
  const addFree = addWithFreeSlug(state.tags, rows.add);
  const named = (name: string) => [...state.tags.values()].filter((tag) => caseKey(tag.name) === caseKey(name));
  return {
    ...rows,
    ...readsOf(state, clock),
    existingIds: existingIdsIn(state.tags),
    addWithFreeSlug: addFree,
    addOrFind: async (tag) => named(tag.name)[0] ?? { ...tag, ...(await addFree(tag)) },
    findAllNamed: async (names) => [...new Set(names.map(caseKey))].flatMap(named),
  };
}

const listed: ListRules<TagView, TagSortField, ListQuery<TagSortField>> = {
  sort: { name: ({ name }) => asRead(name) },
  defaultSort: { by: 'createdAt', order: 'asc' },
  searched: ({ name, slug }) => [name, slug],
};

function viewOf({ contents, contentTags }: State, at: Date, tag: Tag): TagView {
  const published = [...contents.values()].filter((content) => stateAt(content, at).status === 'PUBLISHED');
  const contentCount = published.filter(({ id }) => linksOf(contentTags, id).includes(tag.id)).length;
  return { ...tag, contentCount };
}

export function views(now: () => State, clock: Clock): TagViews {
  const viewsOf = (): TagView[] => [...now().tags.values()].map((tag) => viewOf(now(), clock.now(), tag));
  return {
    find: async (id) => viewsOf().find((tag) => tag.id === id),
    findBySlug: async (slug) => viewsOf().find((tag) => tag.slug === slug),
    findAll: async (ids) => rowsOf(now().tags, ids).map((tag) => viewOf(now(), clock.now(), tag)),
    list: async (query) => pageOf(viewsOf(), query, listed),
    popular: async (limit) =>
      sortedBy(viewsOf(), ({ contentCount, name, id }) => [-contentCount, asRead(name), id]).slice(0, limit),
  };
}

import { noSchedule, stateAt } from '@portcullis/domain/internal/contents/schedule';
import type { Clock } from '@portcullis/application/internal/ports/system';
import type {
  RemovedContentRepository,
  RemovedContentViews,
} from '@portcullis/application/internal/ports/removed-contents';
import { isContentReached, itemOf } from '../tables/content-items.ts';
import { pageOf } from '../tables/pages.ts';
import { freeSlug } from '../tables/tables.ts';
import type { State } from '../tables/state.ts';
import { incrementVersion } from '../tables/versioned-tables.ts';
import { endPreviewLinks, removeContentData, repository as contentRepository } from './contents.ts';

export const contracts = [() => import('../contracts/removed-contents.ts')];

export const repository = (state: State): RemovedContentRepository => ({
  add: async (ids, removal) => {
    const { contents, counted } = state;
    for (const id of ids) {
      const { publishAt, unpublishAt } = contents.get(id) ?? noSchedule;
      if (publishAt !== null || unpublishAt !== null) incrementVersion({ rows: contents, counted }, id);
      const content = contents.get(id);
      if (content === undefined) continue;
      state.removedContents.set(id, { ...content, ...noSchedule, ...removal });
      contents.delete(id);
      endPreviewLinks(state, id);
    }
  },
  lock: async (id) => state.removedContents.get(id),
  freeSlug: async (base) => freeSlug(state.contents, base),
  recover: async (content) => {
    const { id } = content;
    const removed = state.removedContents.get(id);
    if (removed === undefined) return content;
    const { removedAt: _at, removedBy: _by, ...stored } = removed;
    state.removedContents.delete(id);
    state.contents.set(id, stored);
    return contentRepository(state).save(content);
  },
  lockDue: async (before, limit) =>
    [...state.removedContents.values()]
      .filter(({ removedAt }) => removedAt <= before)
      .toSorted((a, b) => a.removedAt.getTime() - b.removedAt.getTime())
      .slice(0, limit)
      .map(({ id, title }) => ({ id, title })),
  purge: async (ids) => {
    for (const id of ids) {
      removeContentData(state, id);
      state.contents.delete(id);
      state.removedContents.delete(id);
    }
  },
});

export const views = (now: () => State, clock: Clock): RemovedContentViews => ({
  list: async ({ reach, ...query }) => {
    const state = now();
    const items = [...state.removedContents.values()].map(({ removedAt, removedBy, ...content }) => {
      const user = removedBy === null ? undefined : state.users.get(removedBy);
      return {
        ...itemOf(state, stateAt(content, clock.now())),
        removedAt,
        removedBy,
        removedByName: user?.username ?? null,
      };
    });
    return pageOf(items, query, {
      sort: {},
      defaultSort: { by: 'removedAt', order: 'desc' },
      searched: () => [],
      matches: (item) => isContentReached(state, item, reach),
    });
  },
});

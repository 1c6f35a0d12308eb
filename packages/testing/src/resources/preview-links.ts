import type { PreviewLinkRepository, PreviewLinkViews } from '@portcullis/application/internal/ports/preview-links';
import type { State } from '../tables/state.ts';
import { removeWhere } from '../tables/remove-where.ts';

export const contracts = [() => import('../contracts/preview-links.ts')];

export const repository = ({ previewLinks }: State): PreviewLinkRepository => ({
  add: async (link) => void previewLinks.set(link.id, link),
  remove: async (contentId, id) => {
    const link = previewLinks.get(id);
    if (link?.contentId !== contentId) return undefined;
    previewLinks.delete(id);
    return link;
  },
  removeExpired: async (at, limit) => removeWhere(previewLinks, ({ expiresAt }) => expiresAt <= at, limit),
});

export const views = (now: () => State): PreviewLinkViews => ({
  list: async ({ contentId, page, pageSize }, at) => {
    const live = [...now().previewLinks.values()]
      .filter((link) => link.contentId === contentId && link.expiresAt > at)
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? -1 : 1))
      .map(({ tokenHash: _hash, ...view }) => view);
    return { items: live.slice((page - 1) * pageSize, page * pageSize), total: live.length, page, pageSize };
  },
  find: async (tokenHash, at) => {
    const found = [...now().previewLinks.values()].find((link) => link.tokenHash === tokenHash && link.expiresAt > at);
    return found && { contentId: found.contentId, authorId: found.authorId };
  },
});

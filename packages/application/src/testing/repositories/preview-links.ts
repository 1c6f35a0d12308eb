import type { PreviewLinkRepository } from '../../ports/preview-links.ts';
import type { State } from '../state.ts';

export const previewLinkRepository = ({ previewLinks }: State): PreviewLinkRepository => ({
  add: async (link) => void previewLinks.set(link.id, link),
  remove: async (contentId, id) => {
    const link = previewLinks.get(id);
    if (link?.contentId !== contentId) return undefined;
    previewLinks.delete(id);
    return link;
  },
  removeExpired: async (at, limit) => {
    const expired = [...previewLinks.values()].filter(({ expiresAt }) => expiresAt <= at).slice(0, limit);
    for (const { id } of expired) previewLinks.delete(id);
    return expired.length;
  },
});

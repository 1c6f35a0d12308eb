import type { PreviewLinkRepository } from '@portcullis/application';
import type { State } from '../state.ts';
import { removeWhere } from './remove-where.ts';

export const previewLinkRepository = ({ previewLinks }: State): PreviewLinkRepository => ({
  add: async (link) => void previewLinks.set(link.id, link),
  remove: async (contentId, id) => {
    const link = previewLinks.get(id);
    if (link?.contentId !== contentId) return undefined;
    previewLinks.delete(id);
    return link;
  },
  removeExpired: async (at, limit) => removeWhere(previewLinks, ({ expiresAt }) => expiresAt <= at, limit),
});

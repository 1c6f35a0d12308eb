import type { MailLinkRepository } from '@portcullis/application/internal/ports/mail';
import { StoreFailure } from '@portcullis/application/internal/ports/unit-of-work';
import type { State } from '../tables/state.ts';
import { removeWhere } from '../tables/remove-where.ts';

export const contracts = [() => import('../contracts/mail-links.ts')];

export const repository = ({ mailLinks }: State): MailLinkRepository => ({
  add: async (link) => {
    if (mailLinks.has(link.tokenHash)) throw new StoreFailure(`${link.tokenHash} exists already.`);
    mailLinks.set(link.tokenHash, link);
  },
  find: async (tokenHash) => mailLinks.get(tokenHash),
  removeOf: async (userId, purpose) => {
    for (const link of mailLinks.values())
      if (link.userId === userId && link.purpose === purpose) mailLinks.delete(link.tokenHash);
  },
  removeExpired: async (before, limit) => removeWhere(mailLinks, ({ expiresAt }) => expiresAt < before, limit),
});

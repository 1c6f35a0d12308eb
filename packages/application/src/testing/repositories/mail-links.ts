import type { MailLinkRepository } from '../../ports/mail-links.ts';
import { StoreFailure } from '../../ports/unit-of-work.ts';
import type { State } from '../state.ts';

export const mailLinkRepository = ({ mailLinks }: State): MailLinkRepository => ({
  add: async (link) => {
    if (mailLinks.has(link.tokenHash)) throw new StoreFailure(`${link.tokenHash} exists already.`);
    mailLinks.set(link.tokenHash, link);
  },
  find: async (tokenHash) => mailLinks.get(tokenHash),
  removeExpired: async (before, limit) => {
    const expired = [...mailLinks.values()].filter(({ expiresAt }) => expiresAt < before).slice(0, limit);
    for (const { tokenHash } of expired) mailLinks.delete(tokenHash);
    return expired.length;
  },
});

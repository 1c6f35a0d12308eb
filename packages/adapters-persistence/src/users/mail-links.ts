import type { MailLinkRepository } from '@portcullis/application/internal/ports/mail';
import type { MailLink } from '@portcullis/domain/internal/accounts/mail-link';
import { EntitySchema, type EntityManager } from 'typeorm';
import * as column from '../sql/columns.ts';
import { insertOf } from '../sql/collection.ts';
import { removeExpiredFrom } from '../sql/remove-expired.ts';
import { execute, executeOnly } from '../sql/transaction.ts';
import type { ResourceStore } from '../resource-store.ts';
import { sql } from '../postgres/reader.ts';

const mailLinks = new EntitySchema<MailLink>({
  name: 'mail_links',
  columns: {
    tokenHash: { ...column.text, primary: true },
    purpose: column.text,
    userId: column.link,
    email: column.optionalText,
    createdAt: column.timestamp,
    expiresAt: column.timestamp,
  },
});

const insert = insertOf(mailLinks);
const find = sql`SELECT ${column.columnsOf(mailLinks, 't')} FROM mail_links t WHERE t.token_hash = $1`;
const removeExpired = removeExpiredFrom('mail_links', 'token_hash', '<');
const removeWithPurpose = sql`DELETE FROM mail_links WHERE user_id = $1 AND purpose = $2`;
const removeOf = sql`DELETE FROM mail_links WHERE user_id = $1`;

export const mailLinkStore: ResourceStore<MailLinkRepository> = {
  repository: (db) => ({
    add: (link) => insert(db, link),
    find: async (tokenHash) => (await execute<MailLink>(db, find, [tokenHash]))[0],
    removeOf: (userId, purpose) => executeOnly(db, removeWithPurpose, [userId, purpose]),
    removeExpired: (before, limit) => removeExpired(db, before, limit),
  }),
};

/** Removes the links that were sent to a user by mail. They must not work after a new password is set. */
export const removeMailLinksOf = (db: EntityManager, userId: MailLink['userId']): Promise<void> =>
  executeOnly(db, removeOf, [userId]);

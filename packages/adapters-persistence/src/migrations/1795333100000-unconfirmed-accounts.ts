import { migration } from './migration.ts';

/**
 * Adds a table of accounts that registered themselves and that neither an administrator nor a verified e-mail address
 * has confirmed (ADR 113). Existing accounts are added if their events show that they registered themselves, the
 * address is not verified, and all their roles are from the registration or from an identity provider.
 */
export const UnconfirmedAccounts1795333100000 = migration(
  'UnconfirmedAccounts1795333100000',
  `
      CREATE TABLE unconfirmed_accounts (user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE);
      INSERT INTO unconfirmed_accounts (user_id)
        SELECT u.id FROM users u
        WHERE NOT u.email_verified
          AND u.id IN (
            SELECT subject_id FROM events WHERE type = 'user.created' AND actor_id = subject_id
            UNION SELECT subject_id FROM new_events WHERE type = 'user.created' AND actor_id = subject_id)
          AND NOT EXISTS (
            SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id
            WHERE ur.user_id = u.id AND ur.source IS NULL AND r.code <> 'USER')`,
);

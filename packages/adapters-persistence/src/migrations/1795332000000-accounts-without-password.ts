import { migration } from './migration.ts';

/** Returns a query for the ids of the users who signed up at a provider, from a table of events. */
const signUps = (table: string): string => `SELECT created.subject_id FROM ${table} created
  JOIN ${table} linked ON linked.subject_id = created.subject_id AND linked.request_id = created.request_id
  WHERE created.type = 'user.created' AND created.actor_id = created.subject_id AND linked.type = 'identity.linked'
    AND linked.occurred_at - created.occurred_at < interval '1 second'`;

/**
 * Allows accounts without a password. Earlier releases stored the hash of a random password for each user who signed up
 * at an identity provider. These users are found by their events: the sign-up recorded `user.created` and
 * `identity.linked` in one request, within a second. The hash is removed unless a password was set since then, which
 * increments `password_resets`. If the events were removed, the hash stays, and the user can set a password with a link
 * in a mail.
 */
export const AccountsWithoutPassword1795332000000 = migration(
  'AccountsWithoutPassword1795332000000',
  async (runner) => {
    await runner.query('ALTER TABLE users ALTER COLUMN password_hash DROP NOT NULL');
    await runner.query(`UPDATE users SET password_hash = NULL WHERE password_resets = 0 AND id IN (
    ${signUps('events')} UNION ALL ${signUps('new_events')})`);
  },
);

import { migration } from './migration.ts';

/**
 * Adds the passkey with which a session began, so that the session can end when the passkey is removed. The column is
 * null for sessions that began without a passkey, and for sessions of earlier releases. Also removes the sessions of
 * disabled users. Earlier releases kept them, and they would continue if the user was enabled again.
 */
export const SessionPasskeys1795332100000 = migration('SessionPasskeys1795332100000', async (runner) => {
  await runner.query('DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE status <> 1)');
  await runner.query('ALTER TABLE sessions ADD COLUMN passkey_id uuid');
});

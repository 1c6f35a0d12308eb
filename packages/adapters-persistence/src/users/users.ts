import type { AdministratorStatus, UserRepository, UserViews } from '@portcullis/application/internal/ports/users';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import { emailKey } from '@portcullis/domain/internal/names/email';
import type { RoleId, UserId } from '@portcullis/domain/internal/shared/ids';
import type { User } from '@portcullis/domain/internal/accounts/user';
import { usernameKey } from '@portcullis/domain/internal/names/username';
import type { EntityManager } from 'typeorm';
import { effectiveWithFactor } from '../access/effective-access.ts';
import { removeLoginChallengesOf } from '../auth/login-challenges.ts';
import { contentAuthorLinks, userRoleLinks } from '../join-tables.ts';
import { removeMailLinksOf } from './mail-links.ts';
import { taken, type OpenedTransaction, type ResourceStore } from '../resource-store.ts';
import { roleGrantOperations } from '../access/role-grants.ts';
import { linksOf } from '../sql/links.ts';
import { execute, executeOnly, transactionReader } from '../sql/transaction.ts';
import { versionedCollectionOf, versionedUpdateOf } from '../sql/collection.ts';
import { users } from './user-columns.ts';
import { userViews } from './user-views.ts';
import { sql } from '../postgres/reader.ts';

const collection = versionedCollectionOf(users, [contentAuthorLinks]);
const update = versionedUpdateOf(users);
const userRoles = linksOf<UserId, RoleId>(userRoleLinks);

const withKeys = (user: User) => ({
  ...user,
  emailKey: emailKey(user.email),
  usernameKey: usernameKey(user.username),
});

const lockPassword = sql`SELECT FROM users WHERE id = $1 AND password_hash = $2 AND status = 1 FOR NO KEY UPDATE`;

const addRoles = sql`INSERT INTO user_roles (user_id, role_id, valid_from, valid_until)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])`;

const renewHash = sql`UPDATE users SET password_hash = $2 WHERE id = $1`;

const resetPassword = sql`UPDATE users SET password_hash = $2, password_resets = password_resets + 1 WHERE id = $1`;

/**
 * Removes a user's links in mails, and the user's logins that wait for a second factor. They began before the change of
 * the password and must not work after it.
 */
const removeUnfinished = (db: EntityManager, id: UserId): Promise<unknown> =>
  Promise.all([removeMailLinksOf(db, id), removeLoginChallengesOf(db, id)]);
const setUnconfirmed = sql`INSERT INTO unconfirmed_accounts (user_id) VALUES ($1)`;
const findUnconfirmed = sql`SELECT FROM unconfirmed_accounts WHERE user_id = $1`;
const confirm = sql`DELETE FROM unconfirmed_accounts WHERE user_id = $1`;

const rolesFrom = sql`SELECT role_id AS id FROM user_roles WHERE user_id = $1 AND source = $2`;

const requiresFactor = sql`SELECT FROM user_roles ur
      JOIN roles r ON r.id = ur.role_id AND ${effectiveWithFactor.role} AND r.requires_factor
    WHERE ur.user_id = $1 AND ${effectiveWithFactor.grant} LIMIT 1`;

const setRoleSource = sql`UPDATE user_roles SET source = $3 WHERE user_id = $1 AND role_id = ANY ($2)`;

const lockAdministratorRole = sql`SELECT FROM roles WHERE id = '${administratorRole.id}' FOR NO KEY UPDATE`;
const administratorStatus = sql`SELECT count(*) > 0 AS exists, coalesce(bool_or(${effectiveWithFactor.user} AND u.invited_until IS NULL
      AND ${effectiveWithFactor.grant} AND ur.valid_until IS NULL), false) AS active
    FROM user_roles ur JOIN users u ON u.id = ur.user_id AND u.kind = 'PERSON'
    WHERE ur.role_id = '${administratorRole.id}'`;

function userRepository(db: EntityManager, { awaitAtCommit }: OpenedTransaction): UserRepository {
  const { lock, remove, setUpdatedAt } = collection(db);
  const views = () => userViews(transactionReader(db));
  const roles = userRoles(db);
  return {
    lock,
    remove,
    setUpdatedAt,
    find: (id) => views().find(id),
    profile: (id, sessionId) => views().profile(id, sessionId),
    add: async (user, passwordHash) => {
      await db.insert(users, { ...withKeys(user), passwordHash });
    },
    addAll: async (accounts) => {
      await db.insert(
        users,
        accounts.map(({ user, passwordHash }) => ({ ...withKeys(user), passwordHash })),
      );
      const links = accounts.flatMap(({ user, grants }) => grants.map((grant) => ({ ...grant, userId: user.id })));
      await execute(db, addRoles, [
        links.map(({ userId }) => userId),
        links.map(({ roleId }) => roleId),
        links.map(({ validFrom }) => validFrom),
        links.map(({ validUntil }) => validUntil),
      ]);
    },
    save: (user) => update(db, user, withKeys(user)),
    holdsPassword: async (id, passwordHash) => (await execute(db, lockPassword, [id, passwordHash])).length > 0,
    renewHash: (id, passwordHash) => executeOnly(db, renewHash, [id, passwordHash]),
    setPassword: async (id, passwordHash) => {
      await Promise.all([db.update(users, id, { passwordHash }), removeUnfinished(db, id)]);
    },
    resetPassword: async (id, passwordHash) => {
      await Promise.all([execute(db, resetPassword, [id, passwordHash]), removeUnfinished(db, id)]);
    },
    setUnconfirmed: (id) => executeOnly(db, setUnconfirmed, [id]),
    isUnconfirmed: async (id) => (await execute(db, findUnconfirmed, [id])).length > 0,
    confirm: async (id) => awaitAtCommit(execute(db, confirm, [id])),
    rolesOf: roles.of,
    requiresFactor: async (id) => (await execute(db, requiresFactor, [id])).length > 0,
    setRoles: roles.set,
    ...roleGrantOperations(db),
    rolesFrom: async (id, source) =>
      (await execute<{ id: RoleId }>(db, rolesFrom, [id, source])).map(({ id: roleId }) => roleId),
    setRoleSource: (id, roleIds, source) => executeOnly(db, setRoleSource, [id, roleIds, source]),
    lockAdministration: async () => {
      // Only the first statement locks. The other one is sent together with it and runs after it.
      const [, [status]] = await Promise.all([
        execute(db, lockAdministratorRole, []),
        execute<AdministratorStatus>(db, administratorStatus, []),
      ]);
      return status ?? { exists: false, active: false };
    },
  };
}

export const userStore: ResourceStore<UserRepository, UserViews> = {
  table: users,
  constraints: {
    users_email_key: taken('email-taken'),
    users_username_key: taken('username-taken'),
  },
  repository: userRepository,
  views: userViews,
};

import type {
  AdministratorStatus,
  Credentials,
  ListedUser,
  Profile,
  SessionIdentity,
  UserRepository,
  UserSortField,
  UserView,
  UserWithGrants,
  UserViews,
  VisibleUser,
} from '@portcullis/application/internal/ports/users';
import { administratorRole } from '@portcullis/domain/internal/built-in';
import type { PathPart } from '@portcullis/domain/internal/effective-access';
import { emailKey } from '@portcullis/domain/internal/email';
import type { RoleId, UserId } from '@portcullis/domain/internal/ids';
import { caseKey } from '@portcullis/domain/internal/text';
import type { User } from '@portcullis/domain/internal/user';
import { usernameKey } from '@portcullis/domain/internal/username';
import { EntitySchema, type EntityManager } from 'typeorm';
import * as column from './sql/columns.ts';
import { effectiveInSession, effectivePath } from './access-check.ts';
import { linksOf } from './sql/links.ts';
import type { ListSource } from './sql/list-statements.ts';
import { listOf } from './sql/lists.ts';
import { removeLoginChallengesOf } from './auth/login-challenges.ts';
import { removeMailLinksOf } from './mail-links.ts';
import { execute, executeOnly } from './sql/transaction.ts';
import type { Reader } from './postgres/reader.ts';
import { columnsOf } from './sql/columns.ts';
import { updateVersioned, versionedCollectionOf } from './sql/versioned-collection.ts';
import { contentAuthorLinks, userRoleLinks } from './join-tables.ts';
import { periodMembers, periodOf, roleGrantOperations, type PeriodMembers } from './role-grants.ts';
import { taken, type ResourceStore } from './resource-store.ts';

/**
 * `usernameKey` is unique, so user names are unique regardless of case. E-mail addresses have two keys, and both are
 * unique: `emailKey` ignores only case, as in earlier releases, and `addressKey` is the key by the present rule. It is
 * null if it is equal to `emailKey`. It is also null if an account of an earlier release had the same key as another
 * one, or has an address that the present rule refuses. Such an account is found by its `emailKey` only.
 */
interface UserRow extends User {
  readonly emailKey: string;
  readonly addressKey: string | null;
  readonly usernameKey: string;
  readonly passwordHash: string | null;
}

const users = new EntitySchema<UserRow>({
  name: 'users',
  columns: {
    id: column.id,
    kind: column.text,
    email: column.text,
    emailKey: column.hiddenText,
    addressKey: column.optionalHiddenText,
    emailVerified: column.flag,
    invitedUntil: column.optionalTimestamp,
    username: column.text,
    usernameKey: column.hiddenText,
    passwordHash: column.optionalHiddenText,
    nickName: column.optionalText,
    phone: column.optionalText,
    gender: column.optionalJson,
    attributes: column.json,
    status: column.choice,
    version: column.version,
    ...column.timestamps,
  },
});

const collection = versionedCollectionOf(users, [contentAuthorLinks]);
const userRoles = linksOf<UserId, RoleId>(userRoleLinks);

function withKeys(user: User) {
  const [key, addressKey] = [caseKey(user.email), emailKey(user.email)];
  return {
    ...user,
    emailKey: key,
    addressKey: addressKey === key ? null : addressKey,
    usernameKey: usernameKey(user.username),
  };
}

const lockPassword = {
  name: 'users lock password',
  text: 'SELECT FROM users WHERE id = $1 AND password_hash = $2 AND status = 1 FOR NO KEY UPDATE',
};

/**
 * An unchanged user name keeps its key. An earlier release may have computed the key differently, and the key that this
 * release computes may belong to another user.
 */
const usernameKeyIfChanged = (): string => 'CASE WHEN username = :username THEN username_key ELSE :usernameKey END';

/** Does the same for the e-mail address. */
const addressKeyIfChanged = (): string => 'CASE WHEN email = :email THEN address_key ELSE :addressKey END';

const addRoles = {
  name: 'user roles add all',
  text: `INSERT INTO user_roles (user_id, role_id, valid_from, valid_until)
    SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])`,
};

const renewHash = { name: 'users renew hash', text: 'UPDATE users SET password_hash = $2 WHERE id = $1' };

const resetPassword = {
  name: 'users reset password',
  text: 'UPDATE users SET password_hash = $2, password_resets = password_resets + 1 WHERE id = $1',
};

/**
 * Removes a user's links in mails, and the user's logins that wait for a second factor. They began before the change of
 * the password and must not work after it.
 */
const removeUnfinished = (db: EntityManager, id: UserId): Promise<unknown> =>
  Promise.all([removeMailLinksOf(db, id), removeLoginChallengesOf(db, id)]);
const setUnconfirmed = {
  name: 'users set unconfirmed',
  text: 'INSERT INTO unconfirmed_accounts (user_id) VALUES ($1)',
};
const findUnconfirmed = { name: 'users find unconfirmed', text: 'SELECT FROM unconfirmed_accounts WHERE user_id = $1' };
const confirm = { name: 'users confirm', text: 'DELETE FROM unconfirmed_accounts WHERE user_id = $1' };

const rolesFrom = {
  name: 'user roles from source',
  text: 'SELECT role_id AS id FROM user_roles WHERE user_id = $1 AND source = $2',
};

const withFactor = effectivePath('true');

const requiresFactor = {
  name: 'user requires factor',
  text: `SELECT FROM user_roles ur JOIN roles r ON r.id = ur.role_id AND ${withFactor.role} AND r.requires_factor
    WHERE ur.user_id = $1 AND ${withFactor.grant} LIMIT 1`,
};

const setRoleSource = {
  name: 'user roles set source',
  text: 'UPDATE user_roles SET source = $3 WHERE user_id = $1 AND role_id = ANY ($2)',
};

function userRepository(db: EntityManager): UserRepository {
  const { lock, remove } = collection(db);
  const roles = userRoles(db);
  return {
    lock,
    remove,
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
    save: async (user) => {
      const row = withKeys(user);
      const { username, usernameKey: key, email, addressKey } = row;
      const keys = { usernameKey: usernameKeyIfChanged, addressKey: addressKeyIfChanged };
      return updateVersioned(db, users, user, { ...row, ...keys }, { username, usernameKey: key, email, addressKey });
    },
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
    confirm: (id) => executeOnly(db, confirm, [id]),
    rolesOf: roles.of,
    requiresFactor: async (id) => (await execute(db, requiresFactor, [id])).length > 0,
    setRoles: roles.set,
    ...roleGrantOperations(db),
    rolesFrom: async (id, source) =>
      (await execute<{ id: RoleId }>(db, rolesFrom, [id, source])).map(({ id: roleId }) => roleId),
    setRoleSource: (id, roleIds, source) => executeOnly(db, setRoleSource, [id, roleIds, source]),
    lockAdministration: async () => {
      await db.query('SELECT id FROM roles WHERE id = $1 FOR NO KEY UPDATE', [administratorRole.id]);
      const [row]: AdministratorStatus[] = await db.query(
        `SELECT count(*) > 0 AS exists, coalesce(bool_or(${withFactor.user} AND u.invited_until IS NULL
           AND ${withFactor.grant} AND ur.valid_until IS NULL), false) AS active
         FROM user_roles ur JOIN users u ON u.id = ur.user_id AND u.kind = 'PERSON' WHERE ur.role_id = $1`,
        [administratorRole.id],
      );
      return row ?? { exists: false, active: false };
    },
  };
}

const publicFields = [
  'id',
  'kind',
  'emailVerified',
  'invitedUntil',
  'username',
  'nickName',
  'status',
  'version',
  'createdAt',
  'updatedAt',
] as const;

const viewFields = [...publicFields, 'email', 'phone', 'gender', 'attributes'] as const;
/** The profile has only the attributes that the user can read. */
const profileFields = [...publicFields, 'email', 'phone', 'gender'] as const;

/** The fields of a user in an export. */
export const exportedColumns = columnsOf(users, 't', [
  'id',
  'username',
  'email',
  'emailVerified',
  'nickName',
  'phone',
  'gender',
  'status',
  'createdAt',
  'attributes',
]);

const rolesOfUser = (
  condition = 'true',
): string => `coalesce((SELECT json_agg(json_build_object('id', r.id, 'code', r.code,
  'name', r.name) ORDER BY r.code COLLATE "C")
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id AND ${condition}
  WHERE ur.user_id = t.id AND ${withFactor.grant}), '[]') AS roles`;

const columns = `${columnsOf(users, 't', viewFields)}, ${rolesOfUser()}`;

/** The roles of a user with their periods, in the order of their codes. */
const grantsWithRoles = `coalesce((SELECT json_agg(json_build_object('id', r.id, 'code', r.code, 'name', r.name,
  'isInForce', ${withFactor.grant}, ${periodMembers}) ORDER BY r.code COLLATE "C")
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = t.id), '[]') AS grants`;

const findUser = {
  name: 'users find',
  usesPipeline: true,
  text: `SELECT ${columnsOf(users, 't', viewFields)}, ${grantsWithRoles} FROM users t WHERE t.id = $1`,
};

interface FoundUser extends User {
  readonly grants: readonly (UserView['roles'][number] & PeriodMembers & { readonly isInForce: boolean })[];
}

const withGrants = ({ grants, ...user }: FoundUser): UserWithGrants => ({
  ...user,
  roles: grants.filter(({ isInForce }) => isInForce).map(({ id, code, name }) => ({ id, code, name })),
  roleGrants: grants.map((grant) => ({ roleId: grant.id, ...periodOf(grant) })),
});

const findUserWithoutDetails = {
  name: 'users find without details',
  usesPipeline: true,
  text: `SELECT ${columnsOf(users, 't', publicFields)}, ${rolesOfUser(withFactor.role)} FROM users t WHERE t.id = $1`,
};

const hasFactor = 'EXISTS (SELECT FROM factors f WHERE f.user_id = t.id AND f.confirmed_at IS NOT NULL)';

type UserFilter =
  | 'status'
  | 'kind'
  | 'roleCode'
  | 'gender'
  | 'username'
  | 'email'
  | 'nickName'
  | 'phone'
  | 'attributes'
  | 'invited'
  | 'hasFactor'
  | 'lastLoginFrom'
  | 'lastLoginTo';

const listed: ListSource<UserSortField, UserFilter> = {
  table: 'users',
  columns,
  rowBytes: 600_000,
  sort: {
    createdAt: 't.created_at',
    updatedAt: 't.updated_at',
    username: 't.username_key COLLATE "C"',
    email: 't.email_key COLLATE "C"',
    nickName: 't.nick_name COLLATE "C"',
    status: 't.status',
  },
  filters: {
    status: 't.status = ?',
    kind: 't.kind = ?',
    roleCode: `EXISTS (SELECT FROM user_roles ur
      WHERE ur.user_id = t.id AND ur.role_id = (SELECT r.id FROM roles r WHERE r.code = ?) AND ${withFactor.grant})`,
    gender: `t.gender #>> '{}' = ?`,
    username: { containedIn: 't.username' },
    email: { containedIn: 't.email' },
    nickName: { containedIn: 't.nick_name' },
    phone: { containedIn: 't.phone' },
    attributes: 't.attributes @> ?::jsonb',
    invited: '(t.invited_until IS NOT NULL) = ?',
    hasFactor: `${hasFactor} = ?`,
    lastLoginFrom: 't.id IN (SELECT l.user_id FROM last_logins l WHERE l.at >= ?)',
    lastLoginTo: 'NOT EXISTS (SELECT FROM last_logins l WHERE l.user_id = t.id AND l.at > ?)',
  },
  storedTotals: { by: 'status' },
  defaultSort: { by: 'createdAt', order: 'asc' },
};

const list = listOf<UserView, UserSortField, UserFilter>(listed);
const listWithLogIns = listOf<ListedUser, UserSortField, UserFilter>({
  ...listed,
  columns: `${columns}, (SELECT l.at FROM last_logins l WHERE l.user_id = t.id) AS "lastLoginAt", ${hasFactor} AS "hasFactor"`,
});

const effectiveRoles = ({ grant, role }: Readonly<Record<PathPart, string>>): string => `array(SELECT r.code
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id
  WHERE ur.user_id = t.id AND ${grant} AND ${role} ORDER BY r.code COLLATE "C") AS roles`;

const inSession = effectiveInSession('$2');

const pendingEmail = `(SELECT l.email FROM mail_links l
  WHERE l.user_id = t.id AND l.purpose = 'email-change' AND l.expires_at > now() LIMIT 1) AS "pendingEmail"`;

/** The attributes that are declared as readable by their user. Most users have none, so the table is then not read. */
const readableAttributes = `CASE WHEN t.attributes = '{}' THEN t.attributes ELSE (
  SELECT coalesce(jsonb_object_agg(held.key, held.value), '{}') FROM jsonb_each(t.attributes) held
  WHERE held.key IN (SELECT declared ->> 'name' FROM user_attributes ua, jsonb_array_elements(ua.attributes) declared
    WHERE declared ->> 'readableBy' = 'self')) END AS attributes`;

/** The codes of the enabled permissions that a user has in the session with the id $2 without a condition. */
const enabledPermissions = `SELECT DISTINCT p.code COLLATE "C" AS code FROM user_roles ur
  JOIN roles r ON r.id = ur.role_id AND ${inSession.role} AND ${inSession.grant}
  JOIN role_permissions rp ON rp.role_id = r.id AND ${inSession.link}
  JOIN permissions p ON p.id = rp.permission_id AND ${inSession.permission}`;

const credentials = `SELECT t.id AS "userId", t.username, t.password_hash AS "passwordHash", t.status,
    t.password_resets AS "passwordResets", a.last_login_at AS "lastLoginAt",
    ${hasFactor} AS "hasFactor",
    ${effectiveRoles(effectivePath('false'))}
  FROM users t LEFT JOIN login_addresses a ON a.user_id = t.id AND a.network = $2`;

/** Returns the expression of the unique index on the key by the present rule. */
const addressKey = (row = ''): string => `coalesce(${row}address_key, ${row}email_key)`;

const findCredentials = {
  name: 'users credentials',
  usesPipeline: true,
  text: `${credentials} WHERE t.username_key IN ($1, $3) OR t.email_key = $1 OR ${addressKey('t.')} = $4
    ORDER BY t.username_key = $3, t.email_key = $1 DESC LIMIT 1`,
};

const findCredentialsById = {
  name: 'users credentials by id',
  usesPipeline: true,
  text: `${credentials} WHERE t.id = $1`,
};

const findTaken = {
  name: 'users taken',
  usesPipeline: true,
  text: `SELECT EXISTS (SELECT FROM users WHERE email_key = $1 OR ${addressKey()} = $3) AS email,
    EXISTS (SELECT FROM users WHERE username_key = $2) AS username`,
};

const permissionsOfUser = {
  name: 'users permissions',
  usesPipeline: true,
  // One row contains all codes, because the overhead per row is larger than a code.
  text: `SELECT array_to_json(array(${enabledPermissions} WHERE ur.user_id = $1 ORDER BY 1)) AS permissions`,
};

const findProfile = {
  name: 'users profile',
  usesPipeline: true,
  text: `SELECT ${columnsOf(users, 't', profileFields)}, ${readableAttributes}, ${pendingEmail},
    t.password_hash IS NOT NULL AS "hasPassword", ${effectiveRoles(inSession)},
    array(${enabledPermissions} WHERE ur.user_id = t.id ORDER BY 1) AS permissions FROM users t WHERE t.id = $1`,
};

const findIdentity = {
  name: 'users identity',
  usesPipeline: true,
  text: `SELECT t.username, ${effectiveRoles(inSession)} FROM users t WHERE t.id = $1`,
};

const userViews = (reader: Reader): UserViews => ({
  find: async (id) => {
    const user = await reader.row<FoundUser>(findUser, [id]);
    return user && withGrants(user);
  },
  findWithoutDetails: async (id) => {
    const user = await reader.row<Omit<VisibleUser, 'email' | 'phone' | 'gender' | 'attributes' | 'roleGrants'>>(
      findUserWithoutDetails,
      [id],
    );
    return user && { ...user, email: null, phone: null, gender: null, attributes: {}, roleGrants: null };
  },
  list: ({ attributes, withLogIns = false, ...query }) =>
    (withLogIns ? listWithLogIns : list)(reader, {
      ...query,
      ...(attributes !== undefined && { attributes: JSON.stringify(attributes) }),
    }),
  profile: (id, sessionId) => reader.row<Profile>(findProfile, [id, sessionId ?? null]),
  identity: (id, sessionId) => reader.row<SessionIdentity>(findIdentity, [id, sessionId]),
  credentials: (login, network) =>
    reader.row<Credentials>(findCredentials, [caseKey(login), network ?? null, usernameKey(login), emailKey(login)]),
  credentialsOf: (id, network) => reader.row<Credentials>(findCredentialsById, [id, network]),
  taken: async ({ email, username }) =>
    (await reader.row<{ email: boolean; username: boolean }>(findTaken, [
      caseKey(email),
      usernameKey(username),
      emailKey(email),
    ])) ?? {
      email: false,
      username: false,
    },
  permissionsOf: async (id, sessionId) =>
    (await reader.row<{ permissions: string[] }>(permissionsOfUser, [id, sessionId ?? null]))?.permissions ?? [],
});

export const userStore: ResourceStore<UserRepository, UserViews> = {
  table: users,
  constraints: {
    users_email_key: taken('email-taken'),
    users_address_key: taken('email-taken'),
    users_username_key: taken('username-taken'),
  },
  repository: userRepository,
  views: userViews,
};

import type {
  Credentials,
  Profile,
  SessionIdentity,
  UserWithGrants,
  UserViews,
  VisibleUser,
} from '@portcullis/application/internal/ports/users';
import type { PathPart } from '@portcullis/domain/internal/access/effective-access';
import { emailKey } from '@portcullis/domain/internal/names/email';
import type { RoleId } from '@portcullis/domain/internal/shared/ids';
import { usernameKey } from '@portcullis/domain/internal/names/username';
import { effectiveInSession, effectivePath, effectiveWithFactor } from '../access/effective-access.ts';
import { short, type Reader, sql } from '../postgres/reader.ts';
import { periodMembers, periodOf, type PeriodMembers } from '../access/role-grants.ts';
import { columnsOf } from '../sql/columns.ts';
import { hasFactor, publicFields, roleList, rolesOfUser, users, viewFields } from './user-columns.ts';
import { listUsers } from './user-list.ts';

/** The profile has only the attributes that the user can read. */
const profileFields = [...publicFields, 'email', 'phone', 'gender'] as const;

/** The roles in force of the user `t`, and the periods of all roles of the user, in the order of the codes of the roles. */
const rolesAndGrants = `SELECT
    coalesce(${roleList} FILTER (WHERE ${effectiveWithFactor.grant}), '[]') AS roles,
    coalesce(json_agg(json_build_object('roleId', r.id, ${periodMembers}) ORDER BY r.code COLLATE "C"), '[]') AS "roleGrants"
  FROM user_roles ur JOIN roles r ON r.id = ur.role_id WHERE ur.user_id = t.id`;

const findUser = short(sql`SELECT ${columnsOf(users, 't', viewFields)}, held.roles, held."roleGrants"
    FROM users t, LATERAL (${rolesAndGrants}) held WHERE t.id = $1`);

interface FoundUser extends Omit<UserWithGrants, 'roleGrants'> {
  readonly roleGrants: readonly (PeriodMembers & { readonly roleId: RoleId })[];
}

const findUserWithoutDetails = short(sql`SELECT
    ${columnsOf(users, 't', publicFields)}, ${rolesOfUser(effectiveWithFactor.role)}
    FROM users t WHERE t.id = $1`);

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

// A user name contains no @, so that a login is either a name or an address, and belongs to one user at most.
const findCredentials = short(sql`${credentials} WHERE t.username_key = $1 OR t.email_key = $3`);

const findCredentialsById = short(sql`${credentials} WHERE t.id = $1`);

const findTaken = short(sql`SELECT EXISTS (SELECT FROM users WHERE email_key = $1) AS email,
    EXISTS (SELECT FROM users WHERE username_key = $2) AS username`);

// One row contains all codes, because the overhead per row is larger than a code.
const permissionsOfUser = short(
  sql`SELECT array_to_json(array(${enabledPermissions} WHERE ur.user_id = $1 ORDER BY 1)) AS permissions`,
);

const findProfile = short(sql`SELECT
    ${columnsOf(users, 't', profileFields)}, ${readableAttributes}, ${pendingEmail},
    t.password_hash IS NOT NULL AS "hasPassword", ${effectiveRoles(inSession)},
    array(${enabledPermissions} WHERE ur.user_id = t.id ORDER BY 1) AS permissions FROM users t WHERE t.id = $1`);

const findIdentity = short(sql`SELECT t.username, ${effectiveRoles(inSession)} FROM users t WHERE t.id = $1`);

export const userViews = (reader: Reader): UserViews => ({
  find: async (id) => {
    const user = await reader.row<FoundUser>(findUser, [id]);
    return (
      user && { ...user, roleGrants: user.roleGrants.map((grant) => ({ roleId: grant.roleId, ...periodOf(grant) })) }
    );
  },
  findWithoutDetails: async (id) => {
    const user = await reader.row<Omit<VisibleUser, 'email' | 'phone' | 'gender' | 'attributes' | 'roleGrants'>>(
      findUserWithoutDetails,
      [id],
    );
    return user && { ...user, email: null, phone: null, gender: null, attributes: {}, roleGrants: null };
  },
  list: listUsers(reader),
  profile: (id, sessionId) => reader.row<Profile>(findProfile, [id, sessionId ?? null]),
  identity: (id, sessionId) => reader.row<SessionIdentity>(findIdentity, [id, sessionId]),
  credentials: (login, network) =>
    reader.row<Credentials>(findCredentials, [usernameKey(login), network ?? null, emailKey(login)]),
  credentialsOf: (id, network) => reader.row<Credentials>(findCredentialsById, [id, network]),
  taken: async ({ email, username }) =>
    (await reader.row<{ email: boolean; username: boolean }>(findTaken, [emailKey(email), usernameKey(username)])) ?? {
      email: false,
      username: false,
    },
  permissionsOf: async (id, sessionId) =>
    (await reader.row<{ permissions: string[] }>(permissionsOfUser, [id, sessionId ?? null]))?.permissions ?? [],
});

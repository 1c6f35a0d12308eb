import type {
  AccessFactRepository,
  AccessFactViews,
  AccessTarget,
  UserWindow,
} from '@portcullis/application/internal/ports/access-facts';
import type { UserId } from '@portcullis/domain';
import type { EntityManager } from 'typeorm';
import { effectiveWithFactor } from './effective-access.ts';
import { factsIn, factsOf, type FactsRow } from './access-fact-statements.ts';
import { type Reader, sql, statementOf } from '../postgres/reader.ts';
import type { ResourceStore } from '../resource-store.ts';
import { execute } from '../sql/transaction.ts';
import { readSubjectFacts } from './subject-facts.ts';

const { user, grant, role, permission } = effectiveWithFactor;

/** The ids of a menu, given as a condition on `id`, and of the menus below it. */
const menuAndBelow = (condition: string): string => `WITH RECURSIVE below AS (SELECT id FROM menus WHERE ${condition}
    UNION SELECT m.id FROM menus m JOIN below ON m.parent_id = below.id) SELECT id FROM below`;

const menuAndAbove = `WITH RECURSIVE above AS (SELECT id, parent_id FROM menus WHERE id = $1
    UNION SELECT m.id, m.parent_id FROM menus m JOIN above ON m.id = above.parent_id) SELECT id FROM above`;

/**
 * The menus through which a role shows the menu $1: the menu itself, and, if it is a directory, the menus below it. A
 * disabled menu hides the menus below it.
 */
const showing = `WITH RECURSIVE shown AS (
    SELECT id FROM menus WHERE id = $1 AND NOT EXISTS (SELECT FROM menus WHERE id IN (${menuAndAbove}) AND status <> 1)
    UNION SELECT m.id FROM menus m JOIN shown ON m.parent_id = shown.id
    WHERE m.status = 1 AND EXISTS (SELECT FROM menus WHERE id = $1 AND menu_type = 1)) SELECT id FROM shown`;

interface TargetSql {
  /** The table of the target $1. */
  readonly table: string;
  /** The ids of the roles that are linked to the target. */
  readonly linked: string;
  /** The ids of the roles that give the target at present. */
  readonly giving: string;
  /** Conditions on the links `rp` of roles to permissions and `rm` of roles to menus that are paths to the target. */
  readonly permissionLinks: string;
  readonly menuLinks: string;
  /** A condition on an API key `k`: whether it lists the target. */
  readonly keys: string;
}

const targets: Readonly<Record<AccessTarget['kind'], TargetSql>> = {
  role: {
    table: 'roles',
    linked: 'SELECT $1::uuid',
    giving: `SELECT r.id FROM roles r WHERE r.id = $1 AND ${role}`,
    permissionLinks: 'false',
    menuLinks: 'false',
    keys: 'false',
  },
  permission: {
    table: 'permissions',
    linked: 'SELECT role_id FROM role_permissions WHERE permission_id = $1',
    giving: `SELECT r.id FROM role_permissions rp JOIN roles r ON r.id = rp.role_id
      JOIN permissions p ON p.id = rp.permission_id WHERE rp.permission_id = $1 AND ${role} AND ${permission}`,
    permissionLinks: 'rp.permission_id = $1',
    menuLinks: 'false',
    keys: '(SELECT code FROM permissions WHERE id = $1) = ANY (k.permissions)',
  },
  menu: {
    table: 'menus',
    linked: `SELECT role_id FROM role_menus WHERE menu_id IN (${menuAndBelow('id = $1')})`,
    giving: `SELECT r.id FROM role_menus rm JOIN roles r ON r.id = rm.role_id WHERE rm.menu_id IN (${showing}) AND ${role}`,
    permissionLinks: 'false',
    menuLinks: `rm.menu_id IN (${menuAndBelow('id = $1')})`,
    keys: 'false',
  },
};

/**
 * Returns the ids of the users of some roles in a window. The largest window is a constant, so that PostgreSQL knows
 * that a generic plan reads few rows. The rows of a role are given as a range, so that only the index on roles and users
 * has their order. With an equality, PostgreSQL may read the index on users and roles instead, which is slow for a role
 * that few users have.
 */
const usersOf = (roles: string, after: string, limit: string): string => `SELECT user_id FROM (
    SELECT DISTINCT linked.user_id FROM (SELECT DISTINCT role_id FROM (${roles}) AS of (role_id)) each
    CROSS JOIN LATERAL (SELECT ur.user_id FROM user_roles ur
      WHERE (ur.role_id, ur.user_id) > (each.role_id, ${after}::uuid) AND ur.role_id <= each.role_id
      ORDER BY ur.role_id, ur.user_id LIMIT 201) linked
    ORDER BY linked.user_id LIMIT 201) ids ORDER BY user_id LIMIT ${limit}`;

/** The largest id that is less than every id of a user. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

const ofUser = statementOf(factsOf('SELECT $1::uuid'));
const ofUsers = statementOf(factsOf('SELECT unnest($1::uuid[])'));

/** Returns a value for each kind of target. */
const forEachKind = <Value>(valueOf: (target: TargetSql) => Value) => ({
  role: valueOf(targets.role),
  permission: valueOf(targets.permission),
  menu: valueOf(targets.menu),
});

const ofHolders = forEachKind(({ table, linked, giving, permissionLinks, menuLinks, keys }) =>
  statementOf(
    factsOf(usersOf(giving, '$2', '$3'), {
      grants: `ur.role_id IN (${linked})`,
      permissionLinks,
      menuLinks,
      keys,
      exists: `EXISTS (SELECT FROM ${table} WHERE id = $1)`,
    }),
  ),
);

const countHolders = forEachKind(
  ({ giving }) => sql`SELECT count(DISTINCT ur.user_id)::int AS count
      FROM user_roles ur JOIN users u ON u.id = ur.user_id
      WHERE ur.role_id IN (${giving}) AND ${grant} AND ${user}`,
);

const linkedUserIds = statementOf(
  usersOf(
    `SELECT unnest($1::uuid[]) UNION SELECT role_id FROM role_permissions WHERE permission_id = ANY ($2)
     UNION SELECT role_id FROM role_menus WHERE menu_id IN (${menuAndBelow('id = ANY ($3)')})`,
    '$4',
    '$5',
  ),
);

const windowValues = ({ after, limit }: UserWindow): readonly unknown[] => [after ?? beforeAll, limit];

const accessFactViews = (reader: Reader): AccessFactViews => ({
  ofUser: async (id) => {
    const row = await reader.row<FactsRow>(ofUser, [id]);
    return row === undefined || row.users.length === 0 ? undefined : factsIn(row);
  },
  ofHolders: async ({ kind, id }, window) => {
    const row = await reader.row<FactsRow>(ofHolders[kind], [id, ...windowValues(window)]);
    return row && factsIn(row);
  },
  ofSubjects: (query) => readSubjectFacts(reader, query),
  countHolders: async ({ kind, id }) => (await reader.row<{ count: number }>(countHolders[kind], [id]))?.count ?? 0,
});

const idsOf = (all: readonly AccessTarget[], kind: AccessTarget['kind']): readonly string[] =>
  all.filter((each) => each.kind === kind).map(({ id }) => id);

const accessFactRepository = (db: EntityManager): AccessFactRepository => ({
  ofUsers: async (ids) => {
    const [row] = await execute<FactsRow>(db, ofUsers, [ids]);
    if (row === undefined) throw new Error('The database returned no facts.');
    return factsIn(row);
  },
  linkedUserIds: async (all, window) => {
    const values = [idsOf(all, 'role'), idsOf(all, 'permission'), idsOf(all, 'menu'), ...windowValues(window)];
    return (await execute<{ user_id: UserId }>(db, linkedUserIds, values)).map((row) => row.user_id);
  },
});

export const accessFactStore: ResourceStore<AccessFactRepository, AccessFactViews> = {
  repository: accessFactRepository,
  views: accessFactViews,
};

import type { LiveSession, LiveSessionViews } from '@portcullis/application/internal/ports/live-updates';
import type { ConditionalGrant } from '@portcullis/domain/internal/access/access';
import { draftsReachedBy } from '@portcullis/domain/internal/access/reach';
import { draftReaders } from '@portcullis/domain/internal/built-in';
import { readPermissions } from '@portcullis/domain/internal/events/live-updates';
import {
  conditionalPermissions,
  conditionalPermissionsWith,
  effective,
  heldPermissionRows,
  heldRowsWith,
} from '../access/effective-access.ts';
import type { ResourceStore } from '../resource-store.ts';
import { sql } from '../postgres/reader.ts';

/** The FROM and WHERE clauses for the roles of the user `u` that are effective in the session `s`. */
const effectiveRoles = `user_roles ur JOIN roles r ON r.id = ur.role_id AND ${effective.role}
  WHERE ur.user_id = u.id AND ${effective.grant}`;

/** The beginnings and ends of the roles of the user `u` that are before or after the present time. */
const grantTimes = (
  condition: string,
): string => `FROM user_roles ur, unnest(ARRAY[ur.valid_from, ur.valid_until]) AS t (at)
        WHERE ur.user_id = u.id AND ${condition}`;

/** A condition on a permission `p`: whether it is the permission to read a resource of another package. */
const readsOwn = "p.code LIKE '%.%.read'";

const find = sql`SELECT s.id, s.user_id AS "userId", s.expires_at AS "expiresAt",
      array(SELECT ur.role_id FROM user_roles ur WHERE ur.user_id = u.id ORDER BY ur.role_id) AS "roleIds",
      (EXISTS (SELECT FROM ${effectiveRoles} AND r.code = ANY ($2)) OR EXISTS (SELECT FROM ${heldPermissionRows('$3')})) AS "isEditor",
      ${conditionalPermissions('$3')} AS conditional,
      coalesce(${conditionalPermissionsWith(readsOwn)}, '[]') AS "conditionalReads",
      array(SELECT p.code FROM ${heldRowsWith(`(${readsOwn} OR p.code = ANY ($4))`)}
        ORDER BY p.code COLLATE "C") AS reads,
      array(SELECT r.code FROM ${effectiveRoles} ORDER BY r.code COLLATE "C") AS roles,
      md5(concat_ws(' ', (SELECT version FROM menu_version), (SELECT string_agg(DISTINCT rm.menu_id::text, ',')
        FROM role_menus rm WHERE rm.role_id IN (SELECT r.id FROM ${effectiveRoles})))) AS "menuVersion",
      (SELECT min(t.at) ${grantTimes('t.at > now()')}) AS "accessChangesAt",
      (SELECT max(t.at) ${grantTimes('t.at <= now()')}) AS "accessChangedAt"
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id = ANY ($1) AND s.expires_at > now() AND ${effective.user}`;

interface LiveSessionRow extends Omit<LiveSession, 'drafts'> {
  /** Whether the user may read all unpublished contents. */
  readonly isEditor: boolean;
  readonly conditional: readonly ConditionalGrant[] | null;
}

export const liveSessionStore: ResourceStore<undefined, LiveSessionViews> = {
  views: (reader) => ({
    find: async (ids) => {
      const rows = await reader.rows<LiveSessionRow>(find, [
        ids,
        draftReaders.roles,
        draftReaders.permissions,
        readPermissions,
      ]);
      return rows.map(({ isEditor, conditional, ...session }) => ({
        ...session,
        drafts: isEditor || draftsReachedBy(conditional ?? [], session.userId),
      }));
    },
  }),
};

import type { EndedGrant, UserRepository } from '@portcullis/application/internal/ports/users';
import type { GrantPeriod, RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import type { EntityManager } from 'typeorm';
import { execute, executeOnly } from '../sql/transaction.ts';
import { sql } from '../postgres/reader.ts';

/** Timestamps are read as milliseconds, because PostgreSQL writes years before 1 into JSON as `BC`. */
const milliseconds = (column: string): string => `extract(epoch FROM ${column}) * 1000`;

/** The members of a JSON object that contain the period of the row `ur` of `user_roles`. */
export const periodMembers = `'validFrom', ${milliseconds('ur.valid_from')}, 'validUntil', ${milliseconds('ur.valid_until')}`;

/** A period as `periodMembers` returns it. */
export interface PeriodMembers {
  readonly validFrom: number | null;
  readonly validUntil: number | null;
}

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

export const periodOf = ({ validFrom, validUntil }: PeriodMembers): GrantPeriod => ({
  validFrom: dateOf(validFrom),
  validUntil: dateOf(validUntil),
});

const grantsOfUser = sql`SELECT role_id AS "roleId", valid_from AS "validFrom", valid_until AS "validUntil" FROM user_roles
    WHERE user_id = $1`;

/** If the period changes, the event of its end has not been recorded. */
const setPeriods = sql`UPDATE user_roles ur SET valid_from = g.valid_from, valid_until = g.valid_until, is_end_recorded = false
    FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS g (role_id, valid_from, valid_until)
    WHERE ur.user_id = $1 AND ur.role_id = g.role_id
      AND (ur.valid_from, ur.valid_until) IS DISTINCT FROM (g.valid_from, g.valid_until)`;

const takeEnded = sql`WITH ended AS MATERIALIZED (SELECT user_id, role_id FROM user_roles
      WHERE valid_until <= now() AND NOT is_end_recorded ORDER BY valid_until LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED),
    recorded AS (UPDATE user_roles ur SET is_end_recorded = true FROM ended e
      WHERE ur.user_id = e.user_id AND ur.role_id = e.role_id RETURNING ur.user_id, ur.role_id, ur.valid_until)
    SELECT r.user_id AS "userId", u.username, r.role_id AS "roleId", r.valid_until AS "validUntil"
    FROM recorded r JOIN users u ON u.id = r.user_id ORDER BY r.valid_until, r.user_id, r.role_id`;

type RoleGrantOperations = Pick<UserRepository, 'grantsOf' | 'setGrantPeriods' | 'takeEndedGrants'>;

export const roleGrantOperations = (db: EntityManager): RoleGrantOperations => ({
  takeEndedGrants: (limit) => execute<EndedGrant>(db, takeEnded, [limit]),
  grantsOf: (id) => execute<RoleGrant>(db, grantsOfUser, [id]),
  setGrantPeriods: (id, grants) => {
    const columns = [
      grants.map(({ roleId }) => roleId),
      grants.map(({ validFrom }) => validFrom),
      grants.map(({ validUntil }) => validUntil),
    ];
    return executeOnly(db, setPeriods, [id, ...columns]);
  },
});

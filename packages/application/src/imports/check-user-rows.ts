import { changedAttributes, type AttributeChange } from '@portcullis/domain/internal/conditions/attribute-values';
import { emailKey } from '@portcullis/domain/internal/names/email';
import { BusinessError, takenMessages, type FieldError } from '@portcullis/domain/internal/shared/errors';
import type { RoleId } from '@portcullis/domain/internal/shared/ids';
import { accountRuleErrors } from '@portcullis/domain/internal/accounts/new-account';
import type { PasswordPolicy } from '@portcullis/domain/internal/accounts/password';
import type { RoleGrant } from '@portcullis/domain/internal/roles/role-grant';
import type { User } from '@portcullis/domain/internal/accounts/user';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { usernameKey } from '@portcullis/domain/internal/names/username';
import type { RoleOfFile } from '../ports/imports.ts';
import type { PasswordHasher } from '../ports/system.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import type { UserViews } from '../ports/users.ts';
import { mapInSlices } from './batches.ts';
import { repeatedValue, type ImportedRow, type RowReport } from './report.ts';

/** A user of an imported file. Each field is valid by itself. */
export interface ImportedUser
  extends Pick<User, 'username' | 'email' | 'emailVerified' | 'nickName' | 'phone' | 'gender' | 'status'> {
  readonly attributes: AttributeChange;
  readonly roles: readonly RoleOfFile[];
  /** A hash of a format that `PasswordHasher` can verify; null if the user has no password. */
  readonly passwordHash: string | null;
  /** Null: the time of the import. */
  readonly createdAt: Date | null;
}

/** A row whose user can be added. */
export interface PlannedUser {
  readonly sourceId: string;
  readonly user: Omit<ImportedUser, 'attributes' | 'roles'> & Pick<User, 'attributes'>;
  readonly grants: readonly RoleGrant[];
}

export interface CheckDependencies {
  readonly users: Pick<UserViews, 'taken'>;
  readonly hasher: Pick<PasswordHasher, 'hashError'>;
  readonly policy: PasswordPolicy;
}

/** The keys of the rows that have been checked, with which repetitions in a file are found. */
export interface SeenUsers {
  readonly sourceIds: Set<string>;
  readonly usernames: Set<string>;
  readonly emails: Set<string>;
}

export const seenUsers = (): SeenUsers => ({ sourceIds: new Set(), usernames: new Set(), emails: new Set() });

type Row = ImportedRow<ImportedUser>;
type ValidRow = Extract<Row, { readonly value: ImportedUser }>;

/** Number of rows whose names and hashes are looked up at the same time. */
const lookups = 50;

/** Returns the errors of the names and the password hashes of valid rows, by the number of the row. */
export async function lookUpRows(
  { users, hasher, policy }: CheckDependencies,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, readonly FieldError[]>> {
  const valid = rows.filter((row): row is ValidRow => 'value' in row);
  const found = await mapInSlices(valid, lookups, async ({ row, value }) => {
    const [taken, hashError] = await Promise.all([
      users.taken(value),
      value.passwordHash === null ? undefined : hasher.hashError(value.passwordHash),
    ]);
    const errors = [
      ...accountRuleErrors(policy, { username: value.username, email: value.email }),
      ...(taken.username ? [{ field: 'username', message: takenMessages['username-taken'] }] : []),
      ...(taken.email ? [{ field: 'email', message: takenMessages['email-taken'] }] : []),
      ...(hashError === undefined ? [] : [{ field: 'passwordHash', message: hashError }]),
    ];
    return [row, errors] as const;
  });
  return new Map(found);
}

interface CheckedRows {
  readonly rows: readonly Row[];
  readonly seen: SeenUsers;
  /** The result of `lookUpRows`. */
  readonly found: ReadonlyMap<number, readonly FieldError[]>;
}

/**
 * Checks the rows of one transaction. Locks their source ids and roles, so that the result stays valid until the
 * transaction ends.
 */
export async function checkUserRows(
  tx: Uses<'imports' | 'roles' | 'userAttributes'>,
  { rows, seen, found }: CheckedRows,
): Promise<{ readonly reports: readonly RowReport[]; readonly planned: readonly PlannedUser[] }> {
  const imported = await tx.imports.lockUsers(rows.flatMap(({ sourceId }) => sourceId ?? []));
  const present = new Set(imported.map(({ sourceId }) => sourceId));
  const declarations = await tx.userAttributes.keep();
  const roleIds = await rolesByCode(tx, rows);
  const planned: PlannedUser[] = [];
  const reports = rows.map((each): RowReport => {
    const { row, sourceId } = each;
    if (!('value' in each)) return { row, sourceId, outcome: 'refused', errors: each.errors };
    const repeated = repetitions(seen, each);
    if (repeated.length === 0 && present.has(each.sourceId)) return { row, sourceId, outcome: 'present' };
    const { attributes, roles, ...user } = each.value;
    const checked = checkAttributes(declarations, attributes);
    const errors = [
      ...repeated,
      ...(found.get(row) ?? []),
      ...checked.errors,
      ...roles
        .filter(({ code }) => !roleIds.has(code))
        .map(({ code }) => ({ field: 'roles', message: `There is no role ${code}.` })),
      ...(new Set(roles.map(({ code }) => code)).size < roles.length
        ? [{ field: 'roles', message: 'A role may occur only once.' }]
        : []),
    ];
    if (errors.length > 0) return { row, sourceId, outcome: 'refused', errors };
    const grants = roles.flatMap(({ code, ...period }) => {
      const roleId = roleIds.get(code);
      return roleId === undefined ? [] : [{ roleId, ...period }];
    });
    planned.push({ sourceId: each.sourceId, user: { ...user, attributes: checked.attributes }, grants });
    return { row, sourceId, outcome: 'added' };
  });
  return { reports, planned };
}

/** Returns the errors of values that an earlier row of the file has too, and remembers the values of this row. */
function repetitions(seen: SeenUsers, { sourceId, value }: ValidRow): readonly FieldError[] {
  const keys = [
    ['sourceId', seen.sourceIds, sourceId],
    ['username', seen.usernames, usernameKey(value.username)],
    ['email', seen.emails, emailKey(value.email)],
  ] as const;
  return keys.flatMap(([field, earlier, key]) => {
    if (earlier.has(key)) return [repeatedValue(field)];
    earlier.add(key);
    return [];
  });
}

/** Locks the roles that the rows name, and returns their ids by code. */
async function rolesByCode(tx: Uses<'roles'>, rows: readonly Row[]): Promise<ReadonlyMap<string, RoleId>> {
  const codes = [...new Set(rows.flatMap((row) => ('value' in row ? row.value.roles.map(({ code }) => code) : [])))];
  const ids = await Promise.all(codes.map((code) => tx.roles.idsOf([code])));
  const existing = await tx.roles.existingIds(ids.flat());
  return new Map(
    codes.flatMap((code, index) => {
      const [id] = ids[index] ?? [];
      return id !== undefined && existing.has(id) ? [[code, id] as const] : [];
    }),
  );
}

function checkAttributes(declarations: readonly AttributeDeclaration[], change: AttributeChange) {
  try {
    return { attributes: changedAttributes(declarations, {}, change, 'admin'), errors: [] };
  } catch (error) {
    if (!(error instanceof BusinessError) || !Array.isArray(error.details)) throw error;
    const errors: readonly FieldError[] = error.details;
    return { attributes: {}, errors };
  }
}

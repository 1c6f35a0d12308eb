import type { Attributes } from '../conditions/attribute-values.ts';
import type { Condition } from '../conditions/condition.ts';
import type { PermissionCode } from '../roles/permission.ts';
import { BusinessError } from '../shared/errors.ts';

interface RolesAndPermissions<Code> {
  /** The caller must hold at least one of these role codes. */
  readonly anyRole?: readonly string[];
  readonly anyPermission?: never;
  readonly evaluatesConditions?: never;
  /** The caller must hold all of these permission codes through roles. This also applies to the role ADMIN. */
  readonly allPermissions?: readonly Code[];
}

interface RoleOrPermission<Code> {
  /** The caller must hold at least one of these role codes, or one of `anyPermission`. */
  readonly anyRole: readonly string[];
  /** Permission codes that replace a role. The caller holds them through roles too. */
  readonly anyPermission: readonly Code[];
  /**
   * True if the operation evaluates the conditions of these permissions itself. A permission with a condition is then
   * sufficient for calling it. Other operations ignore permissions with conditions.
   */
  readonly evaluatesConditions?: true;
  readonly allPermissions?: never;
}

/**
 * The roles and permissions that an operation requires. Operations of the service name only codes that are built in or
 * declared. `Requirement<string>` can contain any code.
 */
export type Requirement<Code extends string = PermissionCode> = RolesAndPermissions<Code> | RoleOrPermission<Code>;

/** A permission that a caller holds for those resources for which the condition is true. */
export interface ConditionalGrant {
  readonly code: string;
  readonly condition: Condition;
  /** The attributes of the caller, to which the condition may refer. */
  readonly attributes: Attributes;
}

/**
 * The result of a query that asks which of certain roles and permissions a caller currently holds. A disabled role or
 * permission is not held. A permission is held only through an enabled role. `permissions` contains only permissions that the caller holds without a condition.
 */
export interface Grants {
  /** The permissions that the caller holds only under conditions. Absent if the query did not ask for them. */
  readonly conditional?: readonly ConditionalGrant[];
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  /**
   * Whether the last authentication of the session is recent enough for the operation. Absent if the query did not ask
   * for this value.
   */
  readonly isRecent?: boolean;
}

/** A condition of a requirement: the caller must hold one of these roles or one of these permissions. */
export interface AccessCondition {
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
}

/** Returns the conditions of a requirement, all of which must be met. The condition on roles comes first. */
export function conditionsOf({
  anyRole = [],
  anyPermission = [],
  allPermissions = [],
}: Requirement<string>): readonly AccessCondition[] {
  const needsEither = anyRole.length + anyPermission.length > 0;
  return [
    ...(needsEither ? [{ roles: anyRole, permissions: anyPermission }] : []),
    ...allPermissions.map((code) => ({ roles: [], permissions: [code] })),
  ];
}

/** Returns the first condition that the grants do not meet. */
const firstUnmet = (requirement: Requirement<string>, grants: Grants): AccessCondition | undefined => {
  const conditional = requirement.evaluatesConditions ? (grants.conditional ?? []).map(({ code }) => code) : [];
  return conditionsOf(requirement).find(
    ({ roles, permissions }) =>
      !roles.some((code) => grants.roles.includes(code)) &&
      !permissions.some((code) => grants.permissions.includes(code) || conditional.includes(code)),
  );
};

/**
 * Whether the grants meet the requirement.
 * @example
 * const grants = { roles: ['MODERATOR'], permissions: ['project.read'] };
 * console.log(isPermitted({ anyRole: ['ADMIN', 'MODERATOR'] }, grants)); // true
 * console.log(isPermitted({ allPermissions: ['project.read', 'project.delete'] }, grants)); // false
 */
export const isPermitted = (requirement: Requirement<string>, grants: Grants): boolean =>
  firstUnmet(requirement, grants) === undefined;

/** Whether the grants meet the requirement, but only because of permissions with conditions. */
export const isConditional = (requirement: Requirement<string>, grants: Grants): boolean =>
  isPermitted(requirement, grants) && !isPermitted(requirement, { ...grants, conditional: [] });

/**
 * Checks the roles first, then the permissions. `requireAccess<string>` accepts any code.
 * @throws {BusinessError} role-required, permission-required
 * @example
 * const readNotes = declarePermission('acme.note.read');
 * try {
 *   requireAccess({ allPermissions: [readNotes] }, { roles: ['USER'], permissions: [] });
 * } catch (error) {
 *   if (error instanceof BusinessError) console.log(error.refusal); // permission-required
 * }
 */
export function requireAccess<Code extends string = PermissionCode>(
  requirement: Requirement<NoInfer<Code>>,
  grants: Grants,
): void {
  const unmet = firstUnmet(requirement, grants);
  if (unmet === undefined) return;
  if (unmet.roles.length > 0) throw new BusinessError('role-required', 'Your roles do not allow this.');
  throw new BusinessError('permission-required', 'Your permissions do not allow this.');
}

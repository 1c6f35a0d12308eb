import { conditionsOf, type AccessCondition, type Requirement } from './access.ts';
import type { AccessFacts, MenuFacts, PermissionFacts, RoleSummary, UserFacts } from './access-facts.ts';
import {
  isEffectiveWithFactor,
  userPaths,
  withReasons,
  type AccessPath,
  type CheckedPath,
  type MenuPath,
  type NearMissReason,
  type PermissionPath,
  type UserPaths,
} from './access-paths.ts';
import { isEffective, pathConditions, reasonsAgainst } from './effective-access.ts';
import type { Status } from '../shared/status.ts';

/** Adds to a path why it gives nothing. */
export type NearMiss<Path extends AccessPath = AccessPath> = Path & {
  /** The first reason why the path gives nothing. */
  readonly reason: NearMissReason;
  /** Further reasons why the path gives nothing. */
  readonly otherReasons: readonly NearMissReason[];
};

/** Whether a user has something, and why. */
export interface Explained<Path extends AccessPath = AccessPath> {
  /** Whether the user has it now, at least in sessions with a second factor. */
  readonly granted: boolean;
  /** Whether the user has it only in sessions with a second factor. */
  readonly needsFactor: boolean;
  /** The paths that give it. */
  readonly paths: readonly Path[];
  /** The paths that would give it if there were no reason against them. */
  readonly nearMisses: readonly NearMiss<Path>[];
}

/** A path through a role, or through a permission of a role. */
export interface OperationPath extends PermissionPath {
  /** The code of the permission; null if the role itself allows the operation. */
  readonly permission: string | null;
}

/** An operation of the interface, and what it requires. */
export interface OperationRule {
  readonly id: string;
  /** Whether also people who are not logged in may call the operation. */
  readonly isPublic: boolean;
  readonly requirement: Requirement;
  /** Who may read all resources that the operation changes. It finds only those that the caller may read. Default: all. */
  readonly readers?: AccessCondition;
}

/** Whether a user may call an operation. The user may do so if all conditions are granted. */
export interface ExplainedOperation extends Pick<Explained, 'granted' | 'needsFactor'> {
  readonly id: string;
  /**
   * Whether the user may call the operation only for some resources, because the permissions have conditions or the user
   * may not read all resources.
   */
  readonly isConditional: boolean;
  readonly conditions: readonly (AccessCondition & Explained<OperationPath>)[];
}

/** What a user may do, and through which roles. */
export interface ExplainedAccess {
  /** The status of the user. */
  readonly status: Status;
  /** All roles of the user. */
  readonly roles: readonly (RoleSummary & Explained)[];
  /** The permissions of these roles, each with the codes of the roles that are linked to it. */
  readonly permissions: readonly (PermissionFacts &
    Explained<PermissionPath> & { readonly roles: readonly string[] })[];
  /** The menus of these roles and the directories above them. */
  readonly menus: readonly (Pick<MenuFacts, 'id' | 'routeName' | 'menuName' | 'status'> & Explained<MenuPath>)[];
  readonly operations: readonly ExplainedOperation[];
}

function explain<Path extends AccessPath>(checked: readonly CheckedPath<Path>[]): Explained<Path> {
  const granted = checked.some(isEffectiveWithFactor);
  const paths = checked.flatMap(({ path, reasons }) => (reasons.length === 0 ? [path] : []));
  const nearMisses = checked.flatMap(({ path, reasons: [reason, ...otherReasons] }) =>
    reason === undefined ? [] : [{ ...path, reason, otherReasons }],
  );
  return { granted, needsFactor: granted && paths.length === 0, paths, nearMisses };
}

/**
 * Explains the access of a user: what the user may do, every path that allows it, and every path that nearly does. The
 * conditions are those of the access check. A path through a role that requires a second factor is a near miss.
 * @param operations the operations to explain
 * @example explainAccess(facts, user).permissions.filter(({ granted }) => granted)
 */
export function explainAccess(
  facts: AccessFacts,
  user: UserFacts,
  operations: readonly OperationRule[] = [],
): ExplainedAccess {
  const paths = userPaths(facts, user);
  return {
    status: user.status,
    roles: paths.roles.map(
      ({ role: { permissionIds: _permissions, menuIds: _menus, conditions: _conditions, ...role }, checked }) => ({
        ...role,
        ...explain([checked]),
      }),
    ),
    permissions: paths.permissions.map(({ permission, checked }) => ({
      ...permission,
      roles: checked.map(({ path }) => path.role.code),
      ...explain(checked),
    })),
    menus: paths.menus.map(({ menu: { id, routeName, menuName, status }, checked }) => ({
      id,
      routeName,
      menuName,
      status,
      ...explain(checked),
    })),
    operations: operations.map(operationExplainer(user, paths)),
  };
}

/** Returns the function that explains whether a user may call an operation. */
export function operationExplainer(user: UserFacts, paths: UserPaths): (rule: OperationRule) => ExplainedOperation {
  const byCode = pathsByCode(paths);
  const mayLogIn = isEffective(pathConditions.user, user);
  return (rule) => explainOperation(rule, byCode, mayLogIn);
}

interface PathsByCode {
  readonly roles: ReadonlyMap<string, readonly CheckedPath<OperationPath>[]>;
  readonly permissions: ReadonlyMap<string, readonly CheckedPath<OperationPath>[]>;
}

const pathsByCode = ({ roles, permissions }: UserPaths): PathsByCode => ({
  roles: new Map(
    roles.map(({ role, checked: { path, reasons } }) => [
      role.code,
      [through({ path: { ...path, condition: null }, reasons }, null)],
    ]),
  ),
  permissions: new Map(
    permissions.map(({ permission, checked }) => [
      permission.code,
      checked.map((each) =>
        through(withReasons(each, reasonsAgainst(pathConditions.link, each.path)), permission.code),
      ),
    ]),
  ),
});

const through = (
  { path, reasons }: CheckedPath<PermissionPath>,
  permission: string | null,
): CheckedPath<OperationPath> => ({
  path: { ...path, permission },
  reasons,
});

function explainOperation(
  { id, isPublic, requirement, readers }: OperationRule,
  paths: PathsByCode,
  mayLogIn: boolean,
): ExplainedOperation {
  const conditions = conditionsOf(requirement).map(({ roles, permissions }) => ({
    roles,
    permissions,
    ...explain(
      pathsTo({ roles, permissions }, paths).map((each) =>
        requirement.evaluatesConditions ? withoutReason(each, 'conditional') : each,
      ),
    ),
  }));
  const granted = isPublic || (mayLogIn && conditions.every((condition) => condition.granted));
  const needsFactor = granted && conditions.some((condition) => condition.needsFactor);
  const readsAll =
    readers === undefined ||
    pathsTo(readers, paths).some((each) => (needsFactor ? isEffectiveWithFactor(each) : each.reasons.length === 0));
  return {
    id,
    granted,
    needsFactor,
    isConditional:
      granted && !isPublic && (!readsAll || conditions.some(({ paths: giving }) => areConditional(giving))),
    conditions,
  };
}

const pathsTo = (
  { roles, permissions }: AccessCondition,
  paths: PathsByCode,
): readonly CheckedPath<OperationPath>[] => [
  ...roles.flatMap((code) => paths.roles.get(code) ?? []),
  ...permissions.flatMap((code) => paths.permissions.get(code) ?? []),
];

const withoutReason = <Path extends AccessPath>(
  { path, reasons }: CheckedPath<Path>,
  removed: NearMissReason,
): CheckedPath<Path> => ({ path, reasons: reasons.filter((reason) => reason !== removed) });

const areConditional = (paths: readonly OperationPath[]): boolean =>
  paths.length > 0 && paths.every(({ condition }) => condition !== null);

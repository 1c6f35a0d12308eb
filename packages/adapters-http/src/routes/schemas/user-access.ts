import type {
  AccessPath,
  MenuPath,
  NearMissReason,
  PermissionPath,
} from '@portcullis/domain/internal/access/access-paths';
import type { FailedPart } from '@portcullis/domain/internal/conditions/evaluate-condition';
import type {
  Explained,
  ExplainedAccess,
  ExplainedOperation,
  NearMiss,
  OperationPath,
} from '@portcullis/domain/internal/access/explain-access';
import type { ExplainedCondition } from '@portcullis/domain/internal/access/explain-conditions';
import { menuLimits, menuStatuses } from '@portcullis/domain/internal/menus/menu';
import { permissionLimits } from '@portcullis/domain/internal/roles/permission';
import { roleLimits } from '@portcullis/domain/internal/roles/role';
import * as schema from '../../validation/schema.ts';
import type { Fields } from '../../validation/schema.ts';
import { conditionSchema } from './conditions.ts';
import { permissionFields, roleFields } from './roles.ts';
import { status } from './users.ts';

/** The meaning of each reason why a path gives nothing. */
const meanings: Readonly<Record<NearMissReason, string>> = {
  'user-disabled': 'the user is disabled',
  'grant-not-begun': 'the user has the role from a later time on',
  'grant-expired': 'the user had the role until an earlier time',
  'role-disabled': 'the role is disabled',
  'factor-required': 'the role requires a second factor, so the path works only in sessions with one',
  conditional: 'the role has the permission only under a condition, which the operation does not evaluate',
  'permission-disabled': 'the permission is disabled',
  'menu-disabled': 'the menu is disabled',
  'parent-menu-disabled': 'a menu above the menu is disabled',
};

const isReason = (name: string): name is NearMissReason => name in meanings;
const reason = schema.oneOf(Object.keys(meanings).filter(isReason));
const listedMeanings = Object.entries(meanings)
  .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
  .join('; ');

const pathFields: Fields<AccessPath> = {
  role: schema.withDescription(
    schema.object<AccessPath['role']>(schema.pick(roleFields, 'id', 'code', 'name')),
    'The role that gives it.',
  ),
  since: schema.withDescription(
    schema.nullable(schema.timestamp),
    'From when on the user has the role; null if this has no beginning.',
  ),
  until: schema.withDescription(
    schema.nullable(schema.timestamp),
    'Until when the user has the role; null if this has no end.',
  ),
};

const permissionPathFields: Fields<PermissionPath> = {
  ...pathFields,
  condition: schema.withDescription(
    schema.nullable(conditionSchema),
    'The condition under which the role has the permission; null if there is none.',
  ),
};

const operationPathFields: Fields<OperationPath> = {
  ...permissionPathFields,
  permission: schema.withDescription(
    schema.nullable(schema.textOf(permissionLimits.code)),
    'The code of the permission of the role that allows the operation; null if the role itself allows it.',
  ),
};

const menuPathFields: Fields<MenuPath> = {
  ...pathFields,
  below: schema.withDescription(
    schema.nullable(schema.textOf(menuLimits.routeName)),
    'The route name of a menu of the role below this directory, because of which the directory is shown; null if the role has the menu itself.',
  ),
};

const reasonFields: Fields<Pick<NearMiss, 'reason' | 'otherReasons'>> = {
  reason: schema.withDescription(reason, `Why the path gives nothing. ${listedMeanings}.`),
  otherReasons: schema.withDescription(schema.listOf(reason), 'Further reasons why the path gives nothing.'),
};

type Paths<Path extends AccessPath> = Fields<Pick<Explained<Path>, 'paths' | 'nearMisses'>>;

/**
 * Returns the schemas of the paths to something.
 * @param kind the beginning of the names of the schemas
 */
const pathsOf = <Path extends AccessPath>(
  kind: string,
  path: Fields<Path>,
  nearMiss: Fields<NearMiss<Path>>,
): Paths<Path> => ({
  paths: schema.withDescription(
    schema.listOf(schema.namedObject<Path>(`${kind}Path`, path)),
    'Every path that gives it.',
  ),
  nearMisses: schema.withDescription(
    schema.listOf(schema.namedObject<NearMiss<Path>>(`${kind}NearMiss`, nearMiss)),
    'Every path that would give it if there were no reason against the path.',
  ),
});

/** The paths to a role. */
export const pathsSchema = pathsOf<AccessPath>('Access', pathFields, { ...pathFields, ...reasonFields });

/** The paths to a permission. */
export const permissionPathsSchema = pathsOf<PermissionPath>('Permission', permissionPathFields, {
  ...permissionPathFields,
  ...reasonFields,
});

export const menuPathsSchema = pathsOf<MenuPath>('Menu', menuPathFields, { ...menuPathFields, ...reasonFields });

export const needsFactor = schema.withDescription(
  schema.flag,
  'Whether every path needs a session with a second factor. Other sessions then do not have it.',
);

const grantedFields: Fields<Pick<Explained, 'granted' | 'needsFactor'>> = {
  granted: schema.withDescription(
    schema.flag,
    'Whether the user has it now, at least in sessions with a second factor.',
  ),
  needsFactor,
};

type RequiredCondition = ExplainedOperation['conditions'][number];

const requiredConditionSchema = schema.object<RequiredCondition>({
  roles: schema.withDescription(
    schema.listOf(schema.textOf(roleLimits.code)),
    'The codes of the roles that meet the condition.',
  ),
  permissions: schema.withDescription(
    schema.listOf(schema.textOf(permissionLimits.code)),
    'The codes of the permissions that meet the condition.',
  ),
  ...grantedFields,
  ...pathsOf<OperationPath>('Operation', operationPathFields, { ...operationPathFields, ...reasonFields }),
});

const failedPartSchema = schema.object<FailedPart>({
  place: schema.withDescription(schema.text, 'Such as `all[1].any[0]`; empty for the condition itself.'),
  part: schema.withDescription(conditionSchema, 'The part of the condition.'),
  isUnknown: schema.withDescription(
    schema.flag,
    'Whether the part is unknown, because an attribute is missing, and not false.',
  ),
});

const explainedConditionSchema = schema.namedObject<ExplainedCondition>('ExplainedCondition', {
  permission: schema.withDescription(schema.textOf(permissionLimits.code), 'The code of the permission.'),
  role: schema.withDescription(pathFields.role, 'The role that gives the permission under the condition.'),
  condition: schema.withDescription(conditionSchema, 'The condition.'),
  isMet: schema.withDescription(schema.flag, 'Whether the condition is true for the content.'),
  failedParts: schema.withDescription(
    schema.listOf(failedPartSchema),
    'The parts because of which the condition is not met.',
  ),
});

/** The access of a user: roles, permissions, menus and operations, each with the paths that lead to it. */
export const userAccessSchema = schema.namedObject('UserAccess', {
  status: schema.withDescription(
    status,
    'The status of the user. 1: enabled, 0: disabled. A disabled user has no permissions.',
  ),
  roles: schema.withDescription(
    schema.listOf(
      schema.object<ExplainedAccess['roles'][number]>({
        ...schema.pick(roleFields, 'id', 'code', 'name', 'status', 'requiresFactor'),
        ...grantedFields,
        ...pathsSchema,
      }),
    ),
    'The roles of the user, including those that are not in force.',
  ),
  permissions: schema.withDescription(
    schema.listOf(
      schema.object<ExplainedAccess['permissions'][number]>({
        ...schema.pick(permissionFields, 'id', 'code', 'name', 'status'),
        roles: schema.withDescription(
          schema.listOf(schema.textOf(roleLimits.code)),
          'The codes of the roles of the user that have the permission, including disabled roles.',
        ),
        ...grantedFields,
        ...permissionPathsSchema,
      }),
    ),
    'The permissions of the roles of the user.',
  ),
  menus: schema.withDescription(
    schema.listOf(
      schema.object<ExplainedAccess['menus'][number]>({
        id: schema.withDescription(schema.uuid(), 'The id of the menu.'),
        routeName: schema.withDescription(schema.textOf(menuLimits.routeName), 'The route name of the menu.'),
        menuName: schema.withDescription(schema.textOf(menuLimits.menuName), 'The name of the menu.'),
        status: schema.withDescription(
          schema.oneOf(menuStatuses),
          'The status of the menu. 1: enabled, 0 and 2: disabled.',
        ),
        ...grantedFields,
        ...menuPathsSchema,
      }),
    ),
    'The menus of the roles of the user, and the directories above them.',
  ),
  operations: schema.withDescription(
    schema.listOf(
      schema.object<ExplainedOperation>({
        id: schema.withDescription(schema.text, 'The `operationId` in the API document.'),
        ...grantedFields,
        isConditional: schema.withDescription(
          schema.flag,
          'Whether the user may call the operation only for some resources, because every path has a condition or the user may not read all resources.',
        ),
        conditions: schema.withDescription(
          schema.listOf(requiredConditionSchema),
          'The conditions, all of which must be met. Without conditions, every logged-in user may call the operation.',
        ),
      }),
    ),
    'The operations of the API document.',
  ),
  conditions: schema.withDescription(
    schema.nullable(schema.listOf(explainedConditionSchema)),
    'How the conditions on permissions of contents are decided for the content of the request; null if the request names none.',
  ),
});

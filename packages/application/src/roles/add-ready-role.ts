import type { Actor } from '@portcullis/domain/internal/shared/actor';
import type { AccessControl } from '@portcullis/domain/internal/access/access-control';
import { missingContentPermissions } from '@portcullis/domain/internal/access/missing-built-in';
import { requireTrustedAttributes } from '@portcullis/domain/internal/conditions/condition-subjects';
import type { Permission } from '@portcullis/domain/internal/roles/permission';
import {
  readyRoles,
  type ReadyGrant,
  type ReadyRole,
  type ReadyRoleCode,
} from '@portcullis/domain/internal/roles/ready-roles';
import type { Role } from '@portcullis/domain/internal/roles/role';
import { enabled } from '@portcullis/domain/internal/shared/status';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { type EventDependencies, inTransaction } from '../changes.ts';
import { createPermission } from '../permissions/permissions.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { setUserAttributes } from '../user-attributes/user-attributes.ts';
import { createRole } from './roles.ts';
import { setPermissionGrants, type RequestedGrant } from './set-permission-grants.ts';

interface Effects extends EventDependencies {
  readonly actor: Actor;
}

/**
 * Adds a ready role with its permissions and conditions. Creates those of the permissions that do not exist, and declares
 * the attributes of users that the conditions need.
 * The added role is an ordinary custom role.
 * @throws {BusinessError} role-code-taken, role-name-taken, attribute-in-use, attributes-unacceptable
 */
export const addReadyRole = inTransaction(
  async (
    tx: Uses<'accessControl' | 'roles' | 'permissions' | 'userAttributes' | 'events'>,
    deps,
    { actor, code }: { readonly actor: Actor; readonly code: ReadyRoleCode },
  ): Promise<Role> => {
    const ready: readonly ReadyRole[] = readyRoles.filter((each) => each.code === code);
    const [role] = ready;
    if (role === undefined) throw new TypeError(`There is no ready role ${code}.`);
    const installed = await tx.accessControl.lockAll();
    await declare(tx, { clock: deps.clock, ids: deps.ids, actor }, installed.userAttributes, role.attributes);
    const added = await addPermissions(tx, deps, actor, role, installed.permissions);
    const idByCode = new Map(
      [...installed.permissions, ...added].map((permission) => [permission.code, permission.id]),
    );
    const requested = (grant: ReadyGrant): readonly RequestedGrant[] => {
      const permissionId = idByCode.get(grant.code);
      return permissionId === undefined ? [] : [{ permissionId, condition: grant.condition }];
    };
    const { name, description } = role;
    const draft = { code, name, description, status: enabled, requiresFactor: false };
    const created = await createRole.within(tx, deps, { ...draft, actor });
    const grants = role.grants.flatMap(requested);
    const { version } = await setPermissionGrants.within(tx, deps, { actor, roleId: created.id, grants });
    return { ...created, version };
  },
);

/** Adds the permissions of the role that do not exist. An existing one is not changed. */
async function addPermissions(
  tx: Uses<'permissions' | 'events'>,
  deps: EventDependencies,
  actor: Actor,
  { grants }: ReadyRole,
  installed: AccessControl['permissions'],
): Promise<readonly Permission[]> {
  const added: Permission[] = [];
  const codes = grants.map(({ code }) => code);
  for (const draft of missingContentPermissions(codes, installed))
    added.push(await createPermission.within(tx, deps, { actor, ...draft }));
  return added;
}

/** Adds the declarations that do not exist. An existing one must have the same type and be writable only by administrators. */
async function declare(
  tx: Uses<'userAttributes' | 'events'>,
  { actor, ...deps }: Effects,
  installed: readonly AttributeDeclaration[],
  needed: readonly AttributeDeclaration[],
): Promise<void> {
  const added = needed.filter(({ name }) => installed.every((each) => each.name !== name));
  const attributes = [...installed, ...added];
  requireTrustedAttributes(
    attributes,
    needed.map(({ name }) => name),
    needed,
  );
  if (added.length > 0) await setUserAttributes.within(tx, deps, { actor, attributes });
}

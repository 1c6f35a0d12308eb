import type { Actor } from '@portcullis/domain/internal/actor';
import { contentPermissions } from '@portcullis/domain/internal/built-in';
import { requireTrustedAttributes } from '@portcullis/domain/internal/condition-subjects';
import { BusinessError } from '@portcullis/domain/internal/errors';
import {
  readyRoles,
  type ReadyGrant,
  type ReadyRole,
  type ReadyRoleCode,
} from '@portcullis/domain/internal/ready-roles';
import type { Role } from '@portcullis/domain/internal/role';
import { enabled } from '@portcullis/domain/internal/status';
import type { AttributeDeclaration } from '@portcullis/domain/internal/user-attribute';
import { inTransaction } from '../dependencies.ts';
import type { EventDependencies } from '../record-event.ts';
import type { Uses } from '../ports/unit-of-work.ts';
import { setUserAttributes } from '../user-attributes/user-attributes.ts';
import { createRole } from './roles.ts';
import { setPermissionGrants, type RequestedGrant } from './set-permission-grants.ts';

/** What `addReadyRole` needs. */
export interface AddReadyRoleInput {
  readonly actor: Actor;
  readonly code: ReadyRoleCode;
}

interface Effects extends EventDependencies {
  readonly actor: Actor;
}

/**
 * Adds a ready role with its permissions and conditions, and declares the attributes of users that the conditions need.
 * The added role is an ordinary custom role.
 * @throws {BusinessError} role-code-taken, role-name-taken, unknown-permissions, attribute-in-use,
 * attributes-unacceptable
 */
export const addReadyRole = inTransaction(
  async (
    tx: Uses<'accessControl' | 'roles' | 'permissions' | 'userAttributes' | 'events'>,
    deps,
    { actor, code }: AddReadyRoleInput,
  ): Promise<Role> => {
    const ready: readonly ReadyRole[] = readyRoles.filter((each) => each.code === code);
    const [role] = ready;
    if (role === undefined) throw new TypeError(`There is no ready role ${code}.`);
    const installed = await tx.accessControl.lockAll();
    await declare(tx, { clock: deps.clock, ids: deps.ids, actor }, installed.userAttributes, role.attributes);
    const idByCode = new Map(installed.permissions.map((permission) => [permission.code, permission.id]));
    const requested = (grant: ReadyGrant): readonly RequestedGrant[] => {
      const permissionId = idByCode.get(grant.code);
      return permissionId === undefined ? [] : [{ permissionId, condition: grant.condition }];
    };
    const missing = role.grants.filter((grant) => !idByCode.has(grant.code));
    if (missing.length > 0) throw missingPermissions(missing.map((grant) => grant.code));
    const { name, description } = role;
    const draft = { code, name, description, status: enabled, requiresFactor: false };
    const created = await createRole.within(tx, deps, { ...draft, actor });
    const grants = role.grants.flatMap(requested);
    const { version } = await setPermissionGrants.within(tx, deps, { actor, roleId: created.id, grants });
    return { ...created, version };
  },
);

const missingPermissions = (codes: readonly string[]): BusinessError =>
  new BusinessError('unknown-permissions', `The role needs permissions that do not exist: ${codes.join(', ')}.`, {
    missingIds: contentPermissions.filter(({ code }) => codes.includes(code)).map(({ id }) => id),
  });

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

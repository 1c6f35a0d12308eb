import type { Actor } from '@portcullis/domain/internal/shared/actor';
import { subjectAttributesIn, type Condition } from '@portcullis/domain/internal/conditions/condition';
import {
  conditionSubjectTypes,
  requireTrustedAttributes,
} from '@portcullis/domain/internal/conditions/condition-subjects';
import { orNotFound } from '@portcullis/domain/internal/shared/errors';
import type { PermissionId, RoleId } from '@portcullis/domain/internal/shared/ids';
import { requireCondition } from '@portcullis/domain/internal/conditions/parse-condition';
import {
  changedConditions,
  recordedConditions,
  type PermissionGrant,
} from '@portcullis/domain/internal/roles/permission-grant';
import { replaceLinks } from '@portcullis/domain/internal/shared/replace-links';
import { roleEvents } from '@portcullis/domain/internal/roles/role';
import type { AttributeDeclaration } from '@portcullis/domain/internal/conditions/user-attribute';
import { changeEntity, type EventDependencies, inTransaction } from '../changes.ts';
import type { IfMatchInput } from '../dependencies.ts';
import type { Uses } from '../ports/unit-of-work.ts';

/** A permission that a role will have. */
export interface RequestedGrant {
  readonly permissionId: PermissionId;
  /** A condition as JSON, which is checked here. Null: none. */
  readonly condition: unknown;
}

/** What `setPermissionGrants` needs. */
export interface SetPermissionGrantsInput extends IfMatchInput {
  readonly actor: Actor;
  readonly roleId: RoleId;
  /** The new permissions of the role with their conditions, each permission once. */
  readonly grants: readonly RequestedGrant[];
}

/** The permissions of a role after a change, sorted by id, and the new version of the role. */
export interface ReplacedGrants {
  readonly grants: readonly PermissionGrant[];
  readonly version: number;
}

/**
 * Replaces the permissions of a role and their conditions. System roles can also be changed.
 * @throws {BusinessError} role-not-found, version-changed, unknown-permissions, condition-unacceptable, attribute-in-use
 */
export const setPermissionGrants = inTransaction(
  async (
    tx: Uses<'roles' | 'permissions' | 'userAttributes' | 'events'>,
    deps,
    { actor, roleId, grants: requested, ifMatch }: SetPermissionGrantsInput,
  ): Promise<ReplacedGrants> => {
    const ids = requested.map(({ permissionId }) => permissionId);
    // Until this transaction ends, no attribute of the conditions becomes writable by users.
    const declarations = await declarationsForConditions(tx, requested);
    const subject = conditionSubjectTypes(declarations);
    const existing = await tx.permissions.existingIds(ids);
    const stored = orNotFound(await tx.roles.lock(roleId), 'role-not-found');
    const [before, targets] = await Promise.all([tx.roles.grantsOf(roleId), tx.permissions.targetsOf(ids)]);
    const recorded = { event: roleEvents.permissionsChanged, actor, stored, ifMatch };
    const { grants, version } = await changeEntity(tx, deps, recorded, async (allow) => {
      const linked = before.map(({ permissionId }) => permissionId);
      const change = replaceLinks({ before: linked, requested: ids, existing }, 'unknown-permissions', 'permission');
      const targetById = new Map(targets.map((target) => [target.id, target]));
      const after = requested
        .map(({ permissionId, condition }, index): PermissionGrant => {
          const target = targetById.get(permissionId);
          if (condition === null || target === undefined) return { permissionId, condition: null };
          return {
            permissionId,
            condition: requireCondition(condition, target, `grants[${index}].condition`, subject),
          };
        })
        .toSorted((a, b) => (a.permissionId < b.permissionId ? -1 : 1));
      const used = after.flatMap(({ condition }) => (condition === null ? [] : [...subjectAttributesIn(condition)]));
      requireTrustedAttributes(declarations, new Set(used));
      const conditions = changedConditions(before, after);
      await tx.roles.setPermissions(allow(roleId), change);
      if (conditions.length > 0) await tx.roles.setConditions(allow(roleId), conditions);
      return {
        grants: after,
        version: await tx.roles.setUpdatedAt(allow(roleId), deps.clock.now()),
        before: { permissionIds: change.before, conditions: recordedConditions(before) },
        after: { permissionIds: change.after, conditions: recordedConditions(after) },
      };
    });
    return { grants, version };
  },
);

/** Returns the declarations to which the conditions can refer. Without conditions, they are not read. */
const declarationsForConditions = async (
  tx: Uses<'userAttributes'>,
  requested: readonly RequestedGrant[],
): Promise<readonly AttributeDeclaration[]> =>
  requested.some(({ condition }) => condition !== null) ? tx.userAttributes.keep() : [];

/** What `changeConditions` needs. */
interface ChangeConditionsInput {
  readonly actor: Actor;
  readonly roleId: RoleId;
  /** Returns the new condition, or the same object. */
  readonly change: (condition: Condition) => Condition;
}

/**
 * Changes conditions of a role within the caller's transaction. They are not checked again.
 * @throws {BusinessError} role-not-found
 */
export async function changeConditions(
  tx: Uses<'roles' | 'events'>,
  deps: EventDependencies,
  { actor, roleId, change }: ChangeConditionsInput,
): Promise<void> {
  const stored = orNotFound(await tx.roles.lock(roleId), 'role-not-found');
  const before = await tx.roles.grantsOf(roleId);
  const after = before.map(({ permissionId, condition }) => ({
    permissionId,
    condition: condition && change(condition),
  }));
  const recorded = { event: roleEvents.permissionsChanged, actor, stored, ifMatch: undefined };
  await changeEntity(tx, deps, recorded, async (allow) => {
    const permissionIds = before.map(({ permissionId }) => permissionId);
    await tx.roles.setConditions(allow(roleId), changedConditions(before, after));
    await tx.roles.setUpdatedAt(allow(roleId), deps.clock.now());
    return {
      before: { permissionIds, conditions: recordedConditions(before) },
      after: { permissionIds, conditions: recordedConditions(after) },
    };
  });
}

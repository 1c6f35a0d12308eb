import type { Actor } from '../shared/actor.ts';
import type { AuditRecordId, RoleId, UserId } from '../shared/ids.ts';
import type { LinkChange } from '../shared/replace-links.ts';

/** Records that the roles of a user were replaced. This is the only kind of audit record. */
export interface AuditRecord {
  readonly id: AuditRecordId;
  readonly event: 'user.roles.set';
  readonly userId: UserId;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly resource: 'User';
  readonly resourceId: UserId;
  readonly action: 'UPDATE';
  readonly payload: LinkChange<RoleId> & { readonly actorId: UserId; readonly userId: UserId };
  readonly result: 'SUCCESS';
  readonly createdAt: Date;
}

/** A replacement of the roles of a user, for the audit record. */
export interface RolesSetEvent {
  readonly id: AuditRecordId;
  readonly actor: Actor;
  readonly userId: UserId;
  readonly change: LinkChange<RoleId>;
  readonly at: Date;
}

/** Creates the audit record for a replacement of a user's roles. */
export function rolesSetRecord({ id, actor, userId, change, at }: RolesSetEvent): AuditRecord {
  return {
    id,
    event: 'user.roles.set',
    userId: actor.id,
    ipAddress: actor.ipAddress,
    userAgent: actor.userAgent,
    resource: 'User',
    resourceId: userId,
    action: 'UPDATE',
    payload: { actorId: actor.id, userId, before: change.before, after: change.after },
    result: 'SUCCESS',
    createdAt: at,
  };
}

import type { AuditRecordId, RoleId, UserId } from './ids.ts';
import type { LinkChange } from './replace-links.ts';

/** Who acts, and from where; the audit trail keeps all three fields. */
export interface Actor {
  readonly id: UserId;
  readonly ipAddress: string;
  readonly userAgent: string;
}

/** The one kind of audit record: a role set was replaced. */
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

export interface RolesSet {
  readonly id: AuditRecordId;
  readonly actor: Actor;
  readonly userId: UserId;
  readonly change: LinkChange<RoleId>;
  readonly at: Date;
}

/** The record of one role setting, the same for both routes that can do it. */
export function rolesSet({ id, actor, userId, change, at }: RolesSet): AuditRecord {
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

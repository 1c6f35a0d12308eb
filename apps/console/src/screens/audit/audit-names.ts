import type { Schemas } from '@portcullis/client';
import { isMissing } from '../../parts/load.tsx';
import { api, hasPermission } from '../../session/session.ts';
import { loadRoles, type ShownUser } from '../../resources/references.ts';

type AuditRecord = Schemas['AuditRecord'];

/**
 * An audit record contains this user id if the operator made the change with a command of the service
 * (docs/interface.md, section 2.8). No account has this id.
 */
export const operatorId = '00000000-0000-4000-8000-400000000001';

/** The users that occur in audit records, and all existing roles, each by id. */
export interface AuditNames {
  readonly users: ReadonlyMap<string, ShownUser>;
  /** The ids of deleted accounts. */
  readonly deletedUsers: ReadonlySet<string>;
  /** Empty if the person may not read roles. */
  readonly roles: ReadonlyMap<string, Schemas['Role']>;
}

/** Loads the users in the given records, and all roles. A user or role that cannot be read is shown by its id. */
export async function loadNames(records: readonly AuditRecord[], signal: AbortSignal): Promise<AuditNames> {
  const users = new Map<string, ShownUser>();
  const deletedUsers = new Set<string>();
  const roles = hasPermission('role.read') ? await loadRoles() : [];
  const ids = new Set(records.flatMap(({ userId, resourceId }) => [userId, resourceId]));
  ids.delete(operatorId);
  const lookUp = async (id: string): Promise<void> => {
    try {
      users.set(id, await api.get('/api/users/{id}', { params: { path: { id } }, signal }));
    } catch (error) {
      if (isMissing(error)) deletedUsers.add(id);
    }
  };
  await Promise.all([...ids].map(lookUp));
  return { users, deletedUsers, roles: new Map(roles.map((role) => [role.id, role])) };
}

/** Returns the first 8 characters of an id and an ellipsis. They are enough to distinguish the ids on a screen. */
export const shortId = (id: string): string => `${id.slice(0, 8)}…`;

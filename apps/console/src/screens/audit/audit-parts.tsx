import type { Schemas } from '@portcullis/client';
import { operatorId } from '@portcullis/domain/internal/built-in';
import { texts } from '../../language/language.ts';
import { ScreenLink } from '../../navigation/screen-link.tsx';
import { DifferenceView } from '../../parts/differences.tsx';
import { roleName } from '../../resources/built-in-names.ts';
import { loadUsers } from '../../resources/references.ts';
import { loadSomeRoles } from '../../resources/roles.ts';
import { can } from '../../session/session.ts';

type AuditRecord = Schemas['AuditRecord'];

/** The users and roles that occur in audit records, each by id. There may be further roles. */
export interface AuditNames {
  readonly users: ReadonlyMap<string, Schemas['User']>;
  /** Empty if the person may not read roles. */
  readonly roles: ReadonlyMap<string, Schemas['Role']>;
}

/** Loads the users and roles in the given records. A user or role that cannot be read is shown by its id. */
export async function loadNames(records: readonly AuditRecord[], signal: AbortSignal): Promise<AuditNames> {
  const ids = records.flatMap(({ userId, resourceId }) => [userId, resourceId]).filter((id) => id !== operatorId);
  const roleIds = new Set(records.flatMap(({ payload }) => [...payload.before, ...payload.after]));
  const [{ items }, users] = await Promise.all([loadSomeRoles([...roleIds]), loadUsers(ids, signal)]);
  return { users, roles: new Map(items.map((role) => [role.id, role])) };
}

/** Returns the first 8 characters of an id and an ellipsis. They are enough to distinguish the ids on a screen. */
const shortId = (id: string): string => `${id.slice(0, 8)}…`;

interface AccountProps {
  readonly id: string;
  readonly names: AuditNames;
}

/**
 * Shows the name of a user, or the start of the id if the name is not available. Commands and schedules are acts of the service.
 */
export function Account({ id, names }: AccountProps) {
  const user = names.users.get(id);
  if (id === operatorId) return <span>{texts().events.actors.system}</span>;
  if (user !== undefined) return <ScreenLink path={`/users/${id}`}>{user.username}</ScreenLink>;
  return (
    <span class="quiet" title={id}>
      {can('listUsers') ? texts().audit.deleted : ''} <code>{shortId(id)}</code>
    </span>
  );
}

interface RecordProps {
  readonly record: Schemas['AuditRecord'];
  readonly names: AuditNames;
}

/** Shows a record as a sentence, such as `ada set the roles of bob`. */
export function AuditSentence({ record, names }: RecordProps) {
  const [start, middle, end] = texts().audit.rolesSet({ actor: '\n', user: '\n' }).split('\n');
  return (
    <span>
      {start}
      <Account id={record.userId} names={names} />
      {middle}
      <Account id={record.resourceId} names={names} />
      {end}
    </span>
  );
}

/** Returns the name of a role, or the start of its id if the role was deleted or cannot be read. */
export const roleNameOf = (id: string, names: AuditNames): string => {
  const role = names.roles.get(id);
  return role === undefined ? texts().audit.unknownRole({ id: shortId(id) }) : roleName(role);
};

/** Shows the roles that a change has added and removed. */
export function RoleDifference({ record, names }: RecordProps) {
  const { before, after } = record.payload;
  return <DifferenceView before={before} after={after} nameOf={(id) => roleNameOf(id, names)} />;
}

import type { Schemas } from '@portcullis/client';
import { DifferenceView } from '../../parts/differences.tsx';
import { hrefOf } from '../../routing/location.ts';
import { operatorId, shortId, type AuditNames } from './audit-names.ts';
import { auditMessages } from './messages.ts';

interface AccountProps {
  readonly id: string;
  readonly names: AuditNames;
}

/**
 * Shows the name of a user, or the start of the id if the name is not available. For the operator, shows a fixed text.
 */
export function Account({ id, names }: AccountProps) {
  const user = names.users.get(id);
  if (id === operatorId) return <span>{auditMessages().operator}</span>;
  if (user !== undefined) return <a href={hrefOf(`/users/${id}`)}>{user.username}</a>;
  return (
    <span class="quiet" title={id}>
      {names.deletedUsers.has(id) ? auditMessages().deleted : ''} <code>{shortId(id)}</code>
    </span>
  );
}

interface RecordProps {
  readonly record: Schemas['AuditRecord'];
  readonly names: AuditNames;
}

/** Shows a record as a sentence, such as `ada set the roles of bob`. */
export function AuditSentence({ record, names }: RecordProps) {
  const actor = <Account id={record.userId} names={names} />;
  return <span>{auditMessages().rolesSet(actor, <Account id={record.resourceId} names={names} />)}</span>;
}

/** Returns the name of a role, or the start of its id if the role was deleted or cannot be read. */
export const roleName = (id: string, names: AuditNames): string =>
  names.roles.get(id)?.name ?? auditMessages().unknownRole(shortId(id));

/** Shows the roles that a change has added and removed. */
export function RoleDifference({ record, names }: RecordProps) {
  const { before, after } = record.payload;
  return <DifferenceView before={before} after={after} nameOf={(id) => roleName(id, names)} />;
}

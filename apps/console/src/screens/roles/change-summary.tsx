import type { Schemas } from '@portcullis/client';
import { DifferenceView, listChanges } from '../../parts/differences.tsx';
import { hasRole } from '../../session/session.ts';
import { rolesMessages } from './messages.ts';

/** The role whose permissions or menus are edited, and the number of its users. */
export interface RoleWithUserCount {
  readonly role: Schemas['Role'];
  readonly userCount: number;
}

interface ChangeSummaryProps extends RoleWithUserCount {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly nameOf: (id: string) => string;
}

/** Shows the permissions or menus that saving adds and removes, and the number of affected users. */
export function ChangeSummary({ role, userCount, before, after, nameOf }: ChangeSummaryProps) {
  const text = rolesMessages();
  const { added, removed } = listChanges(before, after);
  const byName = (ids: readonly string[]): readonly string[] =>
    ids.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  const isChanged = added.length + removed.length > 0;
  return (
    <div class="summary">
      <p role="status">{isChanged ? text.changes(added.length, removed.length) : text.noChanges}</p>
      {isChanged ? (
        <>
          <DifferenceView before={byName(before)} after={byName(after)} nameOf={nameOf} />
          <p class="quiet">
            {text.affected(userCount)} {hasRole(role.code) ? text.ownRole : ''}
          </p>
        </>
      ) : undefined}
    </div>
  );
}

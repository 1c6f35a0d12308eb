import type { Schemas } from '@portcullis/client';
import type { Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { StatusTag, Time } from '../../parts/elements.tsx';
import { hrefOf } from '../../routing/location.ts';
import { rolesMessages } from './messages.ts';

type Role = Schemas['Role'];

/** The fields by which the list of roles can be sorted. */
export const roleSorts = ['name', 'code', 'status', 'createdAt'] as const;

/**
 * @param userCounts the number of users for each role id; undefined until the numbers are loaded, and for people
 * without the role ADMIN
 */
export const roleColumns = (
  userCounts: ReadonlyMap<string, number> | undefined,
): readonly Column<Role, (typeof roleSorts)[number]>[] => {
  const text = rolesMessages();
  const common = commonMessages();
  return [
    {
      name: 'name',
      label: text.name,
      sort: 'name',
      cell: (role) => (
        <>
          <a href={hrefOf(`/roles/${role.id}`)}>{role.name}</a>
          <code class="narrow-only quiet">{role.code}</code>
        </>
      ),
    },
    { name: 'code', label: text.code, sort: 'code', isMinor: true, cell: (role) => <code>{role.code}</code> },
    {
      name: 'description',
      label: text.description,
      isMinor: true,
      cell: (role) => role.description ?? <span class="quiet">–</span>,
    },
    {
      name: 'kind',
      label: text.kind,
      isMinor: true,
      cell: (role) => <span class="nowrap">{role.isSystem ? text.system : text.custom}</span>,
    },
    {
      name: 'users',
      label: text.users,
      isNumber: true,
      cell: (role) => {
        const count = userCounts?.get(role.id);
        if (count === undefined) return <span class="quiet">–</span>;
        return <a href={hrefOf(`/users?roleCode=${role.code}`)}>{count}</a>;
      },
    },
    {
      name: 'status',
      label: common.status,
      sort: 'status',
      cell: (role) => (
        <>
          <StatusTag isEnabled={role.status === 1} />
          {role.requiresFactor ? <span class="tag">{text.factor}</span> : undefined}
        </>
      ),
    },
    {
      name: 'createdAt',
      label: common.created,
      sort: 'createdAt',
      isMinor: true,
      cell: (role) => <Time value={role.createdAt} />,
    },
  ];
};

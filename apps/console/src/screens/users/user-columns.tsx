import type { Schemas } from '@portcullis/client';
import type { Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { StatusTag, Time } from '../../parts/elements.tsx';
import { hrefOf } from '../../routing/location.ts';
import { usersMessages } from './messages.ts';

type User = Schemas['User'];

/** The fields by which the list of users can be sorted. */
export const userSorts = ['username', 'email', 'createdAt'] as const;

export const userColumns = (): readonly Column<User, (typeof userSorts)[number]>[] => {
  const text = usersMessages();
  const common = commonMessages();
  return [
    {
      name: 'username',
      label: text.username,
      sort: 'username',
      cell: (user) => <a href={hrefOf(`/users/${user.id}`)}>{user.username}</a>,
    },
    { name: 'nickName', label: text.nickName, isMinor: true, cell: (user) => user.nickName ?? '–' },
    { name: 'email', label: text.email, sort: 'email', isMinor: true, cell: (user) => user.email },
    {
      name: 'roles',
      label: text.roles,
      cell: ({ roles }) =>
        roles.length === 0 ? (
          <span class="quiet">{text.noRoles}</span>
        ) : (
          roles.map(({ id, code }) => (
            <span key={id} class="tag">
              {code}
            </span>
          ))
        ),
    },
    {
      name: 'status',
      label: common.status,
      cell: (user) => (
        <>
          <StatusTag isEnabled={user.status === 1} />
          {user.invitedUntil === null ? undefined : <span class="tag">{text.invited}</span>}
        </>
      ),
    },
    {
      name: 'createdAt',
      label: common.created,
      sort: 'createdAt',
      isMinor: true,
      cell: (user) => <Time value={user.createdAt} />,
    },
  ];
};

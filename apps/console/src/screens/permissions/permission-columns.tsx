import type { Schemas } from '@portcullis/client';
import { Fragment } from 'preact';
import type { Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { StatusTag, Time } from '../../parts/elements.tsx';
import { hrefOf } from '../../routing/location.ts';
import { permissionsMessages } from './messages.ts';

type Permission = Schemas['Permission'];

/** The fields by which the list of permissions can be sorted. */
export const permissionSorts = ['code', 'name', 'resource', 'action', 'status', 'createdAt'] as const;

/** Returns a code that can wrap at each dot if the column is narrow. */
const breakable = (code: string) =>
  code.split('.').map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? '' : '.'}
      {index === 0 ? undefined : <wbr />}
      {part}
    </Fragment>
  ));

export const permissionColumns = (): readonly Column<Permission, (typeof permissionSorts)[number]>[] => {
  const text = permissionsMessages();
  const common = commonMessages();
  return [
    {
      name: 'code',
      label: text.code,
      sort: 'code',
      cell: (permission) => (
        <a href={hrefOf(`/permissions/${permission.id}`)}>
          <code>{breakable(permission.code)}</code>
        </a>
      ),
    },
    { name: 'name', label: text.name, sort: 'name', cell: (permission) => permission.name },
    { name: 'resource', label: text.resource, sort: 'resource', isMinor: true, cell: ({ resource }) => resource },
    { name: 'action', label: text.action, sort: 'action', isMinor: true, cell: ({ action }) => action },
    {
      name: 'kind',
      label: text.kind,
      isMinor: true,
      cell: ({ isSystem }) => <span class="nowrap">{isSystem ? text.system : text.custom}</span>,
    },
    {
      name: 'status',
      label: common.status,
      sort: 'status',
      cell: ({ status }) => <StatusTag isEnabled={status === 1} />,
    },
    {
      name: 'createdAt',
      label: common.created,
      sort: 'createdAt',
      isMinor: true,
      cell: ({ createdAt }) => <Time value={createdAt} />,
    },
  ];
};

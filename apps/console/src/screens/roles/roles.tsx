import type { Schemas } from '@portcullis/client';
import { readyRoleCodes, type ReadyRoleCode } from '@portcullis/domain/internal/roles/ready-roles';
import { SelectField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { ScreenLink, type ScreenProps } from '../../navigation/screens.tsx';
import { CreateButton } from '../../parts/actions.tsx';
import { ScreenHead, StatusTag } from '../../parts/elements.tsx';
import { codeColumn, CodesSwitch } from '../../parts/codes.tsx';
import { ListView, statusFilter, statusIn, useList } from '../../parts/list.tsx';
import { notify } from '../../parts/notices.tsx';
import { fieldColumn, kindColumn, linkColumn, timeColumn, type Column } from '../../parts/table.tsx';
import { roleName } from '../../resources/built-in-names.ts';
import { go, hrefOf } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';

type Role = Schemas['ListedRole'];

/** The fields by which the list of roles can be sorted. */
const roleSorts = ['name', 'code', 'status', 'createdAt'] as const;

const roleColumns = (): readonly Column<Role, (typeof roleSorts)[number]>[] => {
  const text = texts().roles;
  const common = texts().common;
  return [
    linkColumn('name', '/roles', roleName),
    ...codeColumn(),
    fieldColumn('description', { isMinor: true }),
    kindColumn(text),
    {
      name: 'users',
      label: text.users,
      isNumber: true,
      cell: ({ code, userCount }) => <ScreenLink path={`/users?roleCode=${code}`}>{userCount}</ScreenLink>,
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
    timeColumn('createdAt', common.created, { isMinor: true }),
  ];
};

/** Adds one of the roles that are ready to use. Their texts come from the service's own list. */
function AddReadyRole({ onCancel }: { readonly onCancel: () => void }) {
  const text = texts().roles;
  const form = useForm<{ readonly code: ReadyRoleCode }>({
    initial: { code: 'AUTHOR' },
    draft: false,
    fieldsOfReasons: { 'role-code-taken': 'code', 'role-name-taken': 'code' },
    save: async ({ code }) => {
      const { id, name } = await api.post('/api/ready-roles', { body: { code } });
      notify(text.readyNotice({ name }));
      go(`/roles/${id}`);
    },
  });
  const { code } = form.values.value;
  const choices = readyRoleCodes.map((value) => ({ value, label: text.readyRoles[value].name }));
  return (
    <FormView form={form} action={text.addReady} onCancel={onCancel}>
      <p class="quiet">{text.readyHint}</p>
      <SelectField form={form} name="code" label={text.role} choices={choices} hint={text.readyRoles[code].about} />
    </FormView>
  );
}

export function Roles({ title }: ScreenProps) {
  const text = texts().roles;
  const roles = useList({ filters: ['status'], sorts: roleSorts, kind: 'role' }, (query, { status }, signal) =>
    api.get('/api/roles', { params: { query: { ...query, ...statusIn(status), withUserCount: true } }, signal }),
  );

  return (
    <>
      <ScreenHead title={title}>
        {can('addReadyRole') ? (
          <CreateButton label={text.addReady} isSecondary>
            {(close) => <AddReadyRole onCancel={close} />}
          </CreateButton>
        ) : undefined}
        {can('createRole') ? (
          <a class="button button-main" href={hrefOf('/roles/new')}>
            {text.create}
          </a>
        ) : undefined}
      </ScreenHead>
      <ListView
        title={title}
        list={roles}
        columns={roleColumns}
        searchIn={text.searchIn}
        filters={[statusFilter()]}
        tools={<CodesSwitch />}
      />
    </>
  );
}

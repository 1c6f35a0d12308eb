import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { DataTable, type Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { StatusTag, Time, ScreenHead, Button } from '../../parts/elements.tsx';
import { hrefOf, listQuery, readListState, go, currentLocation } from '../../routing/location.ts';
import { rolesMessages } from './messages.ts';
import { FormView, useForm } from '../../forms/form.tsx';
import { api, isAdministrator } from '../../session/session.ts';
import { bodyOf, newRole, RoleFields } from './role-fields.tsx';
import type { ScreenProps } from '../../navigation/screens.ts';
import { Dialog, notify } from '../../parts/actions.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';

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

interface CreateRoleProps {
  readonly onCreated: (role: Schemas['Role']) => void;
  readonly onCancel: () => void;
}

export function CreateRole({ onCreated, onCancel }: CreateRoleProps) {
  const text = rolesMessages();
  const form = useForm({
    initial: newRole,
    save: async (values) => onCreated(await api.post('/api/roles', { body: bodyOf(values) })),
  });
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <p class="quiet">{text.createHint}</p>
      <RoleFields form={form} autoFocus />
    </FormView>
  );
}

const list = { filters: ['status'], sorts: roleSorts } as const;

/** Loads the number of users with each role. @returns the number of users for each role id */
async function countUsers(roles: readonly Schemas['Role'][], signal: AbortSignal) {
  const counts = roles.map(async ({ id }) => {
    const { userCount } = await api.get('/api/roles/{id}/stats', { params: { path: { id } }, signal });
    return [id, userCount] as const;
  });
  return new Map(await Promise.all(counts));
}

export function Roles({ title }: ScreenProps) {
  const text = rolesMessages();
  const common = commonMessages();
  const state = readListState(currentLocation.value.query, list);
  const [isCreating, setCreating] = useState(false);
  const roles = useLoad(
    (signal) => {
      const { status } = state.filters;
      const filters = status === '0' || status === '1' ? { status: status === '1' ? (1 as const) : (0 as const) } : {};
      return api.get('/api/roles', { params: { query: { ...listQuery(state), ...filters } }, signal });
    },
    [JSON.stringify([listQuery(state), state.filters])],
  );
  const shown = isAdministrator.value ? (roles.data?.items ?? []) : [];
  const counts = useLoad((signal) => countUsers(shown, signal), [shown.map(({ id }) => id).join()]);

  return (
    <>
      <ScreenHead title={title}>
        {isAdministrator.value ? (
          <Button kind="main" onClick={() => setCreating(true)}>
            {text.create}
          </Button>
        ) : undefined}
      </ScreenHead>
      <FilterBar
        state={state}
        searchIn={text.searchIn}
        filters={[
          {
            name: 'status',
            label: common.status,
            choices: [
              { value: '1', label: common.enabled },
              { value: '0', label: common.disabled },
            ],
          },
        ]}
      />
      <LoadBoundary of={roles}>
        {(page) => (
          <DataTable
            caption={title}
            columns={roleColumns(isAdministrator.value ? counts.data : undefined)}
            page={page}
            state={state}
            idOf={(role) => role.id}
          />
        )}
      </LoadBoundary>
      {isCreating ? (
        <Dialog title={text.create} onClose={() => setCreating(false)}>
          <CreateRole
            onCancel={() => setCreating(false)}
            onCreated={(role) => {
              notify(text.createdNotice(role.name));
              go(`/roles/${role.id}`);
            }}
          />
        </Dialog>
      ) : undefined}
    </>
  );
}

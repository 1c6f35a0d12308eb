import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Button } from '../../parts/elements.tsx';
import { DataTable } from '../../parts/table.tsx';
import { Dialog, notify } from '../../parts/actions.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { listQuery, readListState, go, currentLocation } from '../../routing/location.ts';
import { api, isAdministrator } from '../../session/session.ts';
import { CreateRole } from './create-role.tsx';
import { rolesMessages } from './messages.ts';
import { roleColumns, roleSorts } from './role-columns.tsx';

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

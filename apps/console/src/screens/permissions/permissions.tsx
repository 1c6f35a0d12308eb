import { useState } from 'preact/hooks';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Button } from '../../parts/elements.tsx';
import { DataTable } from '../../parts/table.tsx';
import { Dialog, notify } from '../../parts/actions.tsx';
import { FilterBar, type Choice } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { listQuery, readListState, go, currentLocation } from '../../routing/location.ts';
import { api, isAdministrator } from '../../session/session.ts';
import { CreatePermission } from './create-permission.tsx';
import { permissionsMessages } from './messages.ts';
import { permissionColumns, permissionSorts } from './permission-columns.tsx';

const list = { filters: ['resource', 'action'], sorts: permissionSorts } as const;

const choicesOf = (values: readonly string[]): readonly Choice[] =>
  [...new Set(values)].toSorted().map((value) => ({ value, label: value }));

export function Permissions({ title }: ScreenProps) {
  const text = permissionsMessages();
  const state = readListState(currentLocation.value.query, list);
  const [isCreating, setCreating] = useState(false);
  const all = useLoad(
    async (signal) => Object.values(await api.get('/api/permissions/by-resource', { signal })).flat(),
    [],
  );
  const permissions = useLoad(
    (signal) => api.get('/api/permissions', { params: { query: { ...listQuery(state), ...state.filters } }, signal }),
    [JSON.stringify([listQuery(state), state.filters])],
  );
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
            name: 'resource',
            label: text.resource,
            choices: choicesOf((all.data ?? []).map(({ resource }) => resource)),
          },
          { name: 'action', label: text.action, choices: choicesOf((all.data ?? []).map(({ action }) => action)) },
        ]}
      />
      <LoadBoundary of={permissions}>
        {(page) => (
          <DataTable
            caption={title}
            columns={permissionColumns()}
            page={page}
            state={state}
            idOf={(permission) => permission.id}
          />
        )}
      </LoadBoundary>
      {isCreating ? (
        <Dialog title={text.create} onClose={() => setCreating(false)}>
          <CreatePermission
            onCancel={() => setCreating(false)}
            onCreated={(permission) => {
              notify(text.createdNotice(permission.name));
              go(`/permissions/${permission.id}`);
            }}
          />
        </Dialog>
      ) : undefined}
    </>
  );
}

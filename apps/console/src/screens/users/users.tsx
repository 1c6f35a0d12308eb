import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Button } from '../../parts/elements.tsx';
import { confirmFirst, Dialog, notify } from '../../parts/actions.tsx';
import { DataTable } from '../../parts/table.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary, messageOf } from '../../parts/load.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { ifAnyVersion } from '../../forms/values.ts';
import { listQuery, readListState, setQuery, go, currentLocation } from '../../routing/location.ts';
import { api, isAdministrator, profile } from '../../session/session.ts';
import { CreateUser } from './create-user.tsx';
import { usersMessages } from './messages.ts';
import { loadRoles } from '../../resources/references.ts';
import { userColumns, userSorts } from './user-columns.tsx';

const list = { filters: ['status', 'roleCode'], sorts: userSorts } as const;

/**
 * Returns the label of a row's checkbox. The person's own account has no checkbox, so that nobody disables it by
 * selecting all rows of a page.
 */
const selectableName = ({ id, username }: Schemas['User']): string | undefined =>
  id === profile.value?.id ? undefined : username;

/** Disables users one after another, and shows an error for each failure. @returns the number of disabled users */
async function disableAll(ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const id of ids) {
    try {
      await api.patch('/api/users/{id}', { params: { path: { id }, header: ifAnyVersion }, body: { status: 0 } });
      count += 1;
    } catch (error) {
      notify(messageOf(error), 'error');
    }
  }
  return count;
}

export function Users({ title }: ScreenProps) {
  const text = usersMessages();
  const common = commonMessages();
  const state = readListState(currentLocation.value.query, list);
  const [isCreating, setCreating] = useState(false);
  const roles = useLoad(loadRoles, []);
  const users = useLoad(
    (signal) => {
      const { status, roleCode } = state.filters;
      const filters = {
        ...(status === '0' || status === '1' ? { status: status === '1' ? (1 as const) : (0 as const) } : {}),
        ...(roleCode === undefined ? {} : { roleCode }),
      };
      return api.get('/api/users', { params: { query: { ...listQuery(state), ...filters } }, signal });
    },
    [JSON.stringify([listQuery(state), state.filters])],
  );

  async function disableSelected(): Promise<void> {
    const ids = [...state.selected];
    const isConfirmed = await confirmFirst({
      title: text.disableManyTitle(ids.length),
      consequence: text.disableManyConsequence,
      action: text.disable,
    });
    if (!isConfirmed) return;
    notify(text.disabledNotice(await disableAll(ids)));
    setQuery({ selected: '' }, { replace: true });
    users.reload();
  }

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
            name: 'roleCode',
            label: text.role,
            choices: (roles.data ?? []).map(({ code }) => ({ value: code, label: code })),
          },
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
      <LoadBoundary of={users}>
        {(page) => (
          <DataTable
            caption={title}
            columns={userColumns()}
            page={page}
            state={state}
            idOf={(user) => user.id}
            {...(isAdministrator.value ? { nameOf: selectableName } : {})}
            bulk={
              <Button kind="danger" onClick={disableSelected}>
                {text.disable}
              </Button>
            }
          />
        )}
      </LoadBoundary>
      {isCreating ? (
        <Dialog title={text.create} onClose={() => setCreating(false)}>
          <CreateUser
            roles={roles.data ?? []}
            onCancel={() => setCreating(false)}
            onCreated={(user) => {
              notify(text.createdNotice(user.username));
              go(`/users/${user.id}`);
            }}
          />
        </Dialog>
      ) : undefined}
    </>
  );
}

import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { ScreenHead } from '../../layout/screen-head.tsx';
import { confirmFirst } from '../../parts/confirm.tsx';
import { DataTable, type Column } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useLoad } from '../../parts/load.ts';
import { commonMessages } from '../../parts/messages.ts';
import { Content, messageOf } from '../../parts/states.tsx';
import { notify } from '../../parts/status.tsx';
import { StatusTag } from '../../parts/status-tag.tsx';
import { Time } from '../../parts/time.tsx';
import { listQuery, readListState, setQuery } from '../../routing/list-state.ts';
import { go, hrefOf, place } from '../../routing/location.ts';
import { api, isAdministrator } from '../../session/session.ts';
import { CreateUser } from './create-user.tsx';
import { usersMessages } from './messages.ts';
import { loadRoles } from './roles.ts';

type User = Schemas['User'];
type Sort = 'username' | 'email' | 'createdAt';

const list = { filters: ['status', 'roleCode'], sorts: ['username', 'email', 'createdAt'] } as const;

const columns = (): readonly Column<User, Sort>[] => {
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
    { name: 'status', label: common.status, cell: (user) => <StatusTag isEnabled={user.status === 1} /> },
    {
      name: 'createdAt',
      label: common.created,
      sort: 'createdAt',
      isMinor: true,
      cell: (user) => <Time value={user.createdAt} />,
    },
  ];
};

/** Disables users one after another. @returns how many were disabled, and shows what was refused. */
async function disableAll(ids: readonly string[]): Promise<number> {
  let count = 0;
  for (const id of ids) {
    try {
      await api.patch('/api/users/{id}', { params: { path: { id } }, body: { status: 0 } });
      count += 1;
    } catch (error) {
      notify(messageOf(error), 'error');
    }
  }
  return count;
}

export function Users() {
  const text = usersMessages();
  const common = commonMessages();
  const state = readListState(place.value.query, list);
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
      <ScreenHead title={text.title}>
        {isAdministrator.value ? (
          <button type="button" class="button-main" onClick={() => setCreating(true)}>
            {text.create}
          </button>
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
      <Content of={users}>
        {(page) => (
          <DataTable
            caption={text.title}
            columns={columns()}
            page={page}
            state={state}
            idOf={(user) => user.id}
            {...(isAdministrator.value ? { nameOf: (user: User) => user.username } : {})}
            bulk={
              <button type="button" class="button-danger" onClick={() => void disableSelected()}>
                {text.disable}
              </button>
            }
          />
        )}
      </Content>
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

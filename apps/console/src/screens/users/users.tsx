import type { Schemas } from '@portcullis/client';
import { useState } from 'preact/hooks';
import { DataTable, type Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { StatusTag, Time, ScreenHead, Button } from '../../parts/elements.tsx';
import { hrefOf, listQuery, readListState, setQuery, go, currentLocation } from '../../routing/location.ts';
import { usersMessages } from './messages.ts';
import { CheckboxField, CheckboxGroup, TextField, NewPasswordField } from '../../forms/fields.tsx';
import { language } from '../../language/messages.ts';
import { FormView, useForm } from '../../forms/form.tsx';
import { api, isAdministrator, profile } from '../../session/session.ts';
import { roleChoices, loadRoles } from '../../resources/references.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { confirmFirst, Dialog, notify } from '../../parts/actions.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary, messageOf } from '../../parts/load.tsx';
import { ifAnyVersion } from '../../forms/values.ts';

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

interface CreateUserProps {
  readonly roles: readonly Schemas['Role'][];
  readonly onCreated: (user: Schemas['User']) => void;
  readonly onCancel: () => void;
}

interface Values {
  readonly username: string;
  readonly email: string;
  readonly nickName: string;
  readonly password: string;
  readonly invite: boolean;
  readonly roleIds: readonly string[];
}

const initial: Values = { username: '', email: '', nickName: '', password: '', invite: false, roleIds: [] };

export function CreateUser({ roles, onCreated, onCancel }: CreateUserProps) {
  const text = usersMessages();
  const form = useForm<Values>({
    initial,
    save: async ({ nickName, roleIds, invite, password, ...names }) =>
      onCreated(
        await api.post('/api/users', {
          body: {
            ...names,
            ...(invite ? { invite, language: language.value } : { password }),
            nickName: nickName === '' ? null : nickName,
            roleIds: [...roleIds],
          },
        }),
      ),
  });
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <TextField form={form} name="username" label={text.username} autoFocus />
      <TextField form={form} name="email" label={text.email} kind="email" />
      <TextField form={form} name="nickName" label={text.nickName} isOptional />
      <CheckboxField form={form} name="invite" label={text.invite} hint={text.inviteHint} />
      {form.values.value.invite ? undefined : (
        <NewPasswordField form={form} label={text.password} hint={text.createHint} />
      )}
      <CheckboxGroup form={form} name="roleIds" label={text.roles} choices={roleChoices(roles)} />
    </FormView>
  );
}

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

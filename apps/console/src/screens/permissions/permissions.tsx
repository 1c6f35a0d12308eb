import type { Schemas } from '@portcullis/client';
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { DataTable, type Column } from '../../parts/table.tsx';
import { commonMessages } from '../../parts/messages.ts';
import { StatusTag, Time, ScreenHead, Button } from '../../parts/elements.tsx';
import { hrefOf, listQuery, readListState, go, currentLocation } from '../../routing/location.ts';
import { permissionsMessages } from './messages.ts';
import { FormView, useForm } from '../../forms/form.tsx';
import { api, isAdministrator } from '../../session/session.ts';
import { PermissionFields } from './permission-fields.tsx';
import { bodyOf, newPermission, withCode, type PermissionValues } from './permission-values.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { Dialog, notify } from '../../parts/actions.tsx';
import { FilterBar, type Choice } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';

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

interface CreatePermissionProps {
  readonly onCreated: (permission: Schemas['Permission']) => void;
  readonly onCancel: () => void;
}

export function CreatePermission({ onCreated, onCancel }: CreatePermissionProps) {
  const text = permissionsMessages();
  const form = useForm({
    initial: newPermission,
    save: async (values) => onCreated(await api.post('/api/permissions', { body: bodyOf(values) })),
  });
  const fields = {
    ...form,
    set: (changes: Partial<PermissionValues>) => form.set(withCode(form.values.value, changes)),
  };
  return (
    <FormView form={form} action={text.create} onCancel={onCancel}>
      <PermissionFields form={fields} codeHint={text.codeHint} autoFocus />
    </FormView>
  );
}

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

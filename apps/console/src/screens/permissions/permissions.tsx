import type { Schemas } from '@portcullis/client';
import { createPermissionBody } from '@portcullis/client/fields';
import { FormView, useForm } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { CreateButton } from '../../parts/actions.tsx';
import { ScreenHead, StatusTag, type Choice } from '../../parts/elements.tsx';
import { codeColumn, CodesSwitch } from '../../parts/codes.tsx';
import { ListView, useList } from '../../parts/list.tsx';
import { useLoad } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { kindColumn, linkColumn, sortedColumn, timeColumn, type Column } from '../../parts/table.tsx';
import { actionName, permissionName, resourceName } from '../../resources/built-in-names.ts';
import { loadPermissions } from '../../resources/permissions.ts';
import { go } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { AddContentPermissions } from './content-permissions.tsx';
import { bodyOf, PermissionFields, valuesOf, withCode, type PermissionValues } from './permission-fields.tsx';

type Permission = Schemas['Permission'];

/** The fields by which the list of permissions can be sorted. */
const permissionSorts = ['code', 'name', 'resource', 'action', 'status', 'createdAt'] as const;

const permissionColumns = (): readonly Column<Permission, (typeof permissionSorts)[number]>[] => {
  const text = texts().permissions;
  const common = texts().common;
  return [
    linkColumn('name', '/permissions', permissionName),
    ...codeColumn(),
    sortedColumn('resource', { isMinor: true, shown: resourceName }),
    sortedColumn('action', { isMinor: true, shown: actionName }),
    kindColumn(text),
    sortedColumn('status', { shown: (status: number) => <StatusTag isEnabled={status === 1} /> }),
    timeColumn('createdAt', common.created, { isMinor: true }),
  ];
};

function CreatePermission({ onCancel }: { readonly onCancel: () => void }) {
  const text = texts().permissions;
  const form = useForm({
    limits: createPermissionBody,
    initial: valuesOf(),
    save: async (values) => {
      const { id, name } = await api.post('/api/permissions', { body: bodyOf(values) });
      notify(text.createdNotice({ name }));
      go(`/permissions/${id}`);
    },
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

export function Permissions({ title }: ScreenProps) {
  const text = texts().permissions;
  const all = useLoad(loadPermissions, []);
  const choicesOf = (field: 'resource' | 'action', nameOf: (value: string) => string): readonly Choice[] => {
    const values = new Set((all.data ?? []).map((permission) => permission[field]));
    return [...values].toSorted().map((value) => ({ value, label: nameOf(value) }));
  };
  const permissions = useList(
    { filters: ['resource', 'action'], sorts: permissionSorts, kind: 'permission' },
    (query, filters, signal) => api.get('/api/permissions', { params: { query: { ...query, ...filters } }, signal }),
  );
  return (
    <>
      <ScreenHead title={title}>
        {can('createPermission') ? (
          <CreateButton label={text.addForContents} isSecondary>
            {(close) => (
              <AddContentPermissions
                onCancel={close}
                onAdded={() => {
                  close();
                  all.reload();
                  permissions.reload();
                }}
              />
            )}
          </CreateButton>
        ) : undefined}
        {can('createPermission') ? (
          <CreateButton label={text.create}>{(close) => <CreatePermission onCancel={close} />}</CreateButton>
        ) : undefined}
      </ScreenHead>
      <ListView
        title={title}
        list={permissions}
        columns={permissionColumns}
        searchIn={text.searchIn}
        tools={<CodesSwitch />}
        filters={[
          { name: 'resource', label: texts().fields.resource, choices: choicesOf('resource', resourceName) },
          { name: 'action', label: texts().fields.action, choices: choicesOf('action', actionName) },
        ]}
      />
    </>
  );
}

import { ifVersion, type Schemas } from '@portcullis/client';
import { createRoleBody } from '@portcullis/client/fields';
import { useEffect, useRef } from 'preact/hooks';
import { TextField } from '../../forms/fields.tsx';
import { FormView, useForm } from '../../forms/form.tsx';
import { timeOf, timeZone } from '../../forms/local-time.ts';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { Panel, ScreenHead } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { SearchPicker } from '../../parts/search-picker.tsx';
import { findUsers } from '../../resources/targets.tsx';
import { giveRole } from '../../resources/confirm-effect.tsx';
import { loadGrantable } from '../../resources/permissions.ts';
import { go } from '../../routing/location.ts';
import { api, can } from '../../session/session.ts';
import { PermissionMatrixView } from './permission-matrix-view.tsx';
import { matrixOf } from './permission-matrix.ts';
import { bodyOf, codeOf, RoleFields, valuesOf } from './role-fields.tsx';
import { MenuChoice } from './role-grants.tsx';

const initial = {
  ...valuesOf(),
  permissionIds: [] as readonly string[],
  menuIds: [] as readonly string[],
  userId: '',
  userName: '',
  validUntil: '',
};

interface NewRoleFormProps {
  readonly permissions: readonly Schemas['Permission'][];
  readonly menus: readonly Schemas['MenuNode'][];
}

function NewRoleForm({ permissions, menus }: NewRoleFormProps) {
  const text = texts().roles;
  // If a later request fails, saving again goes on with the role that was created.
  const created = useRef<Schemas['Role'] | undefined>(undefined);
  const form = useForm({
    limits: createRoleBody,
    initial,
    save: async ({ permissionIds, menuIds, userId, userName: _name, validUntil, ...role }) => {
      const until = timeOf('validUntil', validUntil);
      created.current ??= await api.post('/api/roles', { body: bodyOf(role) });
      const { id, name } = created.current;
      const params = { path: { roleId: id } };
      if (permissionIds.length > 0)
        await api.post('/api/roles/{roleId}/permissions', { params, body: { permissionIds: [...permissionIds] } });
      if (menuIds.length > 0) {
        const { version } = await api.get('/api/roles/{id}', { params: { path: { id } } });
        const ofVersion = { ...params, header: ifVersion(version) };
        await api.post('/api/roles/{roleId}/menus', { params: ofVersion, body: { menuIds: [...menuIds] } });
      }
      if (userId !== '') await giveRole(userId, id, until);
      notify(text.createdNotice({ name }));
      go(`/roles/${id}`, { replace: true });
    },
  });
  const { name, code, permissionIds, menuIds, userName } = form.values.value;
  const earlier = useRef(name);
  useEffect(() => {
    if (code === codeOf(earlier.current)) form.set({ code: codeOf(name) });
    earlier.current = name;
  }, [name]);
  return (
    <FormView form={form} action={text.create} onCancel={() => go('/roles', { replace: true })}>
      <RoleFields form={form} autoFocus />
      <div class="grants">
        {can('setRolePermissions') ? (
          <Panel title={text.permissions}>
            <PermissionMatrixView
              matrix={matrixOf(permissions)}
              chosen={new Set(permissionIds)}
              onChoose={(ids) => form.set({ permissionIds: [...ids] })}
            />
          </Panel>
        ) : undefined}
        {can('setRoleMenus') && menus.length > 0 ? (
          <Panel title={text.menus}>
            <MenuChoice tree={menus} chosen={new Set(menuIds)} onChoose={(ids) => form.set({ menuIds: [...ids] })} />
          </Panel>
        ) : undefined}
      </div>
      {can('setRoleGrants') && can('listUsers') ? (
        <div class="field-row">
          <div class="field">
            <span>{text.giveTo}</span>
            <SearchPicker
              label={text.giveTo}
              chosen={userName === '' ? texts().access.chooseUser : userName}
              find={findUsers}
              onChoose={({ value, label }) => form.set({ userId: value, userName: label })}
            />
          </div>
          <TextField
            form={form}
            name="validUntil"
            label={texts().users.validUntil}
            hint={texts().users.periodsHint({ zone: timeZone() })}
            kind="datetime-local"
            isOptional
          />
        </div>
      ) : undefined}
    </FormView>
  );
}

/** The page that creates a role with its permissions and menus, and gives it to a user. */
export function NewRole({ up }: ScreenProps) {
  const text = texts().roles;
  const loaded = useLoad(loadGrantable, []);
  return (
    <>
      <ScreenHead title={text.create} up={up} />
      <Panel title={text.profile}>
        <LoadBoundary of={loaded}>{(found) => <NewRoleForm {...found} />}</LoadBoundary>
      </Panel>
    </>
  );
}

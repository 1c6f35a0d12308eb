import type { Schemas, ifVersion } from '@portcullis/client';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useEditForm } from '../../forms/edit-form.ts';
import { useFieldText } from '../../forms/fields.tsx';
import { FormView } from '../../forms/form.tsx';
import { texts } from '../../language/language.ts';
import { nameWithCode } from '../../parts/codes.tsx';
import { SearchInput } from '../../parts/choice-list.tsx';
import { DifferenceView, listChanges } from '../../parts/differences.tsx';
import { Panel } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { findNode } from '../../parts/tree-moves.ts';
import { TreeView } from '../../parts/tree.tsx';
import { permissionName } from '../../resources/built-in-names.ts';
import { confirmEffect } from '../../resources/confirm-effect.tsx';
import { MenuLabel } from '../../resources/menu-label.tsx';
import { api, can, loadProfile, profile } from '../../session/session.ts';
import { menuNamesOf, menuSelectionStateOf, menusWith, toggleMenu } from './menu-selection.ts';
import { PermissionMatrixView } from './permission-matrix-view.tsx';
import { matrixOf } from './permission-matrix.ts';

/** The role whose permissions or menus are edited, and the number of its users. */
interface RoleWithUserCount {
  readonly role: Schemas['Role'];
  readonly userCount: number;
}

const isOwn = ({ code }: Schemas['Role']): boolean => profile.value?.roles.includes(code) === true;

interface ChangeSummaryProps extends RoleWithUserCount {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly nameOf: (id: string) => string;
}

/** Shows the permissions or menus that saving adds and removes, and the number of affected users. */
function ChangeSummary({ role, userCount, before, after, nameOf }: ChangeSummaryProps) {
  const text = texts().roles;
  const { added, removed } = listChanges(before, after);
  const byName = (ids: readonly string[]): readonly string[] =>
    ids.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  const isChanged = added.length + removed.length > 0;
  return (
    <div class="summary">
      <p role="status">{isChanged ? text.changes({ added: added.length, removed: removed.length }) : text.noChanges}</p>
      {isChanged ? (
        <>
          <DifferenceView before={byName(before)} after={byName(after)} nameOf={nameOf} />
          <p class="quiet">
            {text.affected({ users: userCount })} {isOwn(role) ? text.ownRole : ''}
          </p>
        </>
      ) : undefined}
    </div>
  );
}

interface GrantsFormProps extends RoleWithUserCount {
  /** The name under which unsaved changes are stored. */
  readonly name: string;
  readonly label: string;
  /** The ids of the granted permissions or menus when the form was loaded. */
  readonly grantedIds: readonly string[];
  /** Loads the granted ids again. */
  readonly read: () => Promise<readonly string[]>;
  /** Shows who is affected, and asks for a confirmation. */
  readonly confirm: (ids: string[]) => Promise<void>;
  /** Replaces the granted ids. The service rejects the request if `header` does not match the role's version number. */
  readonly write: (ids: string[], header: ReturnType<typeof ifVersion>) => Promise<unknown>;
  readonly mayChange: boolean;
  /** Called after the ids were saved. */
  readonly onSaved: () => void;
  readonly nameOf: (id: string) => string;
  readonly children: (chosen: ReadonlySet<string>, choose: (ids: ReadonlySet<string>) => void) => ComponentChildren;
}

/** Sorts the ids, so that two lists of the same ids are equal. */
const sorted = (ids: Iterable<string>): readonly string[] => [...ids].toSorted();

/** The form for the permissions or menus of a role, with a summary of the unsaved changes. */
function GrantsForm(props: GrantsFormProps) {
  const { role, userCount, name, label, grantedIds, mayChange, nameOf, children } = props;
  const latest = useRef(props);
  latest.current = props;
  const form = useEditForm({
    stored: { version: role.version, updatedAt: role.updatedAt, grantedIds },
    draft: `role-${name}-${role.id}`,
    read: async () => {
      // The version number is read before the ids. If the role changes between the two requests, saving causes a
      // conflict and does not overwrite the change.
      const { version, updatedAt } = await api.get('/api/roles/{id}', { params: { path: { id: role.id } } });
      return { version, updatedAt, grantedIds: await latest.current.read() };
    },
    valuesOf: (stored) => ({ ids: sorted(stored.grantedIds) }),
    bodyOf: (values) => values,
    write: async (_changes, header, body) => {
      await latest.current.confirm([...body.ids]);
      await latest.current.write([...body.ids], header);
      return undefined;
    },
    undo: ({ ids: before }, header) => latest.current.write([...before], header),
    // What the console shows depends on the person's own roles. This page may have no stream that reports the change.
    onSaved: async () => {
      if (isOwn(role)) await Promise.all([loadProfile(), api.loadOperations()]);
      latest.current.onSaved();
    },
  });
  useFieldText(form, 'ids', label, (ids) => (Array.isArray(ids) ? ids : []).map(nameOf).toSorted().join('\n'));
  const { ids } = form.values.value;
  return (
    <FormView form={form} isReadOnly={!mayChange}>
      {children(new Set(ids), (chosen) => form.set({ ids: sorted(chosen) }))}
      <ChangeSummary role={role} userCount={userCount} before={form.stored.value.ids} after={ids} nameOf={nameOf} />
    </FormView>
  );
}

/** Says of a page whose children are only partly selected whether the page itself is selected. */
function partOf(menu: Schemas['MenuNode'], chosen: ReadonlySet<string>): string | undefined {
  const text = texts().roles;
  if (menu.menuType !== 2 || menuSelectionStateOf(menu, chosen) !== 'mixed') return undefined;
  return chosen.has(menu.id) ? text.itself : text.notItself;
}

const chosenMenuLabel = (menu: Schemas['MenuNode'], part: string | undefined) => (
  <>
    <MenuLabel menu={menu} />
    {part === undefined ? undefined : <span class="quiet">{part}</span>}
  </>
);

interface MenuChoiceProps {
  readonly tree: readonly Schemas['MenuNode'][];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (ids: ReadonlySet<string>) => void;
}

/** The tree of all menus with checkboxes, and its search. */
export function MenuChoice({ tree, chosen, onChoose }: MenuChoiceProps) {
  const text = texts().roles;
  const [search, setSearch] = useState('');
  const found = menusWith(tree, search);
  // The search may have hidden menus below a directory. Choosing the directory chooses them too.
  const whole = (menu: Schemas['MenuNode']) => findNode(tree, menu.id) ?? menu;
  return (
    <>
      <SearchInput label={text.searchMenus} value={search} onType={setSearch} />
      <TreeView
        label={text.menus}
        nodes={found}
        content={chosenMenuLabel}
        detailOf={(menu) => partOf(whole(menu), chosen)}
        checkOf={(menu) => menuSelectionStateOf(whole(menu), chosen)}
        onSelect={(menu) => onChoose(toggleMenu(tree, whole(menu), chosen))}
      />
    </>
  );
}

/** The form that selects the menus of a role in the tree of all menus. */
export function RoleMenus({ role, userCount, onSaved }: RoleWithUserCount & { readonly onSaved: () => void }) {
  const text = texts().roles;
  const params = { path: { roleId: role.id } };
  const readIds = async (): Promise<readonly string[]> => {
    const granted = await api.get('/api/roles/{roleId}/menus', { params });
    return granted.map(({ id }) => id);
  };
  const loaded = useLoad(async () => {
    const [tree, grantedIds] = await Promise.all([api.get('/api/menus/tree'), readIds()]);
    return { tree, names: menuNamesOf(tree), grantedIds };
  }, [role.id]);
  return (
    <Panel title={text.menus}>
      <LoadBoundary of={loaded}>
        {({ tree, names, grantedIds }) =>
          tree.length === 0 ? (
            <p class="quiet">{text.noMenus}</p>
          ) : (
            <GrantsForm
              role={role}
              userCount={userCount}
              name="menus"
              onSaved={onSaved}
              mayChange={can('setRoleMenus')}
              label={text.menus}
              grantedIds={grantedIds}
              read={readIds}
              confirm={(menuIds) => confirmEffect({ change: 'role.menus', roleId: role.id, menuIds })}
              write={(menuIds, header) =>
                api.post('/api/roles/{roleId}/menus', { params: { ...params, header }, body: { menuIds } })
              }
              nameOf={(id) => names.get(id) ?? id}
            >
              {(chosen, choose) => <MenuChoice tree={tree} chosen={chosen} onChoose={choose} />}
            </GrantsForm>
          )
        }
      </LoadBoundary>
    </Panel>
  );
}

interface RoleMeaningProps {
  readonly code: string;
  readonly permissions: readonly Schemas['Permission'][];
}

/** Says what a role means for programs: the powers that a built-in role has by its code, and the codes that it gives. */
function RoleMeaning({ code, permissions }: RoleMeaningProps) {
  const text = texts().roles;
  const powers: Readonly<Record<string, string>> = text.builtInPowers;
  return (
    <div class="role-meaning">
      {powers[code] === undefined ? undefined : <p>{powers[code]}</p>}
      {permissions.length === 0 ? undefined : (
        <p>
          <span class="quiet">{text.codes}</span>{' '}
          {permissions.map((permission) => (
            <code key={permission.id} class="tag">
              {permission.code}
            </code>
          ))}
        </p>
      )}
    </div>
  );
}

/** The form that selects the permissions of a role from all permissions. */
export function RolePermissions({ role, userCount, onSaved }: RoleWithUserCount & { readonly onSaved: () => void }) {
  const text = texts().roles;
  const params = { path: { roleId: role.id } };
  const readIds = async (): Promise<readonly string[]> => {
    const granted = await api.get('/api/roles/{roleId}/permissions', { params });
    return granted.map(({ id }) => id);
  };
  const loaded = useLoad(async () => {
    const [byResource, grantedIds] = await Promise.all([api.get('/api/permissions/by-resource'), readIds()]);
    return { all: Object.values(byResource).flat(), grantedIds };
  }, [role.id]);
  return (
    <Panel title={text.permissions}>
      <LoadBoundary of={loaded}>
        {({ all, grantedIds }) =>
          all.length === 0 ? (
            <p class="quiet">{text.noPermissions}</p>
          ) : (
            <GrantsForm
              role={role}
              userCount={userCount}
              name="permissions"
              onSaved={onSaved}
              mayChange={can('setRolePermissions')}
              label={text.permissions}
              grantedIds={grantedIds}
              read={readIds}
              confirm={(permissionIds) => confirmEffect({ change: 'role.permissions', roleId: role.id, permissionIds })}
              write={(permissionIds, header) =>
                api.post('/api/roles/{roleId}/permissions', { params: { ...params, header }, body: { permissionIds } })
              }
              nameOf={(id) => {
                const found = all.find((permission) => permission.id === id);
                return found === undefined ? id : nameWithCode(permissionName(found), found.code);
              }}
            >
              {(chosen, choose) => (
                <>
                  <PermissionMatrixView matrix={matrixOf(all)} chosen={chosen} onChoose={choose} />
                  <RoleMeaning code={role.code} permissions={all.filter(({ id }) => chosen.has(id))} />
                </>
              )}
            </GrantsForm>
          )
        }
      </LoadBoundary>
    </Panel>
  );
}

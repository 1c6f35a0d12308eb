import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.tsx';
import { ChoiceInput } from '../../parts/choice-list.tsx';
import { Button, ScreenHead } from '../../parts/elements.tsx';
import { FilterBar } from '../../parts/filter-bar.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { TreeEditor } from '../../parts/tree-editor.tsx';
import type { TreeMove } from '../../parts/tree-moves.ts';
import { TreeView } from '../../parts/tree.tsx';
import { roleName } from '../../resources/built-in-names.ts';
import { MenuLabel } from '../../resources/menu-label.tsx';
import { useRoles } from '../../resources/roles.ts';
import { currentLocation, readListState, setQueryIfAllowed } from '../../routing/location.ts';
import { api, can, ifAllowed } from '../../session/session.ts';
import { ExistingMenu, NewMenu } from './menu-panels.tsx';
import { menusWith, seenByRole } from './menu-values.ts';

const menuLabel = (menu: Schemas['MenuNode']) => <MenuLabel menu={menu} />;

interface RolePreviewProps {
  readonly tree: readonly Schemas['MenuNode'][];
  readonly role: Schemas['Role'];
}

/** Shows the menus of a user who has only this role. */
function RolePreview({ tree, role }: RolePreviewProps) {
  const text = texts().menus;
  const { id, status, name } = role;
  const granted = useLoad(
    (signal) => api.get('/api/roles/{roleId}/menus', { params: { path: { roleId: id } }, signal }),
    [id],
  );
  return (
    <>
      <p class="quiet">{text.seenByHint}</p>
      <LoadBoundary of={granted}>
        {(menus) => {
          if (status === 0) return <p>{text.roleDisabled}</p>;
          const nodes = seenByRole(tree, new Set(menus.map((menu) => menu.id)));
          if (nodes.length === 0) return <p>{text.noMenus}</p>;
          return <TreeView label={`${text.seenBy} ${name}`} nodes={nodes} content={menuLabel} />;
        }}
      </LoadBoundary>
    </>
  );
}

interface ViewChoiceProps extends Pick<ReturnType<typeof useRoles>, 'roles' | 'others'> {
  readonly roleId: string;
}

/** The field that selects what the screen shows: the editor of all menus, or a preview of the menus for one role. */
function ViewChoice({ roles, others, roleId }: ViewChoiceProps) {
  const text = texts().menus;
  const choices = [
    { value: '', label: text.everything },
    ...roles.map((each) => ({ value: each.id, label: roleName(each) })),
  ];
  return (
    <label class="filter">
      {text.seenBy}
      <ChoiceInput
        label={text.seenBy}
        value={roleId}
        choices={choices}
        others={others}
        onChoose={(role) => void setQueryIfAllowed({ role })}
      />
    </label>
  );
}

/**
 * Moves a menu.
 * @throws {PortcullisError} menu-not-found, directory-menu-has-parent, unknown-parent-menu, menu-cycle, menu-too-deep
 */
async function moveMenu({ id, parentId, index }: TreeMove): Promise<void> {
  await api.post('/api/menus/{id}/move', {
    params: { path: { id } },
    body: { parentId: parentId ?? null, position: index },
  });
}

/**
 * Shows the editor of all menus, or a preview of the menus for one role. The role and the selected menu are in the URL.
 */
export function Menus({ title }: ScreenProps) {
  const text = texts().menus;
  const tree = useLoad((signal) => api.get('/api/menus/tree', { signal }), [], concerns('menu'));
  const mayPreview = can('listRoleMenus') && can('listRoles');
  const { query } = currentLocation.value;
  const roleId = query.get('role') ?? '';
  const { roles, others } = useRoles(roleId === '' ? [] : [roleId]);
  const state = readListState(query, { filters: [], sorts: [] });
  const role = mayPreview ? roles.find(({ id }) => id === roleId) : undefined;
  return (
    <>
      <ScreenHead title={title}>
        {mayPreview ? <ViewChoice {...{ roles, others }} roleId={role?.id ?? ''} /> : undefined}
        {can('createMenu') && role === undefined ? (
          <Button
            {...(!query.has('menu') && { kind: 'main' })}
            onClick={() => setQueryIfAllowed({ menu: 'new', parent: '' })}
          >
            {text.create}
          </Button>
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={tree}>
        {(nodes) =>
          role === undefined ? (
            <>
              <FilterBar state={state} searchIn={text.searchIn} filters={[]} />
              <TreeEditor
                title={title}
                tree={nodes}
                found={state.search === '' ? undefined : menusWith(nodes, state.search)}
                parameter="menu"
                content={menuLabel}
                chooseHint={text.chooseOne}
                save={ifAllowed('moveMenu', moveMenu)}
                movedNotice={(node) => text.movedNotice({ name: node.title })}
                onChanged={tree.reload}
                newForm={(parentId) => <NewMenu tree={nodes} parentId={parentId} onChanged={tree.reload} />}
                form={(menu, move) => <ExistingMenu tree={nodes} menu={menu} onMove={move} onChanged={tree.reload} />}
              />
            </>
          ) : (
            <RolePreview key={role.id} tree={nodes} role={role} />
          )
        }
      </LoadBoundary>
    </>
  );
}

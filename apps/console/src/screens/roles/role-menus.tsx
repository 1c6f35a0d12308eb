import type { Schemas } from '@portcullis/client';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { TreeView } from '../../parts/tree.tsx';
import { api } from '../../session/session.ts';
import { MenuLabel } from '../../resources/menu-label.tsx';
import type { RoleWithUserCount } from './change-summary.tsx';
import { GrantsForm } from './grants-form.tsx';
import { menuSelectionStateOf, menuNamesOf, toggleMenu } from './menu-selection.ts';
import { rolesMessages } from './messages.ts';
import { Panel } from '../../parts/elements.tsx';

interface LabelProps {
  readonly menu: Schemas['MenuNode'];
  readonly chosen: ReadonlySet<string>;
}

/**
 * Shows a menu. If a page with children is only partly selected, the label says whether the page itself is selected.
 */
function ChosenMenuLabel({ menu, chosen }: LabelProps) {
  const text = rolesMessages();
  const isPartlyChosenPage = menu.menuType === 2 && menuSelectionStateOf(menu, chosen) === 'mixed';
  return (
    <>
      <MenuLabel menu={menu} />
      {isPartlyChosenPage ? <span class="quiet">{chosen.has(menu.id) ? text.itself : text.notItself}</span> : undefined}
    </>
  );
}

/** The form that selects the menus of a role in the tree of all menus. */
export function RoleMenus({ role, userCount }: RoleWithUserCount) {
  const text = rolesMessages();
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
              label={text.menus}
              grantedIds={grantedIds}
              read={readIds}
              write={(menuIds, header) =>
                api.post('/api/roles/{roleId}/menus', { params: { ...params, header }, body: { menuIds } })
              }
              nameOf={(id) => names.get(id) ?? id}
            >
              {(chosen, choose) => (
                <TreeView
                  label={text.menus}
                  nodes={tree}
                  content={(menu) => <ChosenMenuLabel menu={menu} chosen={chosen} />}
                  checkOf={(menu) => menuSelectionStateOf(menu, chosen)}
                  onSelect={(menu) => choose(toggleMenu(tree, menu, chosen))}
                />
              )}
            </GrantsForm>
          )
        }
      </LoadBoundary>
    </Panel>
  );
}

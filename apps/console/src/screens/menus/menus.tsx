import type { Schemas } from '@portcullis/client';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Button } from '../../parts/elements.tsx';
import { FilterBar, Options } from '../../parts/filter-bar.tsx';
import { useLoad, LoadBoundary } from '../../parts/load.tsx';
import { readListState, setQuery, currentLocation } from '../../routing/location.ts';
import { api, isAdministrator, hasPermission } from '../../session/session.ts';
import { loadRoles } from '../../resources/references.ts';
import { MenuEditor } from './menu-editor.tsx';
import { menusMessages } from './messages.ts';
import { RolePreview } from './role-preview.tsx';

interface ViewChoiceProps {
  readonly roles: readonly Schemas['Role'][];
  readonly roleId: string;
}

/** The field that selects what the screen shows: the editor of all menus, or a preview of the menus for one role. */
function ViewChoice({ roles, roleId }: ViewChoiceProps) {
  const text = menusMessages();
  return (
    <label class="filter">
      {text.seenBy}
      <select value={roleId} onChange={(event) => setQuery({ role: event.currentTarget.value })}>
        <option value="">{text.everything}</option>
        <Options of={roles.map(({ id, name }) => ({ value: id, label: name }))} />
      </select>
    </label>
  );
}

/**
 * Shows the editor of all menus, or a preview of the menus for one role. The role and the selected menu are in the URL.
 */
export function Menus({ title }: ScreenProps) {
  const text = menusMessages();
  const tree = useLoad((signal) => api.get('/api/menus/tree', { signal }), []);
  const mayPreview = isAdministrator.value && hasPermission('role.read');
  const roles = useLoad(async () => (mayPreview ? await loadRoles() : []), [mayPreview]);
  const { query } = currentLocation.value;
  const state = readListState(query, { filters: [], sorts: [] });
  const role = roles.data?.find(({ id }) => id === query.get('role'));
  return (
    <>
      <ScreenHead title={title}>
        {mayPreview ? <ViewChoice roles={roles.data ?? []} roleId={role?.id ?? ''} /> : undefined}
        {hasPermission('menu.create') && role === undefined ? (
          <Button kind="main" onClick={() => setQuery({ menu: 'new', parent: '' })}>
            {text.create}
          </Button>
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={tree}>
        {(nodes) =>
          role === undefined ? (
            <>
              <FilterBar state={state} searchIn={text.searchIn} filters={[]} />
              <MenuEditor
                title={title}
                tree={nodes}
                search={state.search}
                chosen={query.get('menu') ?? ''}
                parentId={query.get('parent') ?? ''}
                onChanged={tree.reload}
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

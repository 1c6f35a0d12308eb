import type { Schemas } from '@portcullis/client';
import { texts } from '../../language/language.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { Button, ScreenHead } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad } from '../../parts/load.tsx';
import { TreeEditor } from '../../parts/tree-editor.tsx';
import { findNode, placementAmong, type TreeMove } from '../../parts/tree-moves.ts';
import { concerns } from '../../parts/reported-changes.ts';
import { setQueryIfAllowed } from '../../routing/location.ts';
import { api, can, ifAllowed } from '../../session/session.ts';
import { ExistingCategory, NewCategory } from './category-panels.tsx';

const patch = (id: string, body: Schemas['UpdateCategoryBody']) =>
  api.patch('/api/categories/{id}', { params: { path: { id } }, body });

/**
 * Moves a category. The category is saved before its siblings, so that the order of the siblings stays unchanged if the
 * service rejects the move.
 * @throws {PortcullisError} category-not-found, unknown-parent-category, category-cycle, category-too-deep
 */
async function moveCategory(
  tree: readonly Schemas['CategoryNode'][],
  { id, parentId, index }: TreeMove,
): Promise<void> {
  const family = parentId === undefined ? tree : (findNode(tree, parentId)?.children ?? []);
  const { order, changes } = placementAmong(
    family.filter((sibling) => sibling.id !== id),
    index,
  );
  await patch(id, { parentId: parentId ?? null, order });
  for (const change of changes) await patch(change.id, { order: change.order });
}

const categoryLabel = ({ name, slug }: Schemas['CategoryNode']) => (
  <span class="menu-label">
    <span dir="auto">{name}</span>
    <span class="quiet menu-path" dir="auto">
      {slug}
    </span>
  </span>
);

/** Shows the tree of all categories. The id of the selected category is stored in the URL. */
export function Categories({ title }: ScreenProps) {
  const text = texts().categories;
  const tree = useLoad((signal) => api.get('/api/categories/tree', { signal }), [], concerns('category'));
  return (
    <>
      <ScreenHead title={title}>
        {can('createCategory') ? (
          <Button kind="main" onClick={() => setQueryIfAllowed({ category: 'new', parent: '' })}>
            {text.create}
          </Button>
        ) : undefined}
      </ScreenHead>
      <LoadBoundary of={tree}>
        {(nodes) => (
          <TreeEditor
            title={title}
            tree={nodes}
            parameter="category"
            content={categoryLabel}
            emptyHint={text.empty}
            chooseHint={nodes.length > 0 ? text.chooseOne : undefined}
            save={ifAllowed('updateCategory', (to) => moveCategory(nodes, to))}
            movedNotice={({ name }) => text.movedNotice({ name })}
            onChanged={tree.reload}
            newForm={(parentId) => <NewCategory tree={nodes} parentId={parentId} onChanged={tree.reload} />}
            form={(category, move) => (
              <ExistingCategory tree={nodes} category={category} onMove={move} onChanged={tree.reload} />
            )}
          />
        )}
      </LoadBoundary>
    </>
  );
}

import type { Schemas } from '@portcullis/client';
import { useEffect, useRef } from 'preact/hooks';
import { placementAmong, findNode, type TreeMove } from '../../parts/tree-moves.ts';
import { ifAnyVersion } from '../../forms/values.ts';
import { api } from '../../session/session.ts';
import type { ScreenProps } from '../../navigation/screens.ts';
import { ScreenHead, Button } from '../../parts/elements.tsx';
import { useLoad, LoadBoundary, Empty, messageOf } from '../../parts/load.tsx';
import { notify } from '../../parts/actions.tsx';
import { TreeView } from '../../parts/tree.tsx';
import { setQuery, currentLocation } from '../../routing/location.ts';
import { ExistingCategory, NewCategory, type EditorProps } from './category-panels.tsx';
import { categoriesMessages } from './messages.ts';

const patch = (id: string, body: Schemas['UpdateCategoryBody']) =>
  api.patch('/api/categories/{id}', { params: { path: { id }, header: ifAnyVersion }, body });

/**
 * Moves a category. The category is saved before its siblings, so that the order of the siblings stays unchanged if the
 * service rejects the move.
 * @throws {PortcullisError} category-not-found, unknown-parent-category, category-cycle, category-too-deep
 */
export async function moveCategory(
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

const CategoryLabel = ({ category }: { readonly category: Schemas['CategoryNode'] }) => (
  <span class="menu-label">
    <span>{category.name}</span>
    <span class="quiet menu-path">{category.slug}</span>
  </span>
);

/** Shows the form of the selected category next to the tree. Categories can be moved in the tree. */
function CategoryEditor({ title, tree, onChanged }: EditorProps & Pick<ScreenProps, 'title'>) {
  const text = categoriesMessages();
  const isMoving = useRef(false);
  const side = useRef<HTMLDivElement>(null);
  const { query } = currentLocation.value;
  const chosen = query.get('category') ?? '';
  const parentId = query.get('parent') ?? '';
  // On a narrow screen, the form is below the tree. The page scrolls to it, because the tree may be long.
  useEffect(() => {
    if (chosen !== '') side.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen, parentId]);
  const category = findNode(tree, chosen);

  async function move(to: TreeMove): Promise<void> {
    // While a move is being saved, another move is ignored, because its position refers to the tree before the first
    // move.
    if (isMoving.current) return;
    isMoving.current = true;
    try {
      await moveCategory(tree, to);
      notify(text.movedNotice(findNode(tree, to.id)?.name ?? ''));
    } catch (error) {
      notify(messageOf(error), 'error');
    } finally {
      isMoving.current = false;
      onChanged();
    }
  }

  return (
    <div class="split">
      <div>
        {tree.length === 0 ? (
          <Empty hint={text.empty} />
        ) : (
          <TreeView
            label={title}
            nodes={tree}
            selectedId={category?.id}
            content={(node) => <CategoryLabel category={node} />}
            onSelect={({ id }) => setQuery({ category: id, parent: '' })}
            onMove={(to) => void move(to)}
          />
        )}
      </div>
      <div class="split-side" ref={side}>
        {chosen === 'new' ? (
          <NewCategory key={parentId} tree={tree} parentId={parentId} onChanged={onChanged} />
        ) : undefined}
        {category === undefined ? undefined : (
          <ExistingCategory
            key={category.id}
            tree={tree}
            category={category}
            onMove={(to) => void move(to)}
            onChanged={onChanged}
          />
        )}
        {category === undefined && chosen !== 'new' && tree.length > 0 ? (
          <p class="state">{text.chooseOne}</p>
        ) : undefined}
      </div>
    </div>
  );
}

/** Shows the tree of all categories. The id of the selected category is stored in the URL. */
export function Categories({ title }: ScreenProps) {
  const text = categoriesMessages();
  const tree = useLoad((signal) => api.get('/api/categories/tree', { signal }), []);
  return (
    <>
      <ScreenHead title={title}>
        <Button kind="main" onClick={() => setQuery({ category: 'new', parent: '' })}>
          {text.create}
        </Button>
      </ScreenHead>
      <LoadBoundary of={tree}>
        {(nodes) => <CategoryEditor title={title} tree={nodes} onChanged={tree.reload} />}
      </LoadBoundary>
    </>
  );
}

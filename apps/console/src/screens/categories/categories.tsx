import { type Schemas, ifVersion } from '@portcullis/client';
import { categoryBody, updateCategoryBody } from '@portcullis/client/fields';
import { useResourceForm } from '../../forms/edit-form.ts';
import { SelectField, TextArea, TextField } from '../../forms/fields.tsx';
import { FormView, useForm, type Form } from '../../forms/form.tsx';
import { orNull, textsOf, withNulls } from '../../forms/values.ts';
import { texts } from '../../language/language.ts';
import { ScreenLink, type ScreenProps } from '../../navigation/screens.tsx';
import { Button, ScreenHead } from '../../parts/elements.tsx';
import { LoadBoundary, useLoad, concerns } from '../../parts/load.tsx';
import { notify } from '../../parts/notices.tsx';
import { TreeEditor, NodePanel, removeNode } from '../../parts/tree-editor.tsx';
import { findNode, placementAmong, type TreeMove } from '../../parts/tree-moves.ts';
import { MoveButtons } from '../../parts/tree.tsx';
import { categoryChoices } from '../../resources/references.ts';
import { setQueryIfAllowed, setQuery } from '../../routing/location.ts';
import { api, can, ifAllowed } from '../../session/session.ts';

const valuesOf = (category?: Schemas['Category']) => ({
  ...textsOf(['name', 'slug', 'description'], category),
  /** Used only for a new category; an existing category is moved in the tree. */
  parentId: category?.parentId ?? '',
});

type CategoryValues = ReturnType<typeof valuesOf>;

const bodyOf = ({ parentId: _parentId, ...values }: CategoryValues) => withNulls(values, ['description']);

interface CategoryFormProps {
  readonly form: Form<CategoryValues>;
  /** The categories from which the parent of a new category is chosen; undefined for an existing category. */
  readonly parents?: readonly Schemas['CategoryNode'][];
}

function CategoryForm({ form, parents }: CategoryFormProps) {
  const text = texts().categories;
  const isNew = parents !== undefined;
  return (
    <FormView
      form={form}
      isReadOnly={!isNew && !can('updateCategory')}
      {...(isNew ? { action: texts().common.create } : {})}
    >
      <TextField form={form} name="name" autoFocus={isNew} />
      <TextField form={form} name="slug" hint={isNew ? text.slugHint : undefined} />
      {parents === undefined ? undefined : (
        <SelectField
          form={form}
          name="parentId"
          label={text.parent}
          choices={[{ value: '', label: text.root }, ...categoryChoices(parents)]}
        />
      )}
      <TextArea form={form} name="description" rows={3} />
    </FormView>
  );
}

type CategoryNode = Schemas['CategoryNode'];

interface EditorProps {
  readonly tree: readonly CategoryNode[];
  readonly onChanged: () => void;
}

/** The form of a new category, below a parent or at the root. */
function NewCategory({ tree, parentId, onChanged }: EditorProps & { readonly parentId: string }) {
  const text = texts().categories;
  const form = useForm({ limits: categoryBody, initial: { ...valuesOf(), parentId }, save });

  async function save(values: CategoryValues): Promise<void> {
    const { slug, ...body } = bodyOf(values);
    const siblings = values.parentId === '' ? tree : (findNode(tree, values.parentId)?.children ?? []);
    const created = await api.post('/api/categories', {
      body: {
        ...body,
        ...(slug === '' ? {} : { slug }),
        parentId: orNull(values.parentId),
        order: Math.max(0, ...siblings.map(({ order }) => order)) + 1,
      },
    });
    notify(text.createdNotice({ name: created.name }));
    setQuery({ category: created.id, parent: '' }, { replace: true });
    onChanged();
  }

  return (
    <NodePanel title={text.create} parameter="category">
      <CategoryForm form={form} parents={tree} />
    </NodePanel>
  );
}

/** Shows the number of contents in a category, with a link to the list of these contents. */
function ContentCount({ categoryId }: { readonly categoryId: string }) {
  const text = texts().categories;
  const contents = useLoad(
    (signal) => api.get('/api/contents', { params: { query: { categoryId, pageSize: 1 } }, signal }),
    [categoryId],
  );
  if (contents.data === undefined) return null;
  return (
    <p>
      <ScreenLink path={`/contents?categoryId=${categoryId}`}>
        {text.contents({ count: contents.data.total })}
      </ScreenLink>{' '}
      <span class="quiet">{text.contentsHint}</span>
    </p>
  );
}

interface ExistingCategoryProps extends EditorProps {
  readonly category: CategoryNode;
  readonly onMove: (move: TreeMove) => unknown;
}

/** The form of a category, and the buttons for actions on it. */
function ExistingCategory({ tree, category, onMove, onChanged }: ExistingCategoryProps) {
  const text = texts().categories;
  const { id, name } = category;

  const form = useResourceForm({
    resource: '/api/categories/{id}',
    limits: updateCategoryBody,
    stored: category,
    valuesOf,
    bodyOf,
    onSaved: onChanged,
  });

  const params = { path: { id }, header: ifVersion(category.version) };
  const remove = () =>
    removeNode({
      parameter: 'category',
      name,
      text,
      send: () => api.delete('/api/categories/{id}', { params }),
      onChanged,
    });

  return (
    <NodePanel
      title={name}
      parameter="category"
      id={id}
      createBelow={ifAllowed('createCategory', text.createBelow)}
      onRemove={ifAllowed('deleteCategory', remove)}
    >
      {can('updateCategory') ? <MoveButtons nodes={tree} id={id} onMove={onMove} /> : undefined}
      <ContentCount categoryId={id} />
      <CategoryForm form={form} />
    </NodePanel>
  );
}

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

import type { Schemas } from '@portcullis/client';
import { confirmFirst } from '../../parts/confirm.tsx';
import { useLoad } from '../../parts/load.ts';
import { commonMessages } from '../../parts/messages.ts';
import { MoveButtons } from '../../parts/move-buttons.tsx';
import { messageOf } from '../../parts/states.tsx';
import { notify } from '../../parts/status.tsx';
import { findNode, type TreeMove } from '../../parts/tree-moves.ts';
import { changesOf } from '../../parts/values.ts';
import { setQuery } from '../../routing/list-state.ts';
import { hrefOf } from '../../routing/location.ts';
import { api } from '../../session/session.ts';
import { CategoryForm } from './category-form.tsx';
import { bodyOf, newCategoryValues, valuesOf, type CategoryValues } from './category-values.ts';
import { categoriesMessages } from './messages.ts';

type CategoryNode = Schemas['CategoryNode'];

export interface EditorProps {
  readonly tree: readonly CategoryNode[];
  readonly onChanged: () => void;
}

/** The form of a new category, below a parent or at the root. */
export function NewCategory({ tree, parentId, onChanged }: EditorProps & { readonly parentId: string }) {
  const text = categoriesMessages();

  async function save(values: CategoryValues): Promise<void> {
    const { slug, ...body } = bodyOf(values);
    const siblings = values.parentId === '' ? tree : (findNode(tree, values.parentId)?.children ?? []);
    const created = await api.post('/api/categories', {
      body: {
        ...body,
        ...(slug === '' ? {} : { slug }),
        parentId: values.parentId === '' ? null : values.parentId,
        order: Math.max(0, ...siblings.map(({ order }) => order)) + 1,
      },
    });
    notify(text.createdNotice(created.name));
    setQuery({ category: created.id, parent: '' }, { replace: true });
    onChanged();
  }

  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{text.create}</h2>
        <button type="button" onClick={() => setQuery({ category: '', parent: '' })}>
          {commonMessages().close}
        </button>
      </div>
      <CategoryForm initial={newCategoryValues(parentId)} parents={tree} save={save} />
    </section>
  );
}

/** The number of contents in a category, as a link to them. */
function ContentCount({ categoryId }: { readonly categoryId: string }) {
  const text = categoriesMessages();
  const contents = useLoad(
    (signal) => api.get('/api/contents', { params: { query: { categoryId, pageSize: 1 } }, signal }),
    [categoryId],
  );
  if (contents.data === undefined) return null;
  return (
    <p>
      <a href={hrefOf(`/contents?categoryId=${categoryId}`)}>{text.contents(contents.data.total)}</a>{' '}
      <span class="quiet">{text.contentsHint}</span>
    </p>
  );
}

interface ExistingCategoryProps extends EditorProps {
  readonly category: CategoryNode;
  readonly onMove: (move: TreeMove) => void;
}

/** The form of a category, with what can be done to it. */
export function ExistingCategory({ tree, category, onMove, onChanged }: ExistingCategoryProps) {
  const text = categoriesMessages();
  const common = commonMessages();
  const { id, name } = category;

  async function save(values: CategoryValues, stored: CategoryValues): Promise<void> {
    const body = changesOf(bodyOf(stored), bodyOf(values));
    await api.patch('/api/categories/{id}', { params: { path: { id } }, body });
    notify(common.saved);
    onChanged();
  }

  async function remove(): Promise<void> {
    const question = {
      title: text.deleteTitle(name),
      consequence: text.deleteConsequence(name),
      action: common.delete,
    };
    if (!(await confirmFirst(question))) return;
    try {
      await api.delete('/api/categories/{id}', { params: { path: { id } } });
      notify(text.deletedNotice(name));
      setQuery({ category: '' }, { replace: true });
      onChanged();
    } catch (error) {
      notify(messageOf(error), 'error');
    }
  }

  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{name}</h2>
        <div class="screen-actions">
          <button type="button" onClick={() => setQuery({ category: 'new', parent: id })}>
            {text.createBelow}
          </button>
          <button type="button" onClick={() => setQuery({ category: '' })}>
            {common.close}
          </button>
          <button type="button" class="button-danger" onClick={() => void remove()}>
            {common.delete}
          </button>
        </div>
      </div>
      <MoveButtons nodes={tree} id={id} onMove={onMove} />
      <ContentCount categoryId={id} />
      <CategoryForm initial={valuesOf(category)} save={save} />
    </section>
  );
}

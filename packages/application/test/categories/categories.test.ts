import { categoryLimits, type Category, type EditableCategory } from '@portcullis/domain/internal/contents/category';
import { deletedId } from '@portcullis/domain/internal/conditions/condition-operators';
import type { CategoryId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import {
  createCategory,
  deleteCategory,
  updateCategory,
  type CreateCategoryInput,
} from '../../src/categories/categories.ts';
import { aCategory, aContent, anId, aRole, given, InMemoryWorld, refusalOf, anActor } from '@portcullis/testing';
import { givenContentPermissions } from '@portcullis/testing/internal/given';

describe('Categories', () => {
  const draft = { parentId: null, name: 'Über uns', description: null, order: 0 };
  const root = aCategory();
  const child = aCategory({ parentId: root.id });
  let world: InMemoryWorld;
  const create = (input: Partial<CreateCategoryInput> = {}) =>
    createCategory(world)({ actor: anActor(), ...draft, ...input });
  const update = (id: CategoryId, change: Partial<EditableCategory>) =>
    updateCategory(world)({ actor: anActor(), id, change });
  const remove = (id: CategoryId) => deleteCategory(world)({ actor: anActor(), id });

  /** Stores a chain of categories with the maximum depth. @returns the chain, beginning with the root */
  async function theDeepestBranch(): Promise<readonly Category[]> {
    const branch: Category[] = [];
    for (let depth = 1; depth <= categoryLimits.depth; depth += 1) {
      branch.push(aCategory({ parentId: branch.at(-1)?.id ?? null }));
    }
    await given(world, { categories: branch });
    return branch;
  }
  const leafOf = (branch: readonly Category[]): CategoryId => branch.at(-1)?.id ?? anId();

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { categories: [root, child] });
  });

  describe('createCategory', () => {
    it('adds a category with a slug from its name, numbered if the slug is in use', async () => {
      const [one, two] = [await create(), await create({ parentId: child.id, order: 5 })];
      const at = world.clock.now();
      expect(one).to.deep.equal({ ...draft, id: one.id, slug: 'über-uns', version: 1, createdAt: at, updatedAt: at });
      expect(two).to.deep.include({ slug: 'über-uns-2', parentId: child.id, order: 5 });
      expect(await world.categories.find(two.id)).to.deep.equal(two);
    });

    it('makes the slug from the beginning of the id if the name has no letters', async () => {
      const { id, slug } = await create({ name: '!!!' });
      expect(slug).to.have.lengthOf(8).and.equal(id.slice(0, 8));
    });

    it('refuses a given slug that is in use or is a relative path', async () => {
      expect((await refusalOf(create({ slug: '..' }))).refusal).to.equal('slug-unacceptable');
      expect((await refusalOf(create({ slug: root.slug }))).refusal).to.equal('slug-taken');
    });

    it('refuses a parent that does not exist', async () => {
      const { refusal, details } = await refusalOf(create({ parentId: anId() }));
      expect(refusal).to.equal('unknown-parent-category');
      expect(details).to.have.nested.property('[0].field', 'parentId');
    });

    it('refuses a category below the deepest level', async () => {
      const branch = await theDeepestBranch();
      expect((await refusalOf(create({ parentId: leafOf(branch) }))).refusal).to.equal('category-too-deep');
      await create({ parentId: branch.at(-2)?.id ?? null });
    });
  });

  describe('updateCategory', () => {
    it('changes only the given fields; a new name does not change the slug', async () => {
      world.clock.advance(1);
      const changed = await update(child.id, { name: 'New', order: 3 });
      expect(changed).to.deep.equal({ ...child, name: 'New', order: 3, version: 2, updatedAt: world.clock.now() });
      expect(await world.categories.find(child.id)).to.deep.equal(changed);
    });

    it('moves a category with its descendants, also to the root', async () => {
      const other = aCategory();
      await given(world, { categories: [other] });
      expect((await update(root.id, { parentId: other.id })).parentId).to.equal(other.id);
      expect((await world.categories.find(child.id))?.parentId).to.equal(root.id);
      expect((await update(root.id, { parentId: null })).parentId).to.equal(null);
    });

    it('refuses to move a category below itself or its descendants', async () => {
      for (const parentId of [root.id, child.id]) {
        expect((await refusalOf(update(root.id, { parentId }))).refusal).to.equal('category-cycle');
      }
    });

    it('refuses a move after which a descendant would be too deep', async () => {
      const branch = await theDeepestBranch();
      const top = branch[0]?.id ?? anId();
      expect((await refusalOf(update(top, { parentId: root.id }))).refusal).to.equal('category-too-deep');
      expect((await refusalOf(update(root.id, { parentId: leafOf(branch) }))).refusal).to.equal('category-too-deep');
    });

    it('refuses an unknown category, an unknown parent and a slug in use', async () => {
      expect((await refusalOf(update(anId(), {}))).refusal).to.equal('category-not-found');
      expect((await refusalOf(update(anId(), { parentId: root.id }))).refusal).to.equal('category-not-found');
      expect((await refusalOf(update(root.id, { parentId: anId() }))).refusal).to.equal('unknown-parent-category');
      expect((await refusalOf(update(root.id, { slug: child.slug }))).refusal).to.equal('slug-taken');
    });
  });

  describe('deleteCategory', () => {
    it('removes an empty category', async () => {
      await remove(child.id);
      await remove(root.id);
      expect(await world.categories.all()).to.deep.equal([]);
    });

    it('refuses to remove a category that contains categories or contents', async () => {
      await given(world, { contents: [aContent({ categoryId: child.id })] });
      for (const { id } of [root, child]) {
        const { refusal, message } = await refusalOf(remove(id));
        expect([refusal, message]).to.deep.equal([
          'category-in-use',
          'This category still holds categories or contents.',
        ]);
      }
      expect(await world.categories.all()).to.deep.equal([root, child]);
    });

    it('refuses to remove a category that conditions name, unless forced, and then lets them permit no more', async () => {
      const [role, other] = [aRole(), aRole()];
      const { 'content.read-drafts': read, 'content.update': change } = await givenContentPermissions(world);
      const under = { attr: 'resource.categoryId', under: child.id } as const;
      await given(world, {
        roles: [role, other],
        rolePermissions: [
          [role.id, [read, change]],
          [other.id, [read]],
        ],
        conditions: [
          [role.id, [{ permissionId: read, condition: { not: under } }]],
          [other.id, [{ permissionId: read, condition: { ...under, under: root.id } }]],
        ],
      });
      const { refusal, details } = await refusalOf(remove(child.id));
      const { id, code, name } = role;
      expect([refusal, details]).to.deep.equal(['category-in-conditions', { roles: [{ id, code, name }] }]);
      await deleteCategory(world)({ actor: anActor(), id: child.id, force: true });
      const conditionsOf = async (roleId: typeof id) =>
        new Map(((await world.roles.grantsOf(roleId)) ?? []).map((grant) => [grant.permissionId, grant.condition]));
      const stored = await conditionsOf(role.id);
      expect(stored.get(change)).to.equal(null);
      expect(stored.get(read)).to.deep.equal({ not: { ...under, under: deletedId } });
      expect((await conditionsOf(other.id)).get(read)).to.deep.equal({ ...under, under: root.id });
      expect((await world.roles.find(role.id))?.version).to.be.above(role.version);
      const types = (await world.events.after(0, 100)).map(({ type }) => type);
      expect(types).to.deep.equal(['role.permissions.changed', 'category.deleted']);
    });

    it('refuses an unknown category', async () => {
      expect((await refusalOf(remove(anId()))).refusal).to.equal('category-not-found');
    });
  });

  describe('with a condition', () => {
    const reach = { attr: 'resource.id', under: root.id } as const;
    const other = aCategory();
    const actor = anActor();
    beforeEach(() => given(world, { categories: [other] }));

    it('can be created, changed, moved and removed below the category that the condition names', async () => {
      const { id } = await create({ parentId: child.id, reach });
      await updateCategory(world)({ actor, id, change: { name: 'New', parentId: root.id }, reach });
      expect(await world.categories.find(id)).to.include({ name: 'New', parentId: root.id });
      await updateCategory(world)({ actor, id: root.id, change: { name: 'Root' }, reach });
      await deleteCategory(world)({ actor, id, reach });
      expect(await world.categories.find(id)).to.equal(undefined);
    });

    it('cannot be created, changed, moved or removed elsewhere', async () => {
      const attempts = [
        () => create({ reach }),
        () => create({ parentId: other.id, reach }),
        () => updateCategory(world)({ actor, id: other.id, change: { name: 'New' }, reach }),
        () => updateCategory(world)({ actor, id: other.id, change: { parentId: root.id }, reach }),
        () => updateCategory(world)({ actor, id: child.id, change: { parentId: null }, reach }),
        () => updateCategory(world)({ actor, id: child.id, change: { parentId: other.id }, reach }),
        () => deleteCategory(world)({ actor, id: other.id, reach }),
        () => create({ parentId: root.id, reach: false }),
      ];
      for (const attempt of attempts) expect((await refusalOf(attempt())).refusal).to.equal('permission-required');
      expect(await world.categories.all()).to.have.deep.members([root, child, other]);
    });
  });
});

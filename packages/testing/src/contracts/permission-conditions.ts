import { expect } from 'chai';
import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { Content } from '@portcullis/domain/internal/contents/content';
import { isId, type Id, type PermissionId } from '@portcullis/domain/internal/shared/ids';
import { resolveCondition } from '@portcullis/domain/internal/conditions/simplify-condition';
import { contentAttributes } from '@portcullis/application/internal/contents/content-reach';
import { isReached } from '@portcullis/application/internal/reach';
import { aCategory, aContent, anApiKey, anId, aPermission, aRole, aSession, aTag, aUser, unique } from '../builders.ts';
import { given, givenContentPermissions } from '../given.ts';
import { Choices } from './random-access.ts';
import type { OpenStore } from './store.ts';

const owners: Condition = { attr: 'resource.authorId', eq: { ref: 'subject.id' } };

/** Number of random conditions. */
const runs = 12;

export function permissionConditionContract(adapter: string, open: OpenStore): void {
  async function aHolder() {
    const [user, role, plain] = [aUser(), aRole(), aRole()];
    const [permission, other] = [aPermission(), aPermission()];
    const session = aSession({ userId: user.id });
    const key = anApiKey({ ownerId: user.id, permissions: [permission.code, other.code] });
    await given(open().work, {
      users: [user],
      roles: [role, plain],
      permissions: [permission, other],
      rolePermissions: [[role.id, [permission.id, other.id]]],
      conditions: [[role.id, [{ permissionId: permission.id, condition: owners }]]],
      userRoles: [[user.id, [role.id, plain.id]]],
      sessions: [session],
      apiKeys: [key],
    });
    const query = {
      userId: user.id,
      sessionId: session.id,
      roles: ['ADMIN'],
      permissions: [permission.code, other.code],
      isEither: true,
    };
    return { user, role, plain, permission, other, key, query };
  }

  describe(`Conditions on permissions contract, ${adapter}`, () => {
    it('returns a permission with a condition only to a query that evaluates conditions', async () => {
      const { permission, other, key, query } = await aHolder();
      const { access } = open();
      const held = { roles: [], permissions: [other.code] };
      const conditional = [{ code: permission.code, condition: owners, attributes: {} }];
      expect(await access.check(query).grants).to.deep.equal(held);
      expect(await access.check({ ...query, evaluatesConditions: true }).grants).to.deep.equal({
        ...held,
        conditional,
      });
      const grants = await access.keyGrants({ keyId: key.id, secretHash: key.secretHash, ipAddress: '192.0.2.1' });
      expect(grants).to.deep.include({ permissions: [other.code], conditional });
    });

    it('ignores conditions if another role gives the permission without one, and disabled roles', async () => {
      const { role, plain, permission, query } = await aHolder();
      const { work, access } = open();
      const asked = { ...query, permissions: [permission.code], evaluatesConditions: true };
      await work.run((tx) => tx.roles.setPermissions(plain.id, { before: [], after: [permission.id] }));
      expect((await access.check(asked).grants)?.permissions).to.deep.equal([permission.code]);
      await work.run(async (tx) => {
        await tx.roles.setPermissions(plain.id, { before: [permission.id], after: [] });
        await tx.roles.save({ ...role, status: 0 });
      });
      expect(await access.check(asked).grants).to.deep.equal({ roles: [], permissions: [] });
    });

    it('stores conditions, keeps those of links that stay, and forgets those of removed links', async () => {
      const { role, permission, other } = await aHolder();
      const { work, roles } = open();
      const conditionOf = async (id: PermissionId) =>
        (await roles.grantsOf(role.id))?.find(({ permissionId }) => permissionId === id)?.condition;
      const versionOf = async () => (await roles.find(role.id))?.version;
      expect(await conditionOf(permission.id)).to.deep.equal(owners);
      expect((await roles.permissionsOf(role.id))?.map(({ conditional }) => conditional)).to.have.members([
        true,
        false,
      ]);
      const before = await versionOf();
      const set = async (condition: Condition | null) => {
        await work.run((tx) => tx.roles.setConditions(role.id, [{ permissionId: permission.id, condition }]));
        return versionOf();
      };
      expect(await set(owners)).to.equal(before);
      expect(await set({ not: owners })).to.equal((before ?? 0) + 1);
      expect(await conditionOf(permission.id)).to.deep.equal({ not: owners });
      await work.run((tx) => tx.roles.setPermissions(role.id, { before: [other.id], after: [] }));
      expect(await conditionOf(permission.id)).to.deep.equal({ not: owners });
      await work.run((tx) => tx.roles.setPermissions(role.id, { before: [permission.id], after: [] }));
      await work.run((tx) => tx.roles.setPermissions(role.id, { before: [], after: [permission.id] }));
      expect(await conditionOf(permission.id)).to.equal(null);
      expect(await roles.grantsOf(anId())).to.equal(undefined);
    });

    it('returns what a permission of a content is about', async () => {
      const { work } = open();
      const ids = Object.values(await givenContentPermissions(work));
      const found = await work.run((tx) => tx.permissions.targetsOf(ids));
      expect(found.length).to.equal(ids.length);
      for (const { code, resource } of found) expect(code.startsWith(`${resource}.`)).to.equal(true);
    });

    it(`lists, counts, finds and reaches exactly the contents for which ${runs} random conditions are true`, async () => {
      const { work, contents } = open();
      const choices = new Choices(runs);
      const word = unique('reach');
      const people = [aUser(), aUser()];
      const root = aCategory();
      const child = aCategory({ parentId: root.id });
      const categories = [root, child, aCategory({ parentId: child.id }), aCategory()];
      const tags = [aTag(), aTag()];
      const stored: Content[] = Array.from({ length: 24 }, () => {
        const status = choices.oneOf(['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const);
        const past = new Date('2020-01-01T00:00:00.000Z');
        return aContent({
          title: `${word} ${unique('title')}`,
          authorId: choices.isTrue(0.2) ? null : choices.oneOf(people).id,
          categoryId: choices.isTrue(0.3) ? null : choices.oneOf(categories).id,
          status,
          publishedAt: status === 'PUBLISHED' ? past : null,
          // A transition that is due counts although it is not stored.
          publishAt: status === 'DRAFT' && choices.isTrue(0.3) ? past : null,
        });
      });
      const contentTags = stored.map(({ id }) => [id, choices.some(tags, 0.5).map((tag) => tag.id)] as const);
      await given(work, { users: people, categories, tags, contents: stored, contentTags });
      const query = { page: 1, pageSize: 100 };
      const all = await contents.list({ ...query, search: word });
      expect(all.total).to.equal(stored.length);
      const facts = await contents.factsOf([...stored.map(({ id }) => id), anId()]);
      const ofItems = all.items.map(({ id, ...item }) => ({ id, ...contentAttributes(item) }));
      expect(facts).to.have.deep.members(ofItems);
      const paths = await work.run((tx) => tx.categories.pathsOf(categories.map(({ id }) => id)));
      const pathOf = (id: string): readonly string[] => (isId<'Category'>(id) ? (paths.get(id) ?? [id]) : [id]);
      const times = [new Date('2020-01-01T00:00:00.000Z'), stored[0]?.createdAt ?? new Date(0)];
      const leaf = (): Condition => {
        const person: Id<'User'> = choices.oneOf(people).id;
        const at = choices.oneOf(times).toISOString();
        return choices.oneOf<() => Condition>([
          () => ({ attr: 'resource.authorId', eq: person }),
          () => ({ attr: 'resource.authorId', ne: 'no-id' }),
          () => ({ attr: 'resource.authorId', in: people.map(({ id }) => id) }),
          () => ({ attr: 'resource.status', in: choices.some(['DRAFT', 'ARCHIVED', 'PUBLISHED'], 0.5) }),
          () => ({ attr: 'resource.categoryId', under: choices.oneOf(categories).id }),
          () => ({ attr: 'resource.categoryId', exists: choices.isTrue(0.5) }),
          () => ({ attr: 'resource.tagIds', contains: choices.oneOf(tags).id }),
          () => ({ attr: 'resource.publishedAt', lte: at }),
          () => ({ attr: 'resource.createdAt', gt: at }),
        ])();
      };
      const random = (levels: number): Condition => {
        const kind = levels === 1 ? 'leaf' : choices.oneOf(['leaf', 'all', 'any', 'not']);
        if (kind === 'leaf') return leaf();
        if (kind === 'not') return { not: random(levels - 1) };
        const parts = [random(levels - 1), random(levels - 1)];
        return kind === 'all' ? { all: parts } : { any: parts };
      };
      for (let run = 0; run < runs; run += 1) {
        const condition = random(3);
        const reach = resolveCondition(condition, {});
        const reached = all.items.filter((item) => isReached(reach, contentAttributes(item), pathOf));
        const ids = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id).toSorted();
        const readable = all.items.filter((item) => item.status === 'PUBLISHED' || reached.includes(item));
        for (const item of choices.some(all.items, 0.2)) {
          expect(await contents.reached(item.id, reach), JSON.stringify(condition)).to.deep.equal({
            isReached: reached.includes(item),
            isPublic: item.status === 'PUBLISHED',
          });
        }
        if (typeof reach === 'boolean') continue;
        const listed = await contents.list({ ...query, search: word, reach });
        expect(ids(listed.items), JSON.stringify(condition)).to.deep.equal(ids(readable));
        expect(listed.total).to.equal(readable.length);
        const status = choices.oneOf(['DRAFT', 'ARCHIVED'] as const);
        const wanted = ids(readable.filter((item) => item.status === status));
        const filtered = await contents.list({ ...query, search: word, status, reach });
        expect(ids(filtered.items), JSON.stringify(condition)).to.deep.equal(wanted);
        const found = await contents.search({ ...query, q: word, status, reach });
        expect([ids(found.items), found.total], JSON.stringify(condition)).to.deep.equal([wanted, wanted.length]);
      }
      expect(await contents.reached(anId(), true)).to.equal(undefined);
    });
  });
}

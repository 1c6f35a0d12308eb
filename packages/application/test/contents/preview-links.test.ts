import { expect } from 'chai';
import {
  createPreviewLink,
  listPreviewLinks,
  readPreview,
  revokePreviewLink,
} from '../../src/contents/preview-links.ts';
import { publishContent } from '../../src/contents/content-status.ts';
import { updateContent } from '../../src/contents/contents.ts';
import { saveWorkingCopy } from '../../src/contents/working-copies.ts';
import { moderatorRole } from '@portcullis/domain/internal/built-in';
import { disabled } from '@portcullis/domain/internal/shared/status';
import { aCategory, aContent, anActor, anId, aRole, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';
import { givenContentPermissions } from '@portcullis/testing/internal/given';

describe('Preview links', () => {
  const author = aUser();
  const actor = anActor({ id: author.id });
  const content = aContent({ title: 'Draft', contentMd: 'text' });
  const hourMs = 3_600_000;
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { contents: [content], users: [author], userRoles: [[author.id, [moderatorRole.id]]] });
  });

  const create = (expiresIn = '2h', contentId = content.id) =>
    createPreviewLink(world)({ actor, contentId, expiresIn });
  const list = (contentId = content.id) => listPreviewLinks(world)({ contentId, page: 1, pageSize: 10 });
  const revoke = (id: Awaited<ReturnType<typeof create>>['id'], contentId = content.id) =>
    revokePreviewLink(world)({ actor, contentId, id });

  it('show an unpublished content to everyone who has the token', async () => {
    const { token } = await create();
    expect(await readPreview(world)(token)).to.deep.equal({ ...content, tagIds: [], cover: null });
  });

  it('show the fields of the working copy instead of those of the content', async () => {
    const { token } = await create();
    await saveWorkingCopy(world)({ actor, id: content.id, change: { title: 'Next', summary: 'Short' } });
    const { updatedAt: _updatedAt, ...shown } = await readPreview(world)(token);
    const { updatedAt: _old, ...expected } = content;
    expect(shown).to.deep.equal({ ...expected, title: 'Next', summary: 'Short', tagIds: [], cover: null });
  });

  describe('of an author who may read contents of a category', () => {
    const [category, other] = [aCategory(), aCategory()];
    const [writer, role] = [aUser(), aRole()];
    const condition = { attr: 'resource.categoryId', under: category.id } as const;
    const inCategory = aContent({ categoryId: category.id });
    let token: string;
    beforeEach(async () => {
      const { 'content.read-drafts': permissionId } = await givenContentPermissions(world);
      await given(world, {
        categories: [category, other],
        contents: [inCategory],
        users: [writer],
        roles: [role],
        rolePermissions: [[role.id, [permissionId]]],
        conditions: [[role.id, [{ permissionId, condition }]]],
        userRoles: [[writer.id, [role.id]]],
      });
      const link = { actor: anActor({ id: writer.id }), contentId: inCategory.id, expiresIn: '2h' };
      ({ token } = await createPreviewLink(world)(link));
      await saveWorkingCopy(world)({ actor, id: inCategory.id, change: { title: 'Next' } });
    });
    const shown = async () => (await readPreview(world)(token)).title;
    const states = async () => (await list(inCategory.id)).items.map(({ state }) => state);
    const expectEnded = async () => {
      expect((await refusalOf(readPreview(world)(token))).refusal).to.equal('preview-link-not-found');
      expect(await states()).to.deep.equal(['ended']);
    };

    it('show the working copy while the author may read it', async () => {
      expect([await shown(), await states()]).to.deep.equal(['Next', ['active']]);
      // A role that requires a second factor counts, because no session is known.
      await world.run((tx) => tx.roles.save({ ...role, requiresFactor: true }));
      expect(await shown()).to.equal('Next');
    });

    it('end when the content moves away from the author', async () => {
      await updateContent(world)({ actor, id: inCategory.id, change: { categoryId: other.id } });
      await expectEnded();
      await updateContent(world)({ actor, id: inCategory.id, change: { categoryId: category.id } });
      expect([await shown(), await states()]).to.deep.equal(['Next', ['active']]);
    });

    it('end when the author loses the right, is disabled or is deleted', async () => {
      await world.run((tx) => tx.roles.save({ ...role, status: disabled }));
      await expectEnded();
      await world.run((tx) => tx.roles.save(role));
      expect(await shown()).to.equal('Next');
      await world.run((tx) => tx.users.save({ ...writer, status: disabled }));
      await expectEnded();
      await world.run((tx) => tx.users.save(writer));
      expect(await shown()).to.equal('Next');
      await world.run((tx) => tx.users.remove(writer.id));
      await expectEnded();
    });

    it('show what is public, but no working copy, to an author without the right', async () => {
      await publishContent(world)({ actor, id: inCategory.id });
      await world.run((tx) => tx.roles.save({ ...role, status: disabled }));
      expect([await shown(), await states()]).to.deep.equal([inCategory.title, ['active']]);
    });
  });

  it('are listed until they expire', async () => {
    expect(await list()).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 10 });
    const [short, long] = [await create('1h'), await create('2h')];
    expect((await list()).items.map(({ id }) => id)).to.have.members([short.id, long.id]);
    world.clock.advance(hourMs);
    expect((await list()).items.map(({ id }) => id)).to.deep.equal([long.id]);
  });

  it('work until they expire or are revoked', async () => {
    const [short, long] = [await create('1h'), await create('2h')];
    world.clock.advance(hourMs - 1);
    await readPreview(world)(short.token);
    world.clock.advance(1);
    expect((await refusalOf(readPreview(world)(short.token))).refusal).to.equal('preview-link-not-found');
    await readPreview(world)(long.token);
    await revoke(long.id);
    expect((await refusalOf(readPreview(world)(long.token))).refusal).to.equal('preview-link-not-found');
    expect((await list()).total).to.equal(0);
  });

  it('do not exist for an unknown token, an unknown id or the id of another content', async () => {
    const other = aContent();
    await given(world, { contents: [other] });
    const { id } = await create();
    for (const attempt of [
      () => readPreview(world)('unknown'),
      () => revoke(anId()),
      () => revoke(id, other.id),
      () => revoke(id, anId()),
    ]) {
      expect((await refusalOf(attempt())).refusal).to.equal('preview-link-not-found');
    }
    expect((await list()).total).to.equal(1);
  });

  it('need a content that exists', async () => {
    for (const attempt of [() => create('1h', anId()), () => list(anId())]) {
      expect((await refusalOf(attempt())).refusal).to.equal('content-not-found');
    }
  });
});

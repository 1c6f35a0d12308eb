import { expect } from 'chai';
import { updateContent } from '../../src/contents/contents.ts';
import { publishContent } from '../../src/contents/content-status.ts';
import { listRevisions, readRevision, removeOldRevisions, restoreContent } from '../../src/contents/revisions.ts';
import { replaceMembers } from '../support/replace-members.ts';
import { aContent, anActor, anId, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

describe('Revisions', () => {
  const actor = anActor();
  const content = aContent({ editorType: 'RICHTEXT', contentMd: 'source', contentHtml: '<p>rich</p>' });
  const { id } = content;
  let world: InMemoryWorld;

  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { contents: [content] });
  });

  const update = (change: Parameters<ReturnType<typeof updateContent>>[0]['change']) =>
    updateContent(world)({ actor, id, change });
  const list = (page = 1, pageSize = 10, contentId = id) => listRevisions(world)({ contentId, page, pageSize });
  const versions = async () => (await list()).items.map(({ version }) => version);

  it('are listed newest first, page by page', async () => {
    for (const title of ['One', 'Two']) await update({ title });
    expect(await versions()).to.deep.equal([3, 2, 1]);
    const second = await list(2, 2);
    expect(second.items.map(({ version }) => version)).to.deep.equal([1]);
    expect(second).to.include({ total: 3, page: 2, pageSize: 2 });
  });

  it('have the fields that the content had in this version', async () => {
    await update({ title: 'One', summary: 'Short' });
    expect(await readRevision(world)(id, 1)).to.deep.include({ version: 1, title: content.title, summary: null });
    expect(await readRevision(world)(id, 2)).to.deep.include({
      version: 2,
      title: 'One',
      summary: 'Short',
      contentHtml: '<p>rich</p>',
      changedFields: ['title', 'summary'],
    });
  });

  it('are not found if the content or the version does not exist; a content may have none', async () => {
    expect(await list()).to.deep.equal({ items: [], total: 0, page: 1, pageSize: 10 });
    expect((await refusalOf(list(1, 10, anId()))).refusal).to.equal('content-not-found');
    await update({ title: 'One' });
    expect((await refusalOf(readRevision(world)(id, 3))).refusal).to.equal('revision-not-found');
    expect((await refusalOf(readRevision(world)(anId(), 1))).refusal).to.equal('revision-not-found');
  });

  it('restore the HTML that a Markdown content had kept from its time as RICHTEXT', async () => {
    await update({ editorType: 'MARKDOWN' });
    await update({ contentMd: 'new' });
    const restored = await restoreContent(world)({ actor, id, version: 2 });
    expect(restored).to.include({ editorType: 'MARKDOWN', contentMd: 'source', contentHtml: '<p>rich</p>' });
  });

  it('are removed when they are old, except the first one and every publication', async () => {
    await publishContent(world)({ actor, id });
    for (const title of ['One', 'Two', 'Three']) await update({ title });
    const remove = removeOldRevisions({ work: world, retention: { keep: 1 } });
    expect([await remove(), await remove()]).to.deep.equal([2, 0]);
    expect(await versions()).to.deep.equal([5, 2, 1]);
  });

  it('are not removed while another process removes them', async () => {
    for (const title of ['One', 'Two']) await update({ title });
    const locked: string[] = [];
    const tryAdvisoryLock = async (name: string) => {
      locked.push(name);
      return false;
    };
    const { run } = world;
    const work: Parameters<typeof removeOldRevisions>[0]['work'] = {
      run: (remove) => run((tx) => remove(replaceMembers(tx, { tryAdvisoryLock }))),
    };
    expect(await removeOldRevisions({ work, retention: { keep: 0 } })()).to.equal(0);
    expect(locked).to.deep.equal(['remove old revisions']);
    expect(await versions()).to.deep.equal([3, 2, 1]);
  });
});

import type { Condition } from '@portcullis/domain/internal/conditions/condition';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { changeContents } from '../../src/contents/change-contents.ts';
import { compareRevisions } from '../../src/contents/compare-revisions.ts';
import { readConditionedContent } from '../../src/contents/content-reach.ts';
import { publishContent, scheduleContent } from '../../src/contents/content-status.ts';
import { createContent, deleteContent, updateContent } from '../../src/contents/contents.ts';
import { createPreviewLink, listPreviewLinks, revokePreviewLink } from '../../src/contents/preview-links.ts';
import { recoverContent } from '../../src/contents/removed-contents.ts';
import { listRevisions, readRevision, restoreContent } from '../../src/contents/revisions.ts';
import {
  discardWorkingCopy,
  publishWorkingCopy,
  readWorkingCopy,
  saveWorkingCopy,
} from '../../src/contents/working-copies.ts';
import type { CallerReach } from '../../src/reach.ts';
import { aCategory, aContent, anActor, anId, aTag, aUser, given, InMemoryWorld, refusalOf } from '@portcullis/testing';

const actor = anActor();
const [root, otherRoot] = [aCategory(), aCategory()];
const child = aCategory({ parentId: root.id });
const [tag, otherTag] = [aTag(), aTag()];
const author = aUser();
const authored = { attr: 'resource.authorId', eq: author.id } as const;
const categorised = { attr: 'resource.categoryId', under: root.id } as const;
const tagged = { attr: 'resource.tagIds', contains: tag.id } as const;
const draft = { attr: 'resource.status', eq: 'DRAFT' } as const;
const foreign = { attr: 'resource.authorId', eq: anId() } as const;
const content = aContent({ authorId: author.id, categoryId: child.id });

async function open(fields: Partial<typeof content> = {}): Promise<InMemoryWorld> {
  const world = InMemoryWorld.seeded();
  await given(world, {
    users: [author],
    categories: [root, otherRoot, child],
    tags: [tag, otherTag],
    contents: [{ ...content, ...fields }],
    contentTags: [[content.id, [tag.id]]],
  });
  return world;
}

/** A content with two revisions, a working copy and a preview link. */
async function prepare(world: InMemoryWorld) {
  const { id } = content;
  await updateContent(world)({ actor, id, change: { summary: 'Short' } });
  await saveWorkingCopy(world)({ actor, id, change: { summary: 'Shorter' } });
  const link = await createPreviewLink(world)({ actor, contentId: id, expiresIn: '1d' });
  return link.id;
}

interface Call {
  readonly id: ContentId;
  readonly linkId: Awaited<ReturnType<typeof prepare>>;
  readonly reach: CallerReach;
}

const page = { page: 1, pageSize: 10 };
const useCases: readonly (readonly [string, (world: InMemoryWorld, call: Call) => Promise<unknown>, string])[] = [
  [
    'listRevisions',
    (world, { id, reach }) => listRevisions(world)({ contentId: id, reach, ...page }),
    'content-not-found',
  ],
  ['readRevision', (world, { id, reach }) => readRevision(world)(id, 1, reach), 'revision-not-found'],
  [
    'compareRevisions',
    (world, { id, reach }) => compareRevisions(world)({ id, from: 1, to: 2, reach }),
    'revision-not-found',
  ],
  [
    'restoreContent',
    (world, { id, reach }) => restoreContent(world)({ actor, id, version: 1, reach }),
    'revision-not-found',
  ],
  ['readWorkingCopy', (world, { id, reach }) => readWorkingCopy(world)(id, reach), 'working-copy-not-found'],
  [
    'saveWorkingCopy',
    (world, { id, reach }) => saveWorkingCopy(world)({ actor, id, reach, change: {} }),
    'content-not-found',
  ],
  [
    'publishWorkingCopy',
    (world, { id, reach }) => publishWorkingCopy(world)({ actor, id, reach }),
    'content-not-found',
  ],
  [
    'discardWorkingCopy',
    (world, { id, reach }) => discardWorkingCopy(world)({ actor, id, reach }),
    'working-copy-not-found',
  ],
  [
    'listPreviewLinks',
    (world, { id, reach }) => listPreviewLinks(world)({ contentId: id, reach, ...page }),
    'content-not-found',
  ],
  [
    'createPreviewLink',
    (world, { id, reach }) => createPreviewLink(world)({ actor, contentId: id, expiresIn: '1d', reach }),
    'content-not-found',
  ],
  [
    'revokePreviewLink',
    (world, { id, linkId, reach }) => revokePreviewLink(world)({ actor, contentId: id, id: linkId, reach }),
    'preview-link-not-found',
  ],
  [
    'updateContent',
    (world, { id, reach }) => updateContent(world)({ actor, id, reach, change: {} }),
    'content-not-found',
  ],
  ['publishContent', (world, { id, reach }) => publishContent(world)({ actor, id, reach }), 'content-not-found'],
  ['deleteContent', (world, { id, reach }) => deleteContent(world)({ actor, id, reach }), 'content-not-found'],
  [
    'recoverContent',
    async (world, { id, reach }) => {
      if ((await world.contents.find(id)) !== undefined) await deleteContent(world)({ actor, id });
      return recoverContent(world)({ actor, id, reach });
    },
    'content-not-found',
  ],
];

describe('The reach of a caller to a content', () => {
  for (const [name, call, notFound] of useCases) {
    describe(name, () => {
      const refusal = async (reach: CallerReach, fields: Partial<typeof content> = {}, id = content.id) => {
        const world = await open(fields);
        const linkId = await prepare(world);
        world.clock.advance(2 * 3_600_000);
        return (await refusalOf(call(world, { id, linkId, reach }))).refusal;
      };

      it('succeeds if the content meets the condition of the caller', async () => {
        for (const changes of [true, authored, categorised, tagged]) {
          const world = await open();
          const linkId = await prepare(world);
          await call(world, { id: content.id, linkId, reach: { changes, reads: changes } });
        }
      });

      it('requires a permission if the caller may only read the content', async () => {
        // Nobody reads a content in the bin but those who may recover it.
        const expected = name === 'recoverContent' ? notFound : 'permission-required';
        for (const reads of [true, authored, categorised, tagged]) {
          expect(await refusal({ changes: foreign, reads })).to.equal(expected);
        }
        const reach = { changes: false, reads: false };
        expect(await refusal(reach, { status: 'PUBLISHED' })).to.equal(expected);
        const publishAt = new Date('2026-01-01T01:00:00Z');
        expect(await refusal({ ...reach, changes: draft }, { publishAt })).to.equal(expected);
      });

      it(`reports ${notFound} if the caller may not even read the content, or if it does not exist`, async () => {
        expect(await refusal({ changes: foreign, reads: false })).to.equal(notFound);
        expect(await refusal({ changes: true, reads: foreign })).to.equal(notFound);
        expect(await refusal({ changes: false, reads: foreign }, { status: 'ARCHIVED' })).to.equal(notFound);
        expect(await refusal({ changes: authored, reads: false }, {}, anId())).to.equal(notFound);
      });
    });
  }

  it('is not sufficient for drafts of a public content that the caller may not read', async () => {
    const reach = { changes: true, reads: false };
    const usingDrafts = new Set(['restoreContent', 'saveWorkingCopy', 'publishWorkingCopy', 'discardWorkingCopy']);
    for (const [name, call] of useCases) {
      const world = await open({ status: 'PUBLISHED' });
      const linkId = await prepare(world);
      const attempt = call(world, { id: content.id, linkId, reach });
      if (usingDrafts.has(name)) expect((await refusalOf(attempt)).refusal, name).to.equal('permission-required');
      else await attempt;
    }
  });

  it('decides before the Markdown of a request is converted', async () => {
    const world = await open({ contentMd: 'stored', contentHtml: null });
    let conversions = 0;
    const render = () => {
      conversions += 1;
      throw new Error('converted');
    };
    const { work, clock, ids, contents, workingCopies, fingerprints } = world;
    const markdown = { render, clean: render };
    const deps = { work, bin: { days: 30 }, clock, ids, contents, workingCopies, fingerprints, markdown };
    const reach = { changes: true, reads: false };
    const lock = { actor, id: content.id, reach };
    const change = { contentMd: 'sent' };
    const schedule = { publishAt: new Date('2999-01-01T00:00:00Z'), unpublishAt: null };
    const attempts = [
      () => updateContent(deps)({ ...lock, change }),
      () => saveWorkingCopy(deps)({ ...lock, change }),
      () => publishContent(deps)(lock),
      () => publishWorkingCopy(deps)(lock),
      () => scheduleContent(deps)({ ...lock, schedule }),
    ];
    for (const attempt of attempts) expect((await refusalOf(attempt())).refusal).to.equal('content-not-found');
    const batch = { actor, ids: [content.id], action: 'publish' as const, isAtomic: false, reach };
    expect((await changeContents(deps)(batch))[0]?.refusal?.refusal).to.equal('content-not-found');
    expect(conversions).to.equal(0);
  });

  it('refuses those contents of a batch that the caller does not reach', async () => {
    const other = aContent();
    const world = await open();
    await given(world, { contents: [other] });
    const reach = { changes: authored, reads: authored };
    const ids = [content.id, other.id];
    const results = await changeContents(world)({ actor, ids, action: 'archive', isAtomic: false, reach });
    expect(results.map((result) => result.refusal?.refusal)).to.deep.equal([undefined, 'content-not-found']);
  });
});

describe('What a caller may store in a content', () => {
  const reaching = (changes: Condition): CallerReach => ({ changes, reads: true });
  const { id, slug: _slug, ...fields } = content;

  it('must meet the condition of the caller too', async () => {
    const world = await open();
    const [byCategory, byTag] = [
      { actor, id, reach: reaching(categorised) },
      { actor, id, reach: reaching(tagged) },
    ];
    const away = { change: { categoryId: otherRoot.id } };
    const draftOf = { ...fields, contentHtml: null, actor, authorId: author.id };
    const attempts = [
      () => updateContent(world)({ ...byCategory, ...away }),
      () => updateContent(world)({ ...byTag, change: {}, tagIds: [otherTag.id] }),
      () => saveWorkingCopy(world)({ ...byCategory, ...away }),
      () => saveWorkingCopy(world)({ ...byTag, change: {}, tagIds: [otherTag.id] }),
      () => createContent(world)({ ...draftOf, categoryId: otherRoot.id, tagIds: [], reach: reaching(categorised) }),
      () => createContent(world)({ ...draftOf, tagIds: [otherTag.id], reach: reaching(tagged) }),
    ];
    for (const attempt of attempts) expect((await refusalOf(attempt())).refusal).to.equal('permission-required');
    expect(await world.contents.find(id)).to.include({ version: 1, categoryId: child.id });
    expect(await world.workingCopies.find(id)).to.equal(undefined);
  });

  it('may be anything that meets the condition', async () => {
    const world = await open();
    const change = { categoryId: root.id };
    const tagIds = [tag.id, otherTag.id].toSorted();
    expect(await saveWorkingCopy(world)({ actor, id, change, tagIds, reach: reaching(tagged) })).to.deep.include({
      tagIds,
    });
    await updateContent(world)({ actor, id, change, reach: reaching(categorised) });
    await updateContent(world)({ actor, id, change: {}, tagIds, reach: reaching(tagged) });
    expect(await world.contents.find(id)).to.deep.include({ categoryId: root.id, tagIds });
    const created = { ...fields, contentHtml: null, actor, authorId: author.id, tagIds };
    expect(await createContent(world)({ ...created, reach: reaching(categorised) })).to.include({
      categoryId: child.id,
    });
  });

  it('may be a status that the condition excludes, because the operation itself sets it', async () => {
    const world = await open();
    expect(await publishContent(world)({ actor, id, reach: reaching(draft) })).to.include({ status: 'PUBLISHED' });
  });
});

describe('readConditionedContent', () => {
  it('returns what conditions compare, and the paths of categories', async () => {
    const world = await open({ status: 'ARCHIVED' });
    const { attributes, pathOf } = await readConditionedContent(world, content.id);
    expect(attributes).to.deep.equal({
      authorId: author.id,
      status: 'ARCHIVED',
      categoryId: child.id,
      tagIds: [tag.id],
      createdAt: content.createdAt,
      publishedAt: null,
    });
    expect(pathOf(child.id)).to.deep.equal([child.id, root.id]);
    expect((await refusalOf(readConditionedContent(world, anId()))).refusal).to.equal('content-not-found');
  });
});

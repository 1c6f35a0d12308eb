import type { Content } from '@portcullis/domain/internal/contents/content';
import { BusinessError } from '@portcullis/domain/internal/shared/errors';
import type { DomainEvent } from '@portcullis/domain/internal/events/event';
import type { ContentId } from '@portcullis/domain/internal/shared/ids';
import { expect } from 'chai';
import { changeContents, type BatchAction } from '@portcullis/application/internal/contents/change-contents';
import { changeContentStatus, publishContent } from '@portcullis/application/internal/contents/content-status';
import { deleteContent } from '@portcullis/application/internal/contents/contents';
import { aContent, anActor, anId, aTag } from '../builders.ts';
import { fakeFingerprints, fakeMarkdown } from '../fakes.ts';
import { given } from '../given.ts';
import type { OpenStore, Store } from './store.ts';

const at = new Date('2026-06-01T00:00:00.000Z');
const [longPast, past, future] = [new Date('2001-01-01'), new Date('2002-01-01'), new Date('2999-01-01')];

/** Makes contents in every state that a batch distinguishes. */
const contentsToChange = (): readonly Content[] => [
  aContent({ contentMd: 'a', contentHtml: '<p>a' }),
  aContent({ contentMd: 'without HTML' }),
  aContent({ status: 'PUBLISHED', publishedAt: past, contentMd: 'b', contentHtml: '<p>b' }),
  aContent({ status: 'ARCHIVED', contentHtml: '<p>c', editorType: 'RICHTEXT' }),
  aContent({ publishAt: future, contentMd: 'd' }),
  aContent({ publishAt: longPast, unpublishAt: past, contentMd: 'e', contentHtml: '<p>e' }),
  aContent({ publishAt: past, contentMd: 'f', contentHtml: '<p>f' }),
  aContent({ status: 'PUBLISHED', unpublishAt: past, contentMd: 'g', contentHtml: '<p>g' }),
];

export function contentBatchContract(adapter: string, open: OpenStore): void {
  const actor = anActor();
  const deps = (store: Store) => ({
    ...store,
    clock: { now: () => at },
    ids: { next: anId },
    fingerprints: fakeFingerprints,
    bin: { days: 30 },
    markdown: fakeMarkdown,
  });

  /** Applies an action to each content with the use case for a single content. */
  const changeEach = async (store: Store, action: BatchAction, ids: readonly ContentId[]) => {
    const outcomes: (string | undefined)[] = [];
    for (const id of ids) {
      const change =
        action === 'delete'
          ? deleteContent(deps(store))({ actor, id })
          : action === 'publish'
            ? publishContent(deps(store))({ actor, id })
            : changeContentStatus(deps(store))({ actor, id, move: action });
      outcomes.push(
        await change.then(
          () => undefined,
          (error: unknown) => (error instanceof BusinessError ? error.refusal : String(error)),
        ),
      );
    }
    return outcomes;
  };

  /** Reads all that a batch stores for a content, without the values that differ between two equal contents. */
  const storedOf = async ({ contents, revisions, events }: Store, { id, title, slug }: Content) => {
    const own = (await events.page({ subjectId: id, limit: 100 })).map(
      ({ type, actor: who, subject, changes }: DomainEvent) => ({ type, who, name: subject.name === title, changes }),
    );
    const all = (await revisions.list({ contentId: id, page: 1, pageSize: 100 })).items;
    const stored = {
      content: await contents.find(id),
      own,
      all: all.map(({ createdAt, ...revision }) => ({
        ...revision,
        // The revision of a scheduled transition has the time of the transaction.
        createdAt: revision.authorId === null ? undefined : createdAt,
      })),
    };
    return JSON.stringify(stored).replaceAll(id, 'ID').replaceAll(title, 'TITLE').replaceAll(slug, 'SLUG');
  };

  describe(`Content batches contract, ${adapter}`, () => {
    for (const action of ['publish', 'unpublish', 'archive', 'delete'] as const) {
      it(`${action}: stores the same as the action on one content after the other`, async () => {
        const store = open();
        const [one, other] = [contentsToChange(), contentsToChange()];
        const tag = aTag();
        await given(store.work, {
          tags: [tag],
          contents: [...one, ...other],
          contentTags: [...one, ...other].filter((_, n) => n % 2 === 0).map(({ id }) => [id, [tag.id]] as const),
        });
        // A batch adds missing revisions also of contents that it then refuses to change, so there must be none.
        await store.work.run((tx) => tx.revisions.addMissing([...one, ...other].map(({ id }) => id)));
        const missing = anId<'Content'>();
        const expected = await changeEach(store, action, [...one.map(({ id }) => id), missing]);
        const ids = [...other.map(({ id }) => id), missing];
        const results = await changeContents(deps(store))({ actor, ids, action, isAtomic: false });
        expect(results.map(({ refusal }) => refusal?.refusal)).to.deep.equal(expected);
        for (const [n, content] of other.entries()) {
          expect(await storedOf(store, content), `content ${n}`).to.equal(await storedOf(store, one[n] ?? content));
        }
      });
    }

    it('changes contents whose bodies are too large for one group', async () => {
      const store = open();
      const contents = [0, 1].map(() => aContent({ contentMd: 'x'.repeat(3 * 1024 * 1024), contentHtml: '<p>x' }));
      await given(store.work, { contents });
      const ids = contents.map(({ id }) => id);
      for (const isAtomic of [true, false]) {
        const action = isAtomic ? 'publish' : 'archive';
        const results = await changeContents(deps(store))({ actor, ids, action, isAtomic });
        expect(results).to.deep.equal(ids.map((id) => ({ id, refusal: undefined })));
        const found = await Promise.all(ids.map((id) => store.contents.find(id)));
        expect(found.map((content) => content?.status)).to.deep.equal(
          ids.map(() => (isAtomic ? 'PUBLISHED' : 'ARCHIVED')),
        );
      }
    });
  });
}

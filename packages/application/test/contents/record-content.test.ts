import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { anActor, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { createContent } from '../../src/contents/contents.ts';
import type { Fingerprints } from '../../src/ports/system.ts';
import type { UnitOfWork } from '../../src/ports/unit-of-work.ts';
import { replaceMembers } from '../support/replace-members.ts';

describe('A revision that cannot be stored', () => {
  it('fails the write, and not the process, while the hashes for the event are computed', async () => {
    const world = InMemoryWorld.seeded();
    const author = aUser();
    await given(world, { users: [author] });
    const full = new Error('No space left on device');
    const work: UnitOfWork = {
      run: (use, options) =>
        world.work.run((tx) => {
          const revisions = { ...tx.revisions, addAll: () => Promise.reject(full) };
          return use(replaceMembers(tx, { revisions }));
        }, options),
    };
    const { of } = world.fingerprints;
    const fingerprints: Fingerprints = { of: (text) => sleep(5).then(() => of(text)) };
    const unhandled: unknown[] = [];
    const listener = (error: unknown): void => void unhandled.push(error);
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', listener);
    try {
      const missing = {
        summary: null,
        contentHtml: null,
        contentRaw: null,
        categoryId: null,
        coverId: null,
        tagIds: [],
        authorId: author.id,
      };
      const draft = { ...missing, title: 'News', editorType: 'MARKDOWN', contentMd: 'Text' } as const;
      const creation = createContent({ ...world, work, fingerprints })({ actor: anActor(), ...draft });
      expect(await creation.catch((error: unknown) => error)).to.equal(full);
      await sleep(1);
      expect(unhandled).to.deep.equal([]);
    } finally {
      process.removeAllListeners('unhandledRejection');
      for (const other of others) process.on('unhandledRejection', other);
    }
  });
});

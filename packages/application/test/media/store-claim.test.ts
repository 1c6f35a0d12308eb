import { anActor, aUser } from '@portcullis/testing/internal/builders';
import { given } from '@portcullis/testing/internal/given';
import { InMemoryWorld } from '@portcullis/testing/internal/world';
import { expect } from 'chai';
import { checkStoreClaim, claimStore, WrongMediaStore } from '../../src/media/store-claim.ts';
import { uploadMedia } from '../../src/media/upload-media.ts';
import { receiving, unlimited } from '../support/uploads.ts';
import { replaceMembers } from '../support/replace-members.ts';

describe('The store of an installation', () => {
  const user = aUser();
  let world: InMemoryWorld;
  /** The same installation, with a folder of another host. */
  let elsewhere: InMemoryWorld;
  beforeEach(async () => {
    world = InMemoryWorld.seeded();
    await given(world, { users: [user] });
    const { mediaStore, localFiles, mediaInspector } = InMemoryWorld.seeded();
    elsewhere = replaceMembers(world, { mediaStore, localFiles, mediaInspector });
  });

  const upload = (process: InMemoryWorld, content: string) =>
    uploadMedia({
      ...world,
      ...unlimited,
      mediaStore: process.mediaStore,
      localFiles: process.localFiles,
      mediaInspector: process.mediaInspector,
    })({
      actor: anActor({ id: user.id }),
      announcedBytes: 0,
      receive: receiving(process, content),
    });
  const refusal = async (attempt: Promise<unknown>): Promise<string> => {
    const error: unknown = await attempt.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof WrongMediaStore ? error.message : expect.fail(String(error));
  };

  it('is claimed by the first upload, after which a process with another store is refused', async () => {
    expect(await Promise.all([world, elsewhere].map((process) => checkStoreClaim(process)()))).to.deep.equal([
      false,
      false,
    ]);
    await upload(world, 'film 1');
    expect(await checkStoreClaim(world)()).to.equal(true);
    expect(await refusal(checkStoreClaim(elsewhere)())).to.match(/not the one that has the files of this installation/);
    expect(await refusal(upload(elsewhere, 'film 2'))).to.match(/not the one/);
    expect(elsewhere.mediaStore.stored.size).to.equal(0);
  });

  it('is refused to another installation, whose sweep would remove its files', async () => {
    await upload(world, 'film 1');
    const other = Object.assign(InMemoryWorld.seeded(), { mediaStore: world.mediaStore });
    expect(await refusal(checkStoreClaim(other)())).to.match(/another installation/);
    await upload(InMemoryWorld.seeded(), 'film 1').catch(() => undefined);
  });

  it('is claimed again by a process that was killed before the claim was stored', async () => {
    await world.run((tx) => tx.media.lockStoreMark('ours'));
    await world.mediaStore.mark.write('ours');
    await upload(world, 'film 1');
    expect(await world.media.storeMark()).to.deep.equal({ text: 'ours', isClaimed: true });
  });

  it('is replaced by an operator', async () => {
    await upload(world, 'film 1');
    await claimStore(elsewhere)();
    expect(await checkStoreClaim(elsewhere)()).to.equal(true);
    await upload(elsewhere, 'film 2');
  });
});
